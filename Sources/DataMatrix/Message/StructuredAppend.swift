/// One symbol's place among up to 16 that carry one message together.
public struct StructuredAppend: Sendable, Hashable {
    /// 1 for the first symbol.
    public let position: Int
    /// Symbols of the message, 2 to 16.
    public let count: Int
    /// Two numbers that the symbols of one message share; from 1 to 254 by the standard.
    public let fileIdentifier: [UInt8]

    /// `nil` for what the symbol cannot carry.
    public init?(position: Int, count: Int, fileIdentifier: [UInt8]) {
        guard 2...16 ~= count, 1...count ~= position, fileIdentifier.count == 2 else { return nil }
        self.position = position
        self.count = count
        self.fileIdentifier = fileIdentifier
    }

    /// Is the file identification one that the standard allows?
    var isStandard: Bool { fileIdentifier.allSatisfy { 1...254 ~= $0 } }

    /// The symbol sequence indicator and the two codewords of the file identification.
    var codewords: [UInt8] { [UInt8((position - 1) << 4 | (17 - count))] + fileIdentifier }

    /// `nil` for a place behind the last one, or in a message of one symbol.
    init?(codewords: ArraySlice<UInt8>) {
        guard codewords.count == 3, let indicator = codewords.first else { return nil }
        self.init(
            position: Int(indicator >> 4) + 1, count: 17 - Int(indicator & 15),
            fileIdentifier: Array(codewords.dropFirst()))
    }
}
