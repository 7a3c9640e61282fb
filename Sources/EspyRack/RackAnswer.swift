/// A rack as every face of Espy tells it: the keys of ``Rack``, and beside them `file` and `complete`; `comparison` where the
/// box was compared.
public struct RackAnswer: Encodable, Sendable, Equatable {
    /// What the user calls the photo.
    public var file: String
    public var rack: Rack
    public var comparison: RackComparison?

    public init(_ rack: Rack, file: String, comparison: RackComparison? = nil) {
        self.rack = rack
        self.file = file
        self.comparison = comparison
    }

    public func encode(to encoder: any Encoder) throws {
        try rack.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(file, forKey: .file)
        try box.encode(rack.isComplete, forKey: .complete)
        try box.encodeIfPresent(comparison, forKey: .comparison)
    }

    private enum Key: String, CodingKey { case file, complete, comparison }
}
