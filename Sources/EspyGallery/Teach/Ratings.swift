import EspyStore

/// The stored ratings of photos.
enum Ratings {
    static let all = -1...5

    /// The user's rating in this gallery, and when it was made.
    static func said(of digest: [UInt8], in database: Database) throws -> ExportedRating? {
        try database.rows(
            "SELECT rating, time FROM ratings WHERE digest = ? AND time IS NOT NULL", [.bytes(digest)]
        ) { row in
            ExportedRating(rating: try row.integer(0), time: try row.integer(1))
        }.first
    }

    static func write(_ rating: Int?, _ time: Int, of digest: [UInt8], in database: Database) throws {
        guard let rating else {
            try database.execute("DELETE FROM ratings WHERE digest = ? AND time IS NOT NULL", [.bytes(digest)])
            return
        }
        try database.execute(
            "INSERT OR REPLACE INTO ratings (digest, rating, time) VALUES (?, ?, ?)",
            [.bytes(digest), .integer(rating), .integer(time)])
    }

    /// Stores a file's rating from another gallery; the user's rating takes precedence.
    static func keepImported(_ rating: Int, of digest: [UInt8], in database: Database) throws {
        try database.execute(
            """
            INSERT INTO ratings (digest, rating) VALUES (?, ?)
            ON CONFLICT (digest) DO UPDATE SET rating = excluded.rating WHERE time IS NULL
            """, [.bytes(digest), .integer(rating)])
    }

    /// Computes the effective rating of a photo: the user's rating here, otherwise the file's, otherwise one from
    /// another gallery.
    ///
    /// - Returns: 1 if the rating changed.
    @discardableResult
    static func apply(to photo: Int, in database: Database) throws -> Int {
        let known = """
            coalesce((SELECT rating FROM ratings WHERE digest = photos.digest AND time IS NOT NULL), file_rating,
                (SELECT rating FROM ratings WHERE digest = photos.digest))
            """
        return try database.execute(
            "UPDATE photos SET rating = \(known) WHERE id = ? AND rating IS NOT \(known)", [.integer(photo)])
    }
}

/// A user's rating of a photo.
struct ExportedRating: Codable, Equatable {
    let rating: Int
    /// Seconds since 1970.
    let time: Int
}
