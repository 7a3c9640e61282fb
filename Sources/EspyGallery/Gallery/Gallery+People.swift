import EspyStore

extension Gallery {
    /// The recognized people, those with most photos first. Photos that the user hid do not count.
    ///
    /// - Parameter hidden: whether to list those that the user hid, instead of the others.
    public func people(hidden: Bool = false) throws(GalleryError) -> GalleryPeople {
        try use { database in
            let people = try database.rows(
                """
                SELECT q.id, q.name, q.is_hidden, count(DISTINCT f.photo), q.cover,
                    sum(f.id = q.cover), max(f.width * f.height), f.id
                FROM people q JOIN faces f ON f.person = q.id AND \(FaceRows.isShown)
                WHERE q.is_hidden = ? GROUP BY q.id ORDER BY 4 DESC, q.id
                """, [Parameter(hidden)]
            ) { row in
                // The last column is that of the row with the largest face.
                let chosen = try row.optionalInteger(5) == 1 ? row.optionalInteger(4) : nil
                return GalleryPerson(
                    id: try row.integer(0), name: try row.optionalText(1), isHidden: try row.integer(2) != 0,
                    photos: try row.integer(3), cover: try chosen ?? row.integer(7))
            }
            let others = try database.integers(
                "SELECT count(*) FROM faces f WHERE f.person IS NULL AND \(FaceRows.isShown)")
            let waiting = try database.integers(
                "SELECT count(*) FROM photos WHERE face_model IS NULL AND duration IS NULL")
            return GalleryPeople(people: people, others: others.first ?? 0, waiting: waiting.first ?? 0)
        }
    }

    /// A person, also one that the user hid.
    public func person(_ id: Int) throws(GalleryError) -> GalleryPerson {
        for hidden in [false, true] {
            if let found = try people(hidden: hidden).people.first(where: { $0.id == id }) { return found }
        }
        throw .unknownPerson("\(id)")
    }

    /// The person with a name, however it is capitalized.
    public func person(named name: String) throws(GalleryError) -> Int {
        let found = try use { database in try People.find(name, in: database) }
        guard let found else { throw .unknownPerson(name) }
        return found
    }

    /// The faces of a person, or those of no person, newest photos first.
    ///
    /// - Parameter person: nil for the faces that belong to no person.
    public func faces(
        ofPerson person: Int?, offset: Int = 0, limit: Int = 100
    ) throws(GalleryError) -> [GalleryFace] {
        try use { database in
            try database.rows(
                """
                \(FaceRows.query) JOIN photos t ON t.id = f.photo WHERE f.person IS ? AND \(FaceRows.isShown)
                ORDER BY t.taken DESC, f.id DESC LIMIT ? OFFSET ?
                """, [Parameter(person), .integer(max(0, limit)), .integer(max(0, offset))], row: FaceRows.face)
        }
    }

    /// Names a person. Nil removes the name.
    ///
    /// - Returns: the number for ``undoPeople(_:)``, like the other changes here.
    /// - Throws: ``GalleryError/query(_:reason:)`` for an invalid name, or that of another person.
    @discardableResult
    public func name(_ person: Int, _ name: String?, now: Int) throws(GalleryError) -> Int {
        let name = try name.map(Self.albumName)
        return try change([person]) { database in
            if let name, let other = try People.find(name, in: database), other != person {
                throw GalleryError.query(name, reason: "another person has this name; merge the two")
            }
            try database.execute(
                "UPDATE people SET name = ? WHERE id = ?", [Parameter(name), .integer(person)])
            try People.confirm(person, now: now, in: database)
            return nil
        }
    }

    /// Hides a person from lists and albums, or shows it again.
    @discardableResult
    public func hide(_ person: Int, _ isHidden: Bool, now: Int) throws(GalleryError) -> Int {
        try change([person]) { database in
            try database.execute(
                "UPDATE people SET is_hidden = ? WHERE id = ?", [Parameter(isHidden), .integer(person)])
            try People.confirm(person, now: now, in: database)
            return nil
        }
    }

    /// Chooses the face to show for its person.
    @discardableResult
    public func makeCover(_ face: Int) throws(GalleryError) -> Int {
        guard let person = try self.face(face)?.person else { throw .unknownPerson("\(face)") }
        return try change([person]) { database in
            try database.execute("UPDATE people SET cover = ? WHERE id = ?", [.integer(face), .integer(person)])
            return nil
        }
    }

    /// Makes several people one. The name of `target` stays; if it has none, it gets the first name of the others.
    @discardableResult
    public func merge(_ people: [Int], into target: Int, now: Int) throws(GalleryError) -> Int {
        let others = Set(people).subtracting([target]).sorted()
        return try change([target] + others) { database in
            for person in others {
                let name = try People.name(of: person, in: database)
                try People.join(person, target, in: database)
                try database.execute(
                    "UPDATE people SET name = ? WHERE id = ? AND name IS NULL", [Parameter(name), .integer(target)])
            }
            try People.confirm(target, now: now, in: database)
            return nil
        }
    }

    /// Says whose some faces are. They are never assigned to their previous person again, unless the user says so.
    @discardableResult
    public func assign(_ faces: [Int], to owner: FaceOwner, now: Int) throws(GalleryError) -> Int {
        var people = try owners(of: faces)
        if case .person(let person) = owner { people.append(person) }
        let name: String? = if case .new(let name?) = owner { try Self.albumName(name) } else { nil }
        return try change(Set(people).sorted(), faces) { database in
            let target: Int?
            switch owner {
            case .person(let person): target = person
            case .nobody: target = nil
            case .new:
                if let name, try People.find(name, in: database) != nil {
                    throw GalleryError.query(name, reason: "another person has this name")
                }
                try database.execute("INSERT INTO people (name) VALUES (?)", [Parameter(name)])
                target = database.lastRow
            }
            try Self.move(faces, to: target, now: now, in: database)
            if case .new = owner { return target }
            return nil
        }
    }

    private static func move(_ faces: [Int], to target: Int?, now: Int, in database: Database) throws {
        var left: Set<Int> = []
        for face in faces {
            let before = try database.integers(
                "SELECT person FROM faces WHERE id = ? AND person IS NOT NULL", [.integer(face)]
            ).first
            if let before, before != target {
                left.insert(before)
                try People.say(false, [face], are: before, now: now, in: database)
            }
            if let target { try People.say(true, [face], are: target, now: now, in: database) }
            try database.execute(
                "UPDATE faces SET person = ?, source = ?, is_new = 1 WHERE id = ?",
                [Parameter(target), target == nil ? .null : .text("user"), .integer(face)])
        }
        // The others are not this person, either.
        if target != nil { for person in left { try People.confirm(person, now: now, in: database) } }
    }

    private func owners(of faces: [Int]) throws(GalleryError) -> [Int] {
        var people: [Int] = []
        for id in faces {
            guard let face = try face(id) else { throw .unknownPerson("\(id)") }
            if let person = face.person { people.append(person) }
        }
        return people
    }

    /// The number of changes that can be undone.
    private static let mostUndos = 20

    /// Changes people in one transaction.
    ///
    /// - Parameters:
    ///   - people: all who change.
    ///   - faces: those that change and may belong to no person.
    ///   - work: returns the person whom it added.
    /// - Returns: the number for ``undoPeople(_:)``.
    private func change(
        _ people: [Int], _ faces: [Int] = [], _ work: (Database) throws -> Int?
    ) throws(GalleryError) -> Int {
        let (before, made) = try use { database in
            try database.change {
                for person in people where try !People.exists(person, in: database) {
                    throw GalleryError.unknownPerson("\(person)")
                }
                let photos = try photos(of: people)
                let before = try PeopleBefore(people, faces: faces, in: database)
                let made = try work(database)
                try People.tidy(in: database)
                try renewPeople(in: photos, people + [made].compactMap(\.self))
                return (before, made)
            }
        }
        lastPeopleChange += 1
        peopleChanges[lastPeopleChange] = (before, people, made)
        peopleChanges[lastPeopleChange - Self.mostUndos] = nil
        noteUserData()
        return lastPeopleChange
    }

    /// Undoes a recent change of people.
    ///
    /// - Parameter number: as a change returned it, while this gallery has been open.
    public func undoPeople(_ number: Int) throws(GalleryError) {
        guard let (before, people, made) = peopleChanges.removeValue(forKey: number) else {
            throw .unknownPerson("\(number)")
        }
        try use { database in
            try database.change {
                let photos = try photos(of: people + [made].compactMap(\.self))
                try before.restore(in: database, made: made)
                try renewPeople(in: photos, people)
            }
        }
        noteUserData()
    }

    private func photos(of people: [Int]) throws -> Set<Int> {
        var found: Set<Int> = []
        for person in people {
            found.formUnion(try database.integers("SELECT photo FROM faces WHERE person = ?", [.integer(person)]))
        }
        return found
    }

    /// Makes searches find the photos of people by their new names.
    private func renewPeople(in photos: Set<Int>, _ people: [Int]) throws {
        for photo in photos.union(try self.photos(of: people)).sorted() {
            try GalleryText.write(photo: photo, to: database)
        }
    }

    /// Deletes all that is known of people: faces with their descriptors, groups, names, and what was said of them; also in
    /// the copies beside the database. Nothing of it is left in the files. Names in the metadata of photos stay.
    public func deletePeople() throws(GalleryError) {
        peopleChanges = [:]
        try use { database in
            let photos = try database.integers(
                "SELECT DISTINCT photo FROM faces f JOIN people q ON q.id = f.person WHERE q.name IS NOT NULL")
            try database.change {
                for table in ["face_models", "face_corrections", "faces", "people"] {
                    try database.execute("DELETE FROM \(table)")
                }
                try database.execute("UPDATE photos SET face_model = NULL WHERE face_model IS NOT NULL")
                for photo in photos { try GalleryText.write(photo: photo, to: database) }
                // Words that were removed stay in the pieces of this index until they are merged.
                if !photos.isEmpty {
                    try database.execute("INSERT INTO photo_words (photo_words) VALUES ('optimize')")
                }
            }
            try database.compact()
            // Pages of before stay in the log while someone reads them.
            let isBusy = try database.integers("PRAGMA wal_checkpoint(TRUNCATE)").first == 1
            if isBusy { throw StoreError.locked(path: path) }
        }
        try deletePeopleInCopies()
    }
}
