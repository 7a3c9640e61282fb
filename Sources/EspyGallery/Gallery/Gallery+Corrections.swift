import EspyStore

extension Gallery {
    /// Says of a photo that a tag is right or wrong. It stays so when the photo is tagged again, is moved, or leaves
    /// and comes back; saying the opposite later overrides it. A tag that is new here gets the category `own`.
    ///
    /// - Throws: ``GalleryError/unknownPhoto(_:)``; ``GalleryError/teaching(_:)`` for a name that cannot be a tag.
    public func correct(_ photo: Int, tag: String, isRight: Bool, now: Int) throws(GalleryError) {
        try say(isRight ? .right : .wrong, of: tag, on: [photo], now: now)
    }

    /// Takes back what was said of a tag of a photo: what the models say counts again.
    public func takeBack(_ photo: Int, tag: String, now: Int) throws(GalleryError) {
        try say(.nothing, of: tag, on: [photo], now: now)
    }

    /// Says the same of a tag of several photos, as one change: of all of them or, when one is unknown, of none.
    ///
    /// - Returns: what was said before, with the photos it was said of; saying that again undoes the change.
    /// - Throws: as ``correct(_:tag:isRight:now:)``.
    @discardableResult
    public func say(
        _ verdict: TagVerdict, of tag: String, on photos: [Int], now: Int
    ) throws(GalleryError) -> [TagVerdict: [Int]] {
        let tag = try Self.tagName(tag)
        let before = try change { database in
            var before: [TagVerdict: [Int]] = [:]
            for photo in Set(photos).sorted() {
                let digest = try digest(of: photo)
                before[try Corrections.verdict(digest, tag, in: database), default: []].append(photo)
                try Corrections.write(digest, tag, verdict, now, in: database)
                try GalleryText.markChanged(photo, in: database)
            }
            return before
        }
        try learnAgain(tag, now: now)
        noteSaid()
        return before
    }

    /// The tags of a photo after all that people said of them: each once, surest first.
    public func tags(of photo: Int) throws(GalleryError) -> [PhotoTag] {
        try searching { run in
            guard run.index.slots[photo] != nil else { throw GalleryError.unknownPhoto("\(photo)") }
            return try EffectiveTags.read(photo, from: run.database, run.index.corrections)
        }
    }

    func digest(of photo: Int) throws(GalleryError) -> [UInt8] {
        let found = try use { database in
            try database.rows("SELECT digest FROM photos WHERE id = ?", [.integer(photo)]) { try $0.bytes(0) }
        }
        guard let digest = found.first else { throw .unknownPhoto("\(photo)") }
        return digest
    }

    /// In small letters, with single blanks.
    static func tagName(_ name: String) throws(GalleryError) -> String {
        let words = name.prefix(1_000).lowercased().split { $0.isWhitespace }.joined(separator: " ")
        guard 1...60 ~= words.unicodeScalars.count, !words.contains("\""), words.contains(where: \.isLetter) else {
            throw .teaching("a tag has 1 to 60 characters, a letter among them, and no quotes")
        }
        return words
    }

    /// Rates photos, as one change: all of them or, when one is unknown, none. It stays so when a photo is read again,
    /// is moved, or leaves and comes back. The files are not touched.
    ///
    /// - Parameters:
    ///   - rating: from 0 to 5 stars, -1 for rejected; nil takes back what a person said, so that the file counts.
    ///   - now: seconds since 1970.
    /// - Returns: how people had rated them before; rating them so again undoes the change.
    /// - Throws: ``GalleryError/unknownPhoto(_:)``; ``GalleryError/rating(_:)`` for one that there is not.
    @discardableResult
    public func rate(_ photos: [Int], _ rating: Int?, now: Int) throws(GalleryError) -> [Int?: [Int]] {
        if let rating, !Ratings.all.contains(rating) { throw .rating(rating) }
        defer { noteSaid() }
        return try change { database in
            var before: [Int?: [Int]] = [:]
            for photo in Set(photos).sorted() {
                let digest = try digest(of: photo)
                before[try Ratings.said(of: digest, in: database)?.rating, default: []].append(photo)
                try Ratings.write(rating, now, of: digest, in: database)
                try Ratings.apply(to: photo, in: database)
                try GalleryText.markChanged(photo, in: database)
            }
            return before
        }
    }

    /// As few examples as a tag can be learned from. Twenty are a good beginning.
    public static let fewestExamples = 5

    /// Learns a tag from photos that should have it, and gives it to all photos that look like it by their embeddings.
    /// Photos that nobody spoke of stand for what is without it.
    ///
    /// The examples have the tag from now on because a person said so. Whenever somebody corrects the tag later, it is
    /// learned again.
    ///
    /// - Parameters:
    ///   - examples: numbers of photos; more can be added by teaching the same tag again.
    ///   - counterexamples: photos that look like it, and are something else.
    ///   - progress: is told the share that is done.
    /// - Returns: how well it is recognized on photos that were not learned from, and how many have it now.
    /// - Throws: ``GalleryError/teaching(_:)`` when there is too little to learn from.
    @discardableResult
    public func teach(
        _ tag: String, examples: [Int], counterexamples: [Int] = [], now: Int,
        progress: @Sendable (Double) -> Void = { _ in }
    ) throws(GalleryError) -> TaughtTag {
        let tag = try Self.tagName(tag)
        let both = Set(examples).intersection(counterexamples)
        guard both.isEmpty else { throw .teaching("a photo is both an example and a counterexample") }
        var said: [(photo: Int, digest: [UInt8], isRight: Bool)] = []
        for photo in examples { said.append((photo, try digest(of: photo), true)) }
        for photo in counterexamples { said.append((photo, try digest(of: photo), false)) }
        defer { noteSaid() }
        return try change { database in
            for (photo, digest, isRight) in said {
                try Corrections.write(digest, tag, isRight, now, in: database)
                try GalleryText.markChanged(photo, in: database)
            }
            return try learn(tag, now: now, progress)
        }
    }

    /// All tags that were taught.
    public func taughtTags() throws(GalleryError) -> [TaughtTag] {
        try use { database in
            try database.rows(
                """
                SELECT name, precision, recall,
                    (SELECT count(*) FROM photo_tags WHERE tag = tags.id AND source = ?)
                FROM taught_tags JOIN tags ON tags.id = tag ORDER BY name
                """, [.text(PhotoTag.Source.taught)]
            ) { row in
                TaughtTag(
                    name: try row.text(0), precision: try row.real(1), recall: try row.real(2),
                    count: try row.integer(3))
            }
        }
    }

    /// Forgets a tag that was taught, and all that people said of it. Where models or files give the same tag, that
    /// stays.
    public func forget(_ tag: String) throws(GalleryError) {
        let tag = try Self.tagName(tag)
        let found = try use { database in
            try database.change {
                let id = try database.integers(
                    "SELECT tag FROM taught_tags JOIN tags ON tags.id = tag WHERE name = ?", [.text(tag)]
                ).first
                guard let id else { return false }
                try database.execute("DELETE FROM taught_tags WHERE tag = ?", [.integer(id)])
                try database.execute(
                    "DELETE FROM photo_tags WHERE tag = ? AND source = ?",
                    [.integer(id), .text(PhotoTag.Source.taught)])
                try database.execute("DELETE FROM corrections WHERE tag = ?", [.text(tag)])
                try database.execute(
                    "DELETE FROM tags WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM photo_tags WHERE tag = ?1)",
                    [.integer(id)])
                try GalleryText.markAllChanged(in: database)
                return true
            }
        }
        guard found else { throw .teaching("no tag \(tag) was taught") }
        noteSaid()
    }

    /// Learns a tag again after somebody corrected it, if it is one that was taught. Too few examples leave it as it is.
    private func learnAgain(_ tag: String, now: Int) throws(GalleryError) {
        let isTaught = try use { database in
            try !database.integers(
                "SELECT tag FROM taught_tags JOIN tags ON tags.id = tag WHERE name = ?", [.text(tag)]
            ).isEmpty
        }
        guard isTaught else { return }
        do throws(GalleryError) {
            try change { _ in _ = try learn(tag, now: now) }
        } catch .teaching {
            return
        } catch {
            throw error
        }
    }

    /// Runs work as one change.
    private func change<Value>(_ work: (Database) throws -> Value) throws(GalleryError) -> Value {
        do { return try database.change { try work(database) } } catch { throw GalleryError(error) }
    }

    private func learn(
        _ tag: String, now: Int, _ progress: @Sendable (Double) -> Void = { _ in }
    ) throws -> TaughtTag {
        guard let lesson = try LessonReader(database: database).lesson(tag) else {
            throw GalleryError.teaching("the photos have no embeddings: no tagger has looked at them")
        }
        guard lesson.examples >= Self.fewestExamples else {
            throw GalleryError.teaching(
                "\(Self.fewestExamples) examples are needed, and \(lesson.examples) can be used")
        }
        guard lesson.samples.count > lesson.examples else {
            throw GalleryError.teaching("there are no photos without the tag")
        }
        let outcome = TagLesson(samples: lesson.samples).outcome(progress)
        // What was half learned is worth nothing.
        if Task.isCancelled { throw GalleryError.teaching("learning was stopped; nothing has changed") }
        let id = try database.integers("SELECT id FROM tags WHERE name = ?", [.text(tag)]).first ?? 0
        try database.execute(
            """
            INSERT OR REPLACE INTO taught_tags (tag, model, weights, bias, precision, recall, created)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(id), .text(lesson.model), .bytes(Vectors.bytes(outcome.model.weights)),
                .real(Double(outcome.model.bias)), .real(outcome.precision), .real(outcome.recall), .integer(now),
            ])
        let row = TaughtTags.Row(tag: id, model: lesson.model, plane: outcome.model)
        let count = try TaughtTags.applyToAll(row, in: database)
        try GalleryText.markAllChanged(in: database)
        return TaughtTag(name: tag, precision: outcome.precision, recall: outcome.recall, count: count)
    }

    /// A file that was edited holds another photo than before, by its bytes; to the person it is the same. What they said
    /// of it goes along, where the new photo shows the same shot: another photo may have got the old name.
    ///
    /// - Parameters:
    ///   - old: the photo that was in the file until now.
    ///   - new: the one that is, analyzed if it will be.
    func carryOver(from old: Int?, to new: Int) throws {
        guard let old, old != new, let before = try look(of: old), let after = try look(of: new) else { return }
        guard before.isEdited(into: after) else { return }
        for (table, columns) in [("corrections", "tag, is_right, time"), ("ratings", "rating, time")] {
            try database.execute(
                """
                INSERT OR IGNORE INTO \(table) (digest, \(columns))
                SELECT (SELECT digest FROM photos WHERE id = ?), \(columns) FROM \(table)
                WHERE digest = (SELECT digest FROM photos WHERE id = ?)
                """, [.integer(new), .integer(old)])
        }
        try Ratings.apply(to: new, in: database)
    }

    private func look(of photo: Int) throws -> PhotoLook? {
        try database.rows(
            """
            SELECT fingerprint, width, height, taken, iif(taken_detail IS NULL, taken_source, ''), camera FROM photos
            WHERE id = ?
            """, [.integer(photo)]
        ) { row in
            PhotoLook(
                id: photo, fingerprint: UInt64(bitPattern: Int64(try row.optionalInteger(0) ?? 0)),
                width: try row.integer(1), height: try row.integer(2),
                taken: min(max(try row.integer(3), -1 << 40), 1 << 40), isTimeSure: try row.text(4) == "exif",
                camera: try row.optionalText(5))
        }.first
    }
}

extension PhotoLook {
    /// Whether the other may have been made of this one: of the same moment by the camera's clock, or so alike that it is
    /// the same shot. Cropping changes the look, and not the moment; many editors keep that.
    fileprivate func isEdited(into other: PhotoLook) -> Bool {
        if isTimeSure, other.isTimeSure { return taken == other.taken && camera == other.camera }
        guard fingerprint != 0, other.fingerprint != 0 else { return false }
        return PerceptualHash.leastDistance(fingerprint, other.fingerprint) <= HashPairs.mostBits
    }
}
