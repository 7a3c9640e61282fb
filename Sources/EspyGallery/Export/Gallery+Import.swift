import EspyBase
import EspyStore

/// The result of an import.
public struct GalleryImport: Sendable, Equatable, Codable {
    /// Corrections of tags, including those for photos that are not in the gallery yet: these are kept for them.
    public var corrections = 0
    public var waiting = 0
    public var ratings = 0
    public var albums = 0
    public var taught = 0
    /// People whom the user named or hid.
    public var people = 0
    /// Numbers of invalid lines, from 1; at most ``mostProblems`` of them.
    public var problems: [Int] = []

    public static let mostProblems = 100
    /// Maximum length of a line, in bytes.
    public static let longestLine = 1 << 20

    public init() {}
}

extension Gallery {
    /// Imports the user's work from another gallery: corrections, ratings, albums and taught tags, but not the results
    /// of models or the contents of files, which are computed here. Photos are matched by the digests of their files;
    /// corrections of a missing photo are kept until it appears. Of two corrections of the same tag, or ratings of the
    /// same photo, the later one counts. A rating in a file here overrides the file's rating there.
    ///
    /// - Parameter lines: of an export, in any order.
    public func importLines(_ lines: some Sequence<String>, now: Int) throws(GalleryError) -> GalleryImport {
        var done = GalleryImport()
        var taught: [String] = []
        var number = 0
        var batch: [(number: Int, text: String)] = []
        func flush() throws(GalleryError) {
            try use { database in
                try database.change {
                    let writer = ImportWriter(database: database)
                    for line in batch { try writer.take(line.text, line.number, &done, &taught) }
                }
            }
            batch = []
        }
        for line in lines {
            number += 1
            batch.append((number, line))
            if batch.count >= 500 { try flush() }
        }
        try flush()
        defer { noteUserData() }
        for tag in taught {
            do throws(GalleryError) {
                try teach(tag, examples: [], now: now)
                done.taught += 1
            } catch .teaching {
                // Its examples are not here yet.
                continue
            } catch {
                throw error
            }
        }
        return done
    }
}

/// Writes the contents of export lines.
private struct ImportWriter {
    let database: Database

    func take(
        _ text: String, _ number: Int, _ done: inout GalleryImport, _ taught: inout [String]
    ) throws {
        guard !text.allSatisfy(\.isWhitespace) else { return }
        let isShort = text.utf8.count <= GalleryImport.longestLine
        guard isShort, let line = ExportText.parse(text), try take(line, &done, &taught) else {
            if done.problems.count < GalleryImport.mostProblems { done.problems.append(number) }
            return
        }
    }

    private func take(
        _ line: ExportedLine, _ done: inout GalleryImport, _ taught: inout [String]
    ) throws -> Bool {
        switch line {
        case .gallery(let version): return version == ExportedLine.version
        case .photo(let photo):
            guard let digest = Self.digest(photo.digest) else { return false }
            try take(photo.corrections, of: digest, &done)
            try take(photo.rated, orOfFile: photo.rating, of: digest, &done)
            return true
        case .said(let text, let corrections, let rated):
            guard let digest = Self.digest(text) else { return false }
            try take(corrections, of: digest, &done)
            try take(rated, orOfFile: nil, of: digest, &done)
            return true
        case .album(let name, let query, let created):
            guard let name = try? Gallery.albumName(name), (try? GalleryQuery.reading(query)) != nil else {
                return false
            }
            done.albums += try database.execute(
                """
                INSERT INTO smart_albums (name, query, created) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET query = excluded.query
                """, [.text(name), .text(query), .integer(created)])
            return true
        case .person(let person):
            guard (try? person.name.map(Gallery.albumName)) != nil else { return false }
            try person.write(to: database)
            done.people += 1
            return true
        case .folder, .sent: return false
        case .taught(let tag):
            guard taught.count < 1_000, let tag = try? Gallery.tagName(tag) else { return false }
            taught.append(tag)
            return true
        }
    }

    private static func digest(_ text: String) -> [UInt8]? {
        text.utf8.count == 64 ? Hexadecimal.bytes(text) : nil
    }

    private func photo(_ digest: [UInt8]) throws -> Int? {
        try database.integers("SELECT id FROM photos WHERE digest = ?", [.bytes(digest)]).first
    }

    private func take(
        _ corrections: [ExportedCorrection], of digest: [UInt8], _ done: inout GalleryImport
    ) throws {
        let photo = try photo(digest)
        for correction in corrections {
            guard let tag = try? Gallery.tagName(correction.tag) else { continue }
            let known = try database.integers(
                "SELECT time FROM corrections WHERE digest = ? AND tag = ?", [.bytes(digest), .text(tag)]
            ).first
            guard known == nil || known ?? 0 < correction.time else { continue }
            try Corrections.write(digest, tag, correction.isRight, correction.time, in: database)
            done.corrections += 1
            if photo == nil { done.waiting += 1 }
        }
        if let photo, !corrections.isEmpty { try GalleryText.markChanged(photo, in: database) }
    }

    /// Keeps the later of two corrections.
    private func take(
        _ rated: ExportedRating?, orOfFile rating: Int?, of digest: [UInt8], _ done: inout GalleryImport
    ) throws {
        if let rated, Ratings.all.contains(rated.rating) {
            let known = try Ratings.said(of: digest, in: database)
            guard known == nil || known?.time ?? 0 < rated.time else { return }
            try Ratings.write(rated.rating, rated.time, of: digest, in: database)
        } else if let rating, Ratings.all.contains(rating) {
            try Ratings.keepImported(rating, of: digest, in: database)
        } else {
            return
        }
        if let photo = try photo(digest) {
            done.ratings += try Ratings.apply(to: photo, in: database)
            try GalleryText.markChanged(photo, in: database)
        }
    }
}
