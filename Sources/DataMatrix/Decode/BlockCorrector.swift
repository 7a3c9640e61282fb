/// Corrects one Reed–Solomon block of a symbol and judges how likely chance alone would have done so.
struct BlockCorrector {
    let blocks: BlockLayout
    let block: Int
    let limits: SymbolDecoder.Limits

    private var checkCount: Int { blocks.size.errorCodewordsPerBlock }
    private var length: Int { blocks.dataCount(block) + checkCount }

    /// Corrects the block inside the whole stream; `nil` leaves the stream as it was.
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

    /// No erasure first, then more and more of the doubtful codewords, the worst first (generalized minimum distance
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

    /// The chance that a random block is within reach of a code word by as many errors, given its erasures and the
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

    /// Bits that tell `choices` apart, rounded up.
    private func bits(_ choices: Double) -> Int {
        choices <= 1 ? 0 : Int(choices.exponent) + (choices.significand > 1 ? 1 : 0)
    }
}
