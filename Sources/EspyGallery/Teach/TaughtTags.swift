import EspyStore

/// A tag that the user taught with examples.
public struct TaughtTag: Sendable, Equatable, Codable {
    public let name: String
    /// The share of photos with the tag that are right, measured on held-out examples and other photos. Other photos
    /// count as wrong, even if some of them should have the tag.
    public let precision: Double
    /// The share of held-out examples that get the tag.
    public let recall: Double
    /// Number of photos that have it now because of the learned model.
    public let count: Int
}

/// Stores taught tags, and applies them to photos.
enum TaughtTags {
    struct Row {
        let tag: Int
        let model: String
        let plane: LogisticModel
    }

    static func rows(_ database: Database) throws -> [Row] {
        try database.rows("SELECT tag, model, weights, bias FROM taught_tags") { row in
            Row(
                tag: try row.integer(0), model: try row.text(1),
                plane: LogisticModel(weights: Vectors.floats(try row.bytes(2)), bias: Float(try row.real(3))))
        }
    }

    /// Applies the taught tags to a photo that is new or was analyzed again.
    static func apply(to photo: Int, in database: Database) throws {
        let rows = try rows(database)
        guard !rows.isEmpty else { return }
        try database.execute(
            "DELETE FROM photo_tags WHERE photo = ? AND source = ?",
            [.integer(photo), .text(PhotoTag.Source.taught)])
        let kept = try database.rows("SELECT model, vector FROM embeddings WHERE photo = ?", [.integer(photo)]) { row in
            (try row.text(0), Vectors.floats(try row.bytes(1)))
        }
        guard let (model, vector) = kept.first else { return }
        for row in rows where row.model == model && row.plane.weights.count == vector.count {
            try give(row.tag, row.plane.probability(vector), to: photo, in: database)
        }
    }

    /// Adds a tag to all photos that should have it, and removes it from all others.
    /// - Returns: the number of photos with the tag.
    static func applyToAll(_ row: Row, in database: Database) throws -> Int {
        try database.execute(
            "DELETE FROM photo_tags WHERE tag = ? AND source = ?", [.integer(row.tag), .text(PhotoTag.Source.taught)])
        let found = try database.rows("SELECT photo, vector FROM embeddings WHERE model = ?", [.text(row.model)]) {
            line -> (Int, Double)? in
            let vector = Vectors.floats(try line.bytes(1))
            guard vector.count == row.plane.weights.count else { return nil }
            let probability = row.plane.probability(vector)
            return probability >= 0.5 ? (try line.integer(0), probability) : nil
        }.compactMap { $0 }
        for (photo, probability) in found { try give(row.tag, probability, to: photo, in: database) }
        return found.count
    }

    private static func give(
        _ tag: Int, _ probability: Double, to photo: Int, in database: Database
    ) throws {
        guard probability >= 0.5 else { return }
        try database.execute(
            "INSERT OR REPLACE INTO photo_tags (photo, tag, confidence, source) VALUES (?, ?, ?, ?)",
            [.integer(photo), .integer(tag), .real(probability), .text(PhotoTag.Source.taught)])
    }
}
