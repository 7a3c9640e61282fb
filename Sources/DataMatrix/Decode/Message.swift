/// What a symbol says.
public struct Message: Sendable, Hashable {
    /// The payload, byte by byte, as the symbol carries it.
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
