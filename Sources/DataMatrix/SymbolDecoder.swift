/// Decodes the modules of one symbol. It has no state: share it, or create one wherever needed.
package struct SymbolDecoder: Sendable {
    /// The required certainty of a read.
    package struct Limits: Sendable, Hashable {
        /// Least ``DecodedSymbol/spare`` of an accepted read.
        package var minimumSpare: Int
        /// Least ``DecodedSymbol/evidence`` of an accepted read.
        package var minimumEvidence: Int

        package init(minimumSpare: Int, minimumEvidence: Int) {
            self.minimumSpare = minimumSpare
            self.minimumEvidence = minimumEvidence
        }

        /// For reads that are accepted on their own: one random matrix in 16 million gets through.
        package static let alone = Limits(minimumSpare: 1, minimumEvidence: 24)
        /// For reads that count only if a second, independent look gives the same codewords.
        package static let confirmed = Limits(minimumSpare: 0, minimumEvidence: 16)
    }

    package enum Failure: Error, Equatable {
        /// `modules` or `doubts` does not have `rows * columns` values.
        case wrongModuleCount
        /// There is no code word within reach of error correction.
        case uncorrectable
        /// A code word is within reach, but chance may have put it there.
        case weak
        /// The corrected codewords are not a well-formed message.
        case malformed(MessageError)
    }

    package var limits: Limits

    package init(limits: Limits = .alone) {
        self.limits = limits
    }

    /// Decodes a symbol from its modules.
    ///
    /// - Parameters:
    ///   - modules: `rows * columns` values, row by row, borders included: 1 dark, 0 light. The borders are ignored.
    ///   - doubts: one value per module, 0 if certain, higher if less so. If errors alone do not lead to a code word,
    ///     codewords with doubtful modules are tried as erasures, the most doubtful first.
    package func decode(
        modules: [UInt8], size: SymbolSize, doubts: [UInt8]? = nil
    ) throws(Failure) -> DecodedSymbol {
        let layout = SymbolLayout.of(size)
        guard modules.count == layout.template.count, doubts?.count ?? modules.count == modules.count else {
            throw .wrongModuleCount
        }
        let codewords = layout.codewords(in: modules)
        let codewordDoubts = doubts.map(layout.codewordDoubts)
        do {
            return try decode(codewords, doubts: codewordDoubts, blocks: .common(size))
        } catch {
            guard error == .uncorrectable, let other = BlockLayout.literal(size) else { throw error }
            return try decode(codewords, doubts: codewordDoubts, blocks: other)
        }
    }

    package func decode(_ matrix: BitMatrix) throws(Failure) -> DecodedSymbol {
        guard let size = SymbolSize(rows: matrix.rows, columns: matrix.columns) else { throw .wrongModuleCount }
        return try decode(modules: matrix.modules, size: size)
    }

    private func decode(
        _ codewords: [UInt8], doubts: [UInt8]?, blocks: BlockLayout
    ) throws(Failure) -> DecodedSymbol {
        let size = blocks.size
        var codewords = codewords
        var summary = BlockRead(spare: .max, evidence: .max)
        for block in 0..<size.blocks {
            let corrector = BlockCorrector(blocks: blocks, block: block, limits: limits)
            guard let read = corrector.correct(&codewords, doubts: doubts) else { throw .uncorrectable }
            summary.add(read)
        }
        codewords.removeLast(size.errorCodewords)
        let parsed = try parse(codewords, summary)
        // A pad codeword is right by chance once in 256 cases, but with several blocks it says nothing about the
        // others.
        if size.blocks == 1 { summary.evidence += 8 * parsed.padCount }
        guard summary.evidence >= limits.minimumEvidence else { throw .weak }
        return DecodedSymbol(message: parsed.message, size: size, codewords: codewords, read: summary)
    }

    /// Violations of every standard are accepted in symbols that had hardly any errors.
    private func parse(_ codewords: [UInt8], _ read: BlockRead) throws(Failure) -> MessageParser.Output {
        do {
            return try MessageParser.parse(codewords)
        } catch {
            guard read.spare >= Self.cleanSpare, read.evidence >= Self.cleanEvidence,
                let parsed = try? MessageParser.parse(codewords, .asOthersRead), !parsed.message.bytes.isEmpty
            else { throw .malformed(error) }
            return parsed
        }
    }

    /// Twelve more bits than for immediate acceptance make up for not applying the rules of the standard, which few
    /// random codewords satisfy: a 10x10 symbol must have no errors, a 16x16 may have five.
    private static let cleanEvidence = 40
    private static let cleanSpare = 2
}

/// A symbol whose codewords were corrected and parsed.
package struct DecodedSymbol: Sendable, Equatable {
    package let message: Message
    package let size: SymbolSize
    /// The data codewords after correction, padding included.
    package let codewords: [UInt8]
    /// The number of codewords that were wrong and not marked as doubtful.
    package let errorsCorrected: Int
    /// The number of codewords that were ignored because their modules were doubtful, whether wrong or not.
    package let erasures: Int
    /// The number of check codewords that correction did not use: check − 2 × errors − erasures, of the worst block. At
    /// 0 one more error may give a wrong message.
    package let spare: Int
    /// −log₂ of the chance that random modules give a read as close as this, rounded down, of the worst block.
    ///
    /// This distinguishes a real read from luck: two errors leave 19 bits in a 10×10 symbol, thirteen leave 75 in
    /// 26×26.
    package let evidence: Int

    fileprivate init(message: Message, size: SymbolSize, codewords: [UInt8], read: BlockRead) {
        self.message = message
        self.size = size
        self.codewords = codewords
        errorsCorrected = read.errors
        erasures = read.erasures
        spare = read.spare
        evidence = read.evidence
    }
}

/// The cost of correcting one block, or all blocks together.
private struct BlockRead {
    var errors = 0
    var erasures = 0
    var spare: Int
    var evidence: Int

    /// Counts add up; certainty is that of the worst block.
    mutating func add(_ other: BlockRead) {
        errors += other.errors
        erasures += other.erasures
        spare = min(spare, other.spare)
        evidence = min(evidence, other.evidence)
    }
}

/// Corrects one Reed–Solomon block of a symbol and estimates how likely that is by chance.
private struct BlockCorrector {
    let blocks: BlockLayout
    let block: Int
    let limits: SymbolDecoder.Limits

    private var checkCount: Int { blocks.size.errorCodewordsPerBlock }
    private var length: Int { blocks.dataCount(block) + checkCount }

    /// Corrects the block within the whole stream; if it returns `nil`, the stream is unchanged.
    func correct(_ stream: inout [UInt8], doubts: [UInt8]?) -> BlockRead? {
        let decoder = ReedSolomonDecoder(checkCount: checkCount)
        let syndromes = syndromes(of: stream, decoder)
        if syndromes.allSatisfy({ $0 == 0 }) { return BlockRead(spare: checkCount, evidence: 8 * checkCount) }
        var best: (read: BlockRead, corrections: [ReedSolomonDecoder.Correction])?
        for (attempt, erasures) in erasureSets(doubts).enumerated() {
            guard
                let corrections = decoder.corrections(for: syndromes, length: length, erasures: erasures),
                let read = judge(corrections, erasures: erasures, attempt: attempt),
                read.evidence > best?.read.evidence ?? 0
            else { continue }
            best = (read, corrections)
            if read.evidence >= limits.minimumEvidence { break }
        }
        guard let best else { return nil }
        for correction in best.corrections {
            stream[blocks.position(block: block, index: correction.position)] ^= correction.value
        }
        return best.read
    }

    private func syndromes(of stream: [UInt8], _ decoder: ReedSolomonDecoder) -> [UInt8] {
        if blocks.size.blocks == 1 { return stream.withUnsafeBufferPointer(decoder.syndromes) }
        return (0..<length).map { stream[blocks.position(block: block, index: $0)] }
            .withUnsafeBufferPointer(decoder.syndromes)
    }

    /// No erasures first, then more and more of the doubtful codewords, the worst first (generalized minimum distance
    /// decoding). Two erasures cost as much as one error, so steps of one would only repeat work.
    private func erasureSets(_ doubts: [UInt8]?) -> [[Int]] {
        guard let doubts else { return [[]] }
        let graded = (0..<length).map { (index: $0, doubt: doubts[blocks.position(block: block, index: $0)]) }
        let ranked = graded.filter { $0.doubt > 0 }.sorted { ($1.doubt, $0.index) < ($0.doubt, $1.index) }
        let most = min(ranked.count, checkCount - max(limits.minimumSpare, limits.minimumEvidence / 8))
        guard most > 0 else { return [[]] }
        let step = max(2, checkCount / 16 * 2)
        var counts = Array(stride(from: 0, to: most, by: step))
        counts.append(most)
        return counts.map { count in ranked.prefix(count).map { $0.index } }
    }

    /// The chance that a random block is within reach of a code word by this many errors, given its erasures and the
    /// number of erasure sets that were tried, is at most tries × C(n − f, e) × 256ᵉ ÷ 256ᶜ⁻ᶠ.
    private func judge(
        _ corrections: [ReedSolomonDecoder.Correction], erasures: [Int], attempt: Int
    ) -> BlockRead? {
        let errors = corrections.count { !erasures.contains($0.position) }
        let spare = checkCount - 2 * errors - erasures.count
        guard spare >= limits.minimumSpare else { return nil }
        var choices = 1.0
        for index in 0..<errors { choices *= Double(length - erasures.count - index) / Double(index + 1) }
        let luck = bits(choices) + bits(Double(attempt + 1))
        let evidence = 8 * (checkCount - erasures.count - errors) - luck
        return BlockRead(errors: errors, erasures: erasures.count, spare: spare, evidence: evidence)
    }

    /// The number of bits to distinguish `choices`, rounded up.
    private func bits(_ choices: Double) -> Int {
        choices <= 1 ? 0 : Int(choices.exponent) + (choices.significand > 1 ? 1 : 0)
    }
}
