import EspyImage

/// A shelf as every face of Espy tells it: `file`, and the keys of ``Shelf``, where a quad is a list of four corners
/// `[x, y]`: top left, top right, bottom right, bottom left.
public struct ShelfAnswer: Encodable, Sendable, Equatable {
    /// What the user calls the photo.
    public var file: String
    public var shelf: Shelf

    public init(_ shelf: Shelf, file: String) {
        self.shelf = shelf
        self.file = file
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(file, forKey: .file)
        try box.encode(shelf.schema, forKey: .schema)
        try box.encode(shelf.frame, forKey: .frame)
        try box.encode(shelf.time, forKey: .time)
        try box.encode(shelf.width, forKey: .width)
        try box.encode(shelf.height, forKey: .height)
        try box.encode(shelf.outcome, forKey: .outcome)
        try box.encode(shelf.spines.map(Spine.init), forKey: .spines)
        try box.encode(shelf.timings, forKey: .timings)
    }

    private enum Key: String, CodingKey { case file, schema, frame, time, width, height, outcome, spines, timings }

    private struct Spine: Encodable {
        var id: Int
        var quad: [[Double]]
        var row: Int
        var confidence: Double

        init(_ spine: Shelf.Spine) {
            id = spine.id
            quad = spine.quad.corners.map { [$0.x, $0.y] }
            row = spine.row
            confidence = spine.confidence
        }
    }
}
