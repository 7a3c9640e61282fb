/// A rack as every face of Espy tells it: the keys of ``Rack``, and beside them `file` and `complete`.
public struct RackAnswer: Encodable, Sendable, Equatable {
    /// What the user calls the photo.
    public var file: String
    public var rack: Rack

    public init(_ rack: Rack, file: String) {
        self.rack = rack
        self.file = file
    }

    public func encode(to encoder: any Encoder) throws {
        try rack.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(file, forKey: .file)
        try box.encode(rack.isComplete, forKey: .complete)
    }

    private enum Key: String, CodingKey { case file, complete }
}
