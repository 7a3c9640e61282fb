import EspyStore

/// The stored people.
enum People {
    static func name(of person: Int, in database: Database) throws -> String? {
        try database.rows("SELECT name FROM people WHERE id = ?", [.integer(person)]) { try $0.optionalText(0) }.first
            ?? nil
    }

    static func exists(_ person: Int, in database: Database) throws -> Bool {
        try !database.integers("SELECT 1 FROM people WHERE id = ?", [.integer(person)]).isEmpty
    }

    /// The person with a name, who is added if necessary.
    static func named(_ name: String, in database: Database) throws -> Int {
        if let known = try find(name, in: database) { return known }
        try database.execute("INSERT INTO people (name) VALUES (?)", [.text(name)])
        return database.lastRow
    }

    /// The person with a name, however it is capitalized.
    static func find(_ name: String, in database: Database) throws -> Int? {
        try database.rows("SELECT id, name FROM people WHERE name IS NOT NULL") { row in
            (id: try row.integer(0), name: try row.text(1))
        }.first { $0.name.lowercased() == name.lowercased() }?.id
    }

    /// Adds the faces of a person to those of another one, and what was said of them.
    static func join(_ person: Int, _ other: Int, in database: Database) throws {
        try database.execute("UPDATE faces SET person = ? WHERE person = ?", [.integer(other), .integer(person)])
        try database.execute(
            "UPDATE OR IGNORE face_corrections SET person = ? WHERE person = ?", [.integer(other), .integer(person)])
        try database.execute("DELETE FROM people WHERE id = ?", [.integer(person)])
    }

    /// Stores what the user said of faces: that they are a person's, or that they are not.
    static func say(_ isRight: Bool, _ faces: [Int], are person: Int, now: Int, in database: Database) throws {
        for face in faces {
            let id: [Parameter] = [.integer(face)]
            if isRight {
                try database.execute(
                    """
                    DELETE FROM face_corrections WHERE is_right AND (digest, x, y, width, height) =
                        (SELECT p.digest, f.x, f.y, f.width, f.height FROM faces f JOIN photos p ON p.id = f.photo
                            WHERE f.id = ?)
                    """, id)
            }
            try database.execute(
                """
                INSERT OR REPLACE INTO face_corrections (digest, x, y, width, height, person, is_right, time)
                SELECT p.digest, f.x, f.y, f.width, f.height, ?2, ?3, ?4 FROM faces f JOIN photos p ON p.id = f.photo
                WHERE f.id = ?1
                """, id + [.integer(person), Parameter(isRight), .integer(now)])
        }
    }

    /// Makes the faces of a person the user's word.
    static func confirm(_ person: Int, now: Int, in database: Database) throws {
        let faces = try database.integers("SELECT id FROM faces WHERE person = ?", [.integer(person)])
        try say(true, faces, are: person, now: now, in: database)
        try database.execute("UPDATE faces SET source = 'user' WHERE person = ?", [.integer(person)])
    }

    /// Deletes people of whom nothing was said and who have fewer than two faces.
    static func tidy(in database: Database) throws {
        let gone = try database.integers(
            """
            SELECT id FROM people WHERE name IS NULL AND NOT is_hidden
                AND NOT EXISTS (SELECT 1 FROM face_corrections c WHERE c.person = people.id AND c.is_right)
                AND (SELECT count(*) FROM faces f WHERE f.person = people.id) < 2
            """)
        for person in gone {
            try database.execute(
                "UPDATE faces SET person = NULL, source = NULL WHERE person = ?", [.integer(person)])
            try database.execute("DELETE FROM people WHERE id = ?", [.integer(person)])
        }
    }
}

/// People, their faces and what was said of them, before a change, to undo it.
struct PeopleBefore {
    private var people: [(id: Int, name: String?, isHidden: Int, cover: Int?)] = []
    private var faces: [(id: Int, person: Int?, source: String?)] = []
    private var said: [[Parameter]] = []
    private let ids: [Int]

    /// - Parameters:
    ///   - ids: the people who change.
    ///   - others: faces that change and belong to no person.
    init(_ ids: [Int], faces others: [Int] = [], in database: Database) throws {
        self.ids = ids
        for id in ids {
            people += try database.rows(
                "SELECT id, name, is_hidden, cover FROM people WHERE id = ?", [.integer(id)]
            ) { row in
                (try row.integer(0), try row.optionalText(1), try row.integer(2), try row.optionalInteger(3))
            }
            faces += try database.rows(
                "SELECT id, person, source FROM faces WHERE person = ?", [.integer(id)], row: Self.face)
            said += try database.rows(
                """
                SELECT digest, x, y, width, height, person, is_right, time FROM face_corrections WHERE person = ?
                """, [.integer(id)]
            ) { row in
                [.bytes(try row.bytes(0))] + (try (1...7).map { .integer(try row.integer($0)) })
            }
        }
        for other in others {
            faces += try database.rows(
                "SELECT id, person, source FROM faces WHERE id = ? AND person IS NULL", [.integer(other)],
                row: Self.face)
        }
    }

    private static func face(_ row: borrowing Row) throws -> (id: Int, person: Int?, source: String?) {
        (try row.integer(0), try row.optionalInteger(1), try row.optionalText(2))
    }

    /// - Parameter made: a person whom the change added.
    func restore(in database: Database, made: Int?) throws {
        try database.execute("UPDATE people SET name = NULL WHERE id IN (\(list(ids)))")
        for person in people {
            try database.execute(
                """
                INSERT INTO people (id, name, is_hidden, cover) VALUES (?, ?, ?, ?) ON CONFLICT (id)
                DO UPDATE SET name = excluded.name, is_hidden = excluded.is_hidden, cover = excluded.cover
                """,
                [
                    .integer(person.id), Parameter(person.name), .integer(person.isHidden), Parameter(person.cover),
                ])
        }
        try database.execute(
            "DELETE FROM face_corrections WHERE person IN (\(list(ids + [made].compactMap(\.self))))")
        for row in said {
            try database.execute(
                """
                INSERT OR REPLACE INTO face_corrections (digest, x, y, width, height, person, is_right, time)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, row)
        }
        for face in faces {
            try database.execute(
                "UPDATE faces SET person = ?, source = ? WHERE id = ?",
                [Parameter(face.person), Parameter(face.source), .integer(face.id)])
        }
        if let made { try database.execute("DELETE FROM people WHERE id = ?", [.integer(made)]) }
        try People.tidy(in: database)
    }

    private func list(_ ids: [Int]) -> String { ids.map(String.init).joined(separator: ", ") }
}
