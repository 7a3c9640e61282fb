import EspyStore

extension Gallery {
    /// Marks a tag of a photo as right or wrong. This persists when the photo is analyzed again, moved, or removed and
    /// added again; a later correction overrides it. A new tag gets the category `own`.
    ///
    /// - Throws: ``GalleryError/unknownPhoto(_:)``; ``GalleryError/teaching(_:)`` for an invalid tag name.
    public func correct(_ photo: Int, tag: String, isRight: Bool, now: Int) throws(GalleryError) {
        try say(isRight ? .right : .wrong, of: tag, on: [photo], now: now)
    }

    /// Removes the correction of a photo's tag: the models decide again.
    public func takeBack(_ photo: Int, tag: String, now: Int) throws(GalleryError) {
        try say(.nothing, of: tag, on: [photo], now: now)
    }

    /// Makes the same correction on several photos in one transaction: on all of them or, when one is unknown, on none.
    ///
    /// - Returns: the previous corrections, with their photos; applying them again undoes the change.
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
        noteUserData()
        return before
    }

    /// The tags of a photo after all corrections: each once, most confident first.
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

    /// In lower case, with single blanks.
    static func tagName(_ name: String) throws(GalleryError) -> String {
        let words = name.prefix(1_000).lowercased().split { $0.isWhitespace }.joined(separator: " ")
        guard 1...60 ~= words.unicodeScalars.count, !words.contains("\""), words.contains(where: \.isLetter) else {
            throw .teaching("a tag has 1 to 60 characters, a letter among them, and no quotes")
        }
        return words
    }

    /// Rates photos in one transaction: all of them or, when one is unknown, none. Ratings persist when a photo is read
    /// again, moved, or removed and added again. The files are not changed.
    ///
    /// - Parameters:
    ///   - rating: from 0 to 5 stars, -1 for rejected; nil removes the user's rating, so that the file's counts.
    ///   - now: seconds since 1970.
    /// - Returns: the previous ratings; applying them again undoes the change.
    /// - Throws: ``GalleryError/unknownPhoto(_:)``; ``GalleryError/rating(_:)`` for an invalid rating.
    @discardableResult
    public func rate(_ photos: [Int], _ rating: Int?, now: Int) throws(GalleryError) -> [Int?: [Int]] {
        if let rating, !Ratings.all.contains(rating) { throw .rating(rating) }
        defer { noteUserData() }
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

    /// The least number of examples for teaching a tag. Twenty are a good start.
    public static let fewestExamples = 5

    /// Learns a tag from example photos, and applies it to all photos with similar embeddings. Photos without
    /// corrections serve as negatives.
    ///
    /// The examples get the tag as the user's own correction. The tag is learned again whenever it is corrected later.
    ///
    /// - Parameters:
    ///   - examples: ids of photos; teaching the same tag again adds more.
    ///   - counterexamples: photos that look similar, but must not get the tag.
    ///   - progress: called with the share that is done.
    /// - Returns: the accuracy on photos that were not learned from, and the number of photos that have the tag now.
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
        defer { noteUserData() }
        return try change { database in
            for (photo, digest, isRight) in said {
                try Corrections.write(digest, tag, isRight, now, in: database)
                try GalleryText.markChanged(photo, in: database)
            }
            return try learn(tag, now: now, progress)
        }
    }

    /// All taught tags.
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

    /// Deletes a taught tag and all its corrections. The same tag from models or files stays.
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
        noteUserData()
    }

    /// Learns a taught tag again after a correction. With too few examples, it stays as it is.
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

    /// Runs work in one transaction.
    private func change<Value>(_ work: (Database) throws -> Value) throws(GalleryError) -> Value {
        do { return try database.change { try work(database) } } catch { throw GalleryError(error) }
    }

    private func learn(
        _ tag: String, now: Int, _ progress: @Sendable (Double) -> Void = { _ in }
    ) throws -> TaughtTag {
        guard let lesson = try LessonReader(database: database).lesson(tag) else {
            throw GalleryError.teaching("the photos have no embeddings yet; index them with a tagger")
        }
        guard lesson.examples >= Self.fewestExamples else {
            throw GalleryError.teaching(
                "\(Self.fewestExamples) examples are needed, and \(lesson.examples) can be used")
        }
        guard lesson.samples.count > lesson.examples else {
            throw GalleryError.teaching("there are no photos without the tag")
        }
        let outcome = TagLesson(samples: lesson.samples).outcome(progress)
        // A partly learned model is useless.
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

    /// By its bytes, an edited file contains a new photo; for the user it is the same one. Corrections carry over if
    /// the new photo shows the same shot: another photo may have taken the old name.
    ///
    /// - Parameters:
    ///   - old: the previous photo of the file.
    ///   - new: its photo now, analyzed if possible.
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

    private func look(of photo: Int) throws -> PerceptualHashes? {
        try database.rows(
            """
            SELECT fingerprint, width, height, taken, iif(taken_detail IS NULL, taken_source, ''), camera FROM photos
            WHERE id = ?
            """, [.integer(photo)]
        ) { row in
            PerceptualHashes(
                id: photo, fingerprint: UInt64(bitPattern: Int64(try row.optionalInteger(0) ?? 0)),
                width: try row.integer(1), height: try row.integer(2),
                taken: min(max(try row.integer(3), -1 << 40), 1 << 40), isTimeSure: try row.text(4) == "exif",
                camera: try row.optionalText(5))
        }.first
    }
}

extension PerceptualHashes {
    /// Whether the other photo may be an edit of this one: from the same moment by the camera's clock, or similar
    /// enough to be the same shot. Cropping changes the look but not the moment, which many editors preserve.
    fileprivate func isEdited(into other: PerceptualHashes) -> Bool {
        if isTimeSure, other.isTimeSure { return taken == other.taken && camera == other.camera }
        guard fingerprint != 0, other.fingerprint != 0 else { return false }
        return PerceptualHash.leastDistance(fingerprint, other.fingerprint) <= HashPairs.mostBits
    }
}
