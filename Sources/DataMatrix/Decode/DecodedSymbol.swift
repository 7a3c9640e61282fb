/// A symbol whose codewords were corrected and understood.
package struct DecodedSymbol: Sendable, Equatable {
    package let message: Message
    package let size: SymbolSize
    /// The data codewords after correction, padding included.
    package let codewords: [UInt8]
    /// Codewords that were wrong and not marked as doubtful.
    package let errorsCorrected: Int
    /// Codewords that were left out because their modules were doubtful, whether they were wrong or not.
    package let erasures: Int
    /// Check codewords that correction did not use up: check − 2 × errors − erasures, of the worst block. At 0 one
    /// more error may give a wrong message.
    package let spare: Int
    /// −log₂ of the chance that random modules lead to a read as close as this, rounded down, of the worst block.
    ///
    /// This is what tells a real read from luck: two errors leave 19 bits in a 10×10 symbol, thirteen leave 75 in 26×26.
    package let evidence: Int

    init(message: Message, size: SymbolSize, codewords: [UInt8], read: BlockRead) {
        self.message = message
        self.size = size
        self.codewords = codewords
        errorsCorrected = read.errors
        erasures = read.erasures
        spare = read.spare
        evidence = read.evidence
    }
}

/// What the correction of one block, or of all blocks together, took.
struct BlockRead: Equatable {
    var errors = 0
    var erasures = 0
    var spare: Int
    var evidence: Int

    /// Counts add up, certainty is that of the worst block.
    mutating func add(_ other: BlockRead) {
        errors += other.errors
        erasures += other.erasures
        spare = min(spare, other.spare)
        evidence = min(evidence, other.evidence)
    }
}
