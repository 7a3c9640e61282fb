/// Reads the modules of one symbol. Holds no state: share it, or make one wherever it is needed.
package struct SymbolDecoder: Sendable {
    /// How sure a read has to be.
    package struct Limits: Sendable, Hashable {
        /// Least ``DecodedSymbol/spare`` of an accepted read.
        package var minimumSpare: Int
        /// Least ``DecodedSymbol/evidence`` of an accepted read.
        package var minimumEvidence: Int

        package init(minimumSpare: Int, minimumEvidence: Int) {
            self.minimumSpare = minimumSpare
            self.minimumEvidence = minimumEvidence
        }

        /// For reads that are believed as they are: one random matrix in 16 million gets through.
        package static let alone = Limits(minimumSpare: 1, minimumEvidence: 24)
        /// For reads that count only when a second, independent look gives the same codewords.
        package static let confirmed = Limits(minimumSpare: 0, minimumEvidence: 16)
    }

    package enum Failure: Error, Equatable {
        /// `modules` or `doubts` does not have `rows * columns` values.
        case wrongModuleCount
        /// No code word within reach of error correction.
        case uncorrectable
        /// A code word is within reach, but chance may have put it there.
        case weak
        /// The corrected codewords are no well-formed message.
        case malformed(MessageError)
    }

    package var limits: Limits

    package init(limits: Limits = .alone) {
        self.limits = limits
    }

    /// Reads a symbol from its modules.
    ///
    /// - Parameters:
    ///   - modules: `rows * columns` values, row by row, borders included: 1 dark, 0 light. The borders are not looked
    ///     at.
    ///   - doubts: one value per module, 0 for a sure one, more for a less sure one. Codewords with doubtful modules
    ///     are tried as erasures, the most doubtful first, where errors alone do not lead to a code word.
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
        // A pad codeword that is right by chance is one in 256, but it tells about all blocks only where there is one.
        if size.blocks == 1 { summary.evidence += 8 * parsed.padCount }
        guard summary.evidence >= limits.minimumEvidence else { throw .weak }
        return DecodedSymbol(message: parsed.message, size: size, codewords: codewords, read: summary)
    }

    /// What no standard allows is taken from symbols in which hardly anything was wrong.
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

    /// Twelve bits more than what is believed at once make up for doing without the rules of the standard, which few
    /// random codewords meet: a 10x10 symbol has to be without an error, a 16x16 may have five.
    private static let cleanEvidence = 40
    private static let cleanSpare = 2
}
