import EspyStore

extension Gallery {
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
        let right = try examples.map { (photo) throws(GalleryError) in (photo, try digest(of: photo), true) }
        let wrong = try counterexamples.map { (photo) throws(GalleryError) in (photo, try digest(of: photo), false) }
        defer { noteSaid() }
        return try change { (database) throws(GalleryError) in
            for (photo, digest, isRight) in right + wrong {
                try GalleryError.store { () throws(StoreError) in
                    try Corrections.write(digest, tag, isRight, now, in: database)
                    try GalleryText.markChanged(photo, in: database)
                }
            }
            return try learn(tag, now: now, progress)
        }
    }

    /// All tags that were taught.
    public func taughtTags() throws(GalleryError) -> [TaughtTag] {
        try use { (database) throws(StoreError) in
            try database.query(
                """
                SELECT name, precision, recall,
                    (SELECT count(*) FROM photo_tags WHERE tag = tags.id AND source = ?)
                FROM taught_tags JOIN tags ON tags.id = tag ORDER BY name
                """, [.text(PhotoTag.Source.taught)]
            ) { (row) throws(StoreError) in
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
        let found = try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
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
    func learnAgain(_ tag: String, now: Int) throws(GalleryError) {
        let isTaught = try use { (database) throws(StoreError) in
            try !database.integers(
                "SELECT tag FROM taught_tags JOIN tags ON tags.id = tag WHERE name = ?", [.text(tag)]
            ).isEmpty
        }
        guard isTaught else { return }
        do throws(GalleryError) {
            _ = try change { (_) throws(GalleryError) in try learn(tag, now: now) }
        } catch .teaching {
            return
        } catch {
            throw error
        }
    }

    /// Runs work as one change.
    func change<Value>(_ work: (Database) throws(GalleryError) -> Value) throws(GalleryError) -> Value {
        var failure: GalleryError?
        do throws(StoreError) {
            return try database.transaction { () throws(StoreError) in
                do throws(GalleryError) {
                    return try work(database)
                } catch {
                    failure = error
                    throw .statement("taken back")
                }
            }
        } catch {
            throw failure ?? .store(error)
        }
    }

    private func learn(
        _ tag: String, now: Int, _ progress: @Sendable (Double) -> Void = { _ in }
    ) throws(GalleryError) -> TaughtTag {
        let lesson = try GalleryError.store { () throws(StoreError) in try LessonReader(database: database).lesson(tag)
        }
        guard let lesson else { throw .teaching("the photos have no embeddings: no tagger has looked at them") }
        guard lesson.examples >= Self.fewestExamples else {
            throw .teaching("\(Self.fewestExamples) examples are needed, and \(lesson.examples) can be used")
        }
        guard lesson.samples.count > lesson.examples else { throw .teaching("there are no photos without the tag") }
        let outcome = TagLesson(samples: lesson.samples).outcome(progress)
        // What was half learned is worth nothing.
        if Task.isCancelled { throw .teaching("learning was stopped; nothing has changed") }
        return try GalleryError.store { () throws(StoreError) in
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
    }
}
