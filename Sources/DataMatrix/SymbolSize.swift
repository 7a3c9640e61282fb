/// One of the sizes of ECC 200.
public struct SymbolSize: Sendable, Hashable, Codable {
    /// Modules from top to bottom, finder and timing included.
    public let rows: Int
    /// Modules from left to right, finder and timing included.
    public let columns: Int
}
