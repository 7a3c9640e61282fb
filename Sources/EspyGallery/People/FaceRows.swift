import EspyStore

/// The stored faces.
enum FaceRows {
    private struct Known {
        let id: Int
        let box: PhotoFace
    }

    /// Replaces the faces of a photo after it was analyzed. A face at the same place stays the same face, with its person.
    static func replace(with faces: [PhotoFace], model: String, of photo: Int, in database: Database) throws {
        var known = try database.rows(
            "SELECT id, x, y, width, height FROM faces WHERE photo = ? ORDER BY id", [.integer(photo)]
        ) { row in Known(id: try row.integer(0), box: try box(row, at: 1)) }
        for face in faces where !face.descriptor.isEmpty {
            let old = face.index(in: known.map(\.box)).map { known.remove(at: $0).id }
            try write(face, as: old, of: photo, in: database)
        }
        for face in known { try database.execute("DELETE FROM faces WHERE id = ?", [.integer(face.id)]) }
        try database.execute("UPDATE photos SET face_model = ? WHERE id = ?", [.text(model), .integer(photo)])
        try applyCorrections(to: photo, in: database)
    }

    private static func write(_ face: PhotoFace, as old: Int?, of photo: Int, in database: Database) throws {
        let values: [Parameter] = [
            .integer(face.x), .integer(face.y), .integer(face.width), .integer(face.height),
            .bytes(Vectors.bytes(face.descriptor)),
        ]
        guard let old else {
            try database.execute(
                "INSERT INTO faces (photo, x, y, width, height, descriptor) VALUES (?, ?, ?, ?, ?, ?)",
                [.integer(photo)] + values)
            return
        }
        try database.execute(
            "UPDATE faces SET x = ?, y = ?, width = ?, height = ?, descriptor = ?, is_new = 1 WHERE id = ?",
            values + [.integer(old)])
    }

    /// Assigns faces of a photo as the user said, if it is there.
    static func applyCorrections(to photo: Int, in database: Database) throws {
        let said = try database.rows(
            """
            SELECT c.person, c.x, c.y, c.width, c.height, c.is_right FROM face_corrections c
            JOIN photos p ON p.digest = c.digest WHERE p.id = ? ORDER BY c.time
            """, [.integer(photo)]
        ) { row in (person: try row.integer(0), box: try box(row, at: 1), isRight: try row.integer(5) != 0) }
        guard !said.isEmpty else { return }
        let faces = try boxes(of: photo, in: database)
        for correction in said {
            guard let face = correction.box.index(in: faces.map(\.box)).map({ faces[$0].id }) else { continue }
            if correction.isRight {
                try database.execute(
                    "UPDATE faces SET person = ?, source = 'user' WHERE id = ?",
                    [.integer(correction.person), .integer(face)])
            } else {
                try database.execute(
                    "UPDATE faces SET person = NULL, source = NULL WHERE id = ? AND person = ?",
                    [.integer(face), .integer(correction.person)])
            }
        }
    }

    static func boxes(of photo: Int, in database: Database) throws -> [(id: Int, box: PhotoFace)] {
        try database.rows(
            "SELECT id, x, y, width, height FROM faces WHERE photo = ? ORDER BY id", [.integer(photo)]
        ) { row in (id: try row.integer(0), box: try box(row, at: 1)) }
    }

    private static func box(_ row: borrowing Row, at column: Int) throws -> PhotoFace {
        PhotoFace(
            x: try row.integer(column), y: try row.integer(column + 1), width: try row.integer(column + 2),
            height: try row.integer(column + 3))
    }

    /// A query of faces, to be continued with conditions.
    static let query = """
        SELECT f.id, f.photo, f.x, f.y, f.width, f.height, f.person, q.name FROM faces f
        LEFT JOIN people q ON q.id = f.person
        """

    static func face(_ row: borrowing Row) throws -> GalleryFace {
        GalleryFace(
            id: try row.integer(0), photo: try row.integer(1), x: try row.integer(2), y: try row.integer(3),
            width: try row.integer(4), height: try row.integer(5), person: try row.optionalInteger(6),
            name: try row.optionalText(7))
    }

    /// Excludes faces in photos that the user hid.
    static let isShown = """
        f.photo NOT IN (SELECT p.id FROM corrections c JOIN photos p ON p.digest = c.digest
            WHERE c.tag = 'hidden' AND c.is_right)
        """

    /// The names of the people in a photo: recognized ones, then those in its metadata that are not among them.
    ///
    /// - Parameter said: the names in its metadata.
    static func names(in photo: Int, said: [String], from database: Database) throws -> [String] {
        let faces = try database.rows("\(query) WHERE f.photo = ?", [.integer(photo)], row: face)
        return GalleryFace.names(faces, said: said)
    }
}

/// Names that a search can mean: those of recognized people, and those in the metadata of photos.
struct PersonNames {
    /// Ids of recognized people by name.
    private var people: [String: Int] = [:]
    /// Photos by a name in their metadata.
    private var said: [String: Set<Int>] = [:]
    private var shown: Set<String> = []

    /// All names, without those of people that the user hid.
    var all: [String] { shown.union(said.keys).sorted() }

    init(_ database: Database) throws {
        let known = try database.rows("SELECT name, id, is_hidden FROM people WHERE name IS NOT NULL") { row in
            (name: try row.text(0), id: try row.integer(1), isHidden: try row.integer(2) != 0)
        }
        for person in known { people[person.name] = person.id }
        shown = Set(known.filter { !$0.isHidden }.map(\.name))
        let rows = try database.rows("SELECT id, people FROM photos WHERE people IS NOT NULL") { row in
            (photo: try row.integer(0), names: try row.text(1))
        }
        for row in rows {
            for name in row.names.split(separator: "\n") { said[String(name), default: []].insert(row.photo) }
        }
    }

    /// The photos with people of a name: exactly this one, otherwise all names with these words.
    func photos(_ name: String, in database: Database) throws -> Set<Int> {
        let every = Set(people.keys).union(said.keys)
        var names = every.filter { $0.lowercased() == name.lowercased() }
        if names.isEmpty { names = every.filter { Self.holds($0, name) } }
        return try photos(names, in: database)
    }

    /// The photos of all people with a name, without those that the user hid.
    func anybody(in database: Database) throws -> Set<Int> { try photos(Set(all), in: database) }

    private func photos(_ names: Set<String>, in database: Database) throws -> Set<Int> {
        var found: Set<Int> = []
        for name in names {
            found.formUnion(said[name] ?? [])
            if let person = people[name] {
                found.formUnion(
                    try database.integers("SELECT photo FROM faces WHERE person = ?", [.integer(person)]))
            }
        }
        return found
    }

    /// Whether all words are words of the name.
    private static func holds(_ name: String, _ words: String) -> Bool {
        func parts(_ text: String) -> Set<String> {
            Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
        }
        let wanted = parts(words)
        return !wanted.isEmpty && wanted.isSubset(of: parts(name))
    }
}
