import EspyBase
import EspyStore

/// A person whom the user named or hid, and what the user said of some faces. Descriptors are never exported.
struct ExportedPerson: Codable, Equatable {
    var name: String?
    var isHidden: Bool
    var faces: [Face]

    struct Face: Codable, Equatable {
        /// SHA-256 of the photo's file, in hexadecimal.
        let digest: String
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        /// Whether it is the person's face.
        let isRight: Bool
        /// Seconds since 1970.
        let time: Int
    }

    /// The number of faces in one line; more of a person's faces follow in other lines.
    private static let mostFaces = 1_000

    static let query = """
        SELECT q.id, q.name, q.is_hidden, c.digest, c.x, c.y, c.width, c.height, c.is_right, c.time FROM people q
        JOIN face_corrections c ON c.person = q.id WHERE q.name IS NOT NULL OR q.is_hidden ORDER BY q.id
        """

    /// One row of the query: the user's statement about one face.
    static func row(_ row: borrowing Row) throws(StoreError) -> (id: Int, person: ExportedPerson) {
        let face = Face(
            digest: Hexadecimal.text(try row.bytes(3)), x: try row.integer(4), y: try row.integer(5),
            width: try row.integer(6), height: try row.integer(7), isRight: try row.integer(8) != 0,
            time: try row.integer(9))
        let person = ExportedPerson(
            name: try row.optionalText(1), isHidden: try row.integer(2) != 0, faces: [face])
        return (try row.integer(0), person)
    }

    /// One line, or several, for each person.
    static func lines(_ rows: [(id: Int, person: ExportedPerson)]) -> [ExportedLine] {
        var lines: [(id: Int, person: ExportedPerson)] = []
        for row in rows {
            if let last = lines.last, last.id == row.id, last.person.faces.count < mostFaces {
                lines[lines.count - 1].person.faces += row.person.faces
            } else {
                lines.append(row)
            }
        }
        return lines.map { .person($0.person) }
    }

    /// Adds the person and what was said, unless something else was said later.
    func write(to database: Database) throws {
        let person: Int
        if let name = try name.map(Gallery.albumName) {
            person = try People.named(name, in: database)
        } else {
            try database.execute("INSERT INTO people DEFAULT VALUES")
            person = database.lastRow
        }
        if isHidden { try database.execute("UPDATE people SET is_hidden = 1 WHERE id = ?", [.integer(person)]) }
        var photos: Set<Int> = []
        for face in faces {
            guard face.digest.utf8.count == 64, let digest = Hexadecimal.bytes(face.digest) else { continue }
            let place: [Parameter] = [
                .bytes(digest), .integer(face.x), .integer(face.y), .integer(face.width), .integer(face.height),
            ]
            try database.execute(
                """
                INSERT INTO face_corrections (digest, x, y, width, height, person, is_right, time)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET is_right = excluded.is_right,
                    time = excluded.time WHERE excluded.time > time
                """, place + [.integer(person), Parameter(face.isRight), .integer(face.time)])
            photos.formUnion(try database.integers("SELECT id FROM photos WHERE digest = ?", [.bytes(digest)]))
        }
        for photo in photos.sorted() {
            try FaceRows.applyCorrections(to: photo, in: database)
            try GalleryText.write(photo: photo, to: database)
        }
    }
}
