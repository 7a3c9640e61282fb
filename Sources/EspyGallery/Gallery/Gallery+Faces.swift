import EspyCodecs
import EspyStore

/// Faces from the analysis of photos, and who they are.
extension Gallery {
    /// Compares new faces with all others, and groups them into people.
    ///
    /// - Parameter model: the network that described them: descriptors of others are not comparable.
    package func groupFaces(_ model: String) throws(GalleryError) {
        let hasNew = try use { database in try !database.integers("SELECT 1 FROM faces WHERE is_new LIMIT 1").isEmpty }
        guard hasNew else { return }
        try use { database in
            try database.change {
                try takeNamesOver(in: database)
                let outcome = try FaceTable(model, from: database)?.grouping.outcome()
                if let outcome { try write(outcome, to: database) }
                try database.execute("UPDATE faces SET is_new = 0 WHERE is_new")
            }
        }
    }

    private func write(_ outcome: FaceGrouping.Outcome, to database: Database) throws {
        for (from, into) in outcome.merged { try People.join(from, into, in: database) }
        for faces in outcome.founded {
            try database.execute("INSERT INTO people DEFAULT VALUES")
            try assign(faces, to: database.lastRow, in: database)
        }
        for (person, faces) in outcome.joined.sorted(by: { $0.key < $1.key }) {
            try assign(faces, to: person, in: database)
        }
    }

    /// Faces that have a person already stay as they are.
    private func assign(_ faces: [Int], to person: Int, in database: Database) throws {
        let isNamed = try People.name(of: person, in: database) != nil
        for face in faces {
            let photos = try database.rows(
                "UPDATE faces SET person = ?, source = 'group' WHERE id = ? AND person IS NULL RETURNING photo",
                [.integer(person), .integer(face)]
            ) { try $0.integer(0) }
            if isNamed { for photo in photos { try GalleryText.write(photo: photo, to: database) } }
        }
    }

    /// Faces whose names are in the metadata belong to the person with that name, unless the user said otherwise.
    private func takeNamesOver(in database: Database) throws {
        let photos = try database.rows(
            """
            SELECT p.id, p.regions, p.width, p.height FROM photos p WHERE p.regions IS NOT NULL
                AND EXISTS (SELECT 1 FROM faces f WHERE f.photo = p.id AND f.is_new)
            """
        ) { row in
            (
                id: try row.integer(0), regions: FaceRegion.all(try row.text(1)), width: try row.integer(2),
                height: try row.integer(3)
            )
        }
        guard !photos.isEmpty else { return }
        let strangers = try FaceTable.strangers(database)
        for photo in photos {
            var faces = try FaceRows.boxes(of: photo.id, in: database)
            for region in photo.regions {
                let box = region.box(width: photo.width, height: photo.height)
                guard let place = box.index(in: faces.map(\.box), least: FaceRegion.leastOverlap) else { continue }
                let face = faces.remove(at: place).id
                let person = try People.named(region.name, in: database)
                guard strangers[face]?.contains(person) != true else { continue }
                let isTaken = try database.execute(
                    "UPDATE faces SET person = ?, source = 'metadata' WHERE id = ? AND source IS NOT 'user'",
                    [.integer(person), .integer(face)])
                if isTaken > 0 { try GalleryText.write(photo: photo.id, to: database) }
            }
        }
        try People.tidy(in: database)
    }

    /// Allows storing descriptors by a network, until all data of people is deleted.
    package func allowFaces(_ model: String) throws(GalleryError) {
        try use { database in
            let allowed = try database.rows("SELECT model FROM face_models") { try $0.text(0) }
            guard allowed != [model] else { return }
            try database.change {
                try database.execute("DELETE FROM face_models")
                try database.execute("INSERT INTO face_models (model) VALUES (?)", [.text(model)])
            }
        }
    }

    /// Saves the faces of a photo, if people are recognized: not if their data was deleted since indexing began.
    package func keep(_ faces: [PhotoFace]?, model: String?, of photo: Int) throws {
        guard let faces, let model else { return }
        let isAllowed = try !database.integers("SELECT 1 FROM face_models WHERE model = ?", [.text(model)]).isEmpty
        guard isAllowed else { return }
        try FaceRows.replace(with: faces, model: model, of: photo, in: database)
    }

    /// The faces of a photo whose descriptors are known, from left to right.
    public func faces(of photo: Int) throws(GalleryError) -> [GalleryFace] {
        try use { database in
            try database.rows(
                "\(FaceRows.query) WHERE f.photo = ? ORDER BY f.x, f.y, f.id", [.integer(photo)], row: FaceRows.face)
        }
    }

    /// A face; nil if it is gone.
    public func face(_ id: Int) throws(GalleryError) -> GalleryFace? {
        try use { database in
            try database.rows("\(FaceRows.query) WHERE f.id = ?", [.integer(id)], row: FaceRows.face).first
        }
    }
}

/// The descriptors of all faces by one network.
private struct FaceTable {
    private(set) var faces: [FaceGrouping.Face] = []
    private var descriptors: [Float] = []
    private let length: Int
    private let settled: Set<Int>
    private let strangers: [Int: Set<Int>]

    /// Nil without any faces.
    init?(_ model: String, from database: Database) throws {
        let bytes =
            try database.integers(
                """
                SELECT length(descriptor) FROM faces f JOIN photos p ON p.id = f.photo WHERE p.face_model = ?
                ORDER BY f.id DESC LIMIT 1
                """, [.text(model)]
            ).first ?? 0
        guard bytes >= 4, bytes % 4 == 0, bytes <= 16_384 else { return nil }
        length = bytes / 4
        settled = Set(
            try database.integers(
                """
                SELECT id FROM people WHERE name IS NOT NULL OR is_hidden
                UNION SELECT person FROM faces WHERE source IN ('user', 'metadata')
                """))
        strangers = try Self.strangers(database)
        var (all, values) = ([FaceGrouping.Face](), [Float]())
        _ = try database.rows(
            """
            SELECT f.id, f.photo, f.person, f.is_new, f.descriptor FROM faces f JOIN photos p ON p.id = f.photo
            WHERE p.face_model = ? AND length(f.descriptor) = ? ORDER BY f.id
            """, [.text(model), .integer(bytes)]
        ) { row in
            all.append(
                FaceGrouping.Face(
                    id: try row.integer(0), photo: try row.integer(1), person: try row.optionalInteger(2),
                    isNew: try row.integer(3) != 0))
            values += Vectors.floats(try row.bytes(4))
        }
        (faces, descriptors) = (all, values)
    }

    /// By face, whose face the user said it is not.
    static func strangers(_ database: Database) throws -> [Int: Set<Int>] {
        var found: [Int: Set<Int>] = [:]
        let rows = try database.rows(
            """
            SELECT c.person, c.x, c.y, c.width, c.height, p.id FROM face_corrections c
            JOIN photos p ON p.digest = c.digest WHERE NOT c.is_right
            """
        ) { row in
            let box = PhotoFace(
                x: try row.integer(1), y: try row.integer(2), width: try row.integer(3), height: try row.integer(4))
            return (person: try row.integer(0), box: box, photo: try row.integer(5))
        }
        for row in rows {
            let faces = try FaceRows.boxes(of: row.photo, in: database)
            guard let place = row.box.index(in: faces.map(\.box)) else { continue }
            found[faces[place].id, default: []].insert(row.person)
        }
        return found
    }

    var grouping: FaceGrouping {
        FaceGrouping(faces, descriptors: descriptors, length: length, settled: settled, strangers: strangers)
    }
}
