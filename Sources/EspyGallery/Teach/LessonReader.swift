import EspyStore

/// Gathers what a tag is learned from.
struct LessonReader {
    let database: Database

    /// Photos that nobody said anything of, which are most probably without the tag.
    private static let others = 1_000
    /// How much one counts that a person said is wrong, beside one that nobody spoke of.
    private static let strong: Float = 5

    struct Lesson {
        let model: String
        let samples: [LogisticModel.Sample]
        var examples: Int { samples.count(where: \.isWanted) }
    }

    /// Nil when there are no embeddings at all.
    func lesson(_ tag: String) throws(StoreError) -> Lesson? {
        let models = try database.query(
            "SELECT model FROM embeddings GROUP BY model ORDER BY count(*) DESC LIMIT 1"
        ) { (row) throws(StoreError) in try row.text(0) }
        guard let model = models.first else { return nil }
        let said = try database.query(
            """
            SELECT id, is_right FROM corrections JOIN photos ON photos.digest = corrections.digest
            WHERE tag = ? ORDER BY id
            """, [.text(tag)]
        ) { (row) throws(StoreError) in (try row.integer(0), try row.integer(1) != 0) }
        var samples: [LogisticModel.Sample] = []
        for (photo, isRight) in said {
            guard let vector = try vector(photo, model) else { continue }
            samples.append(.init(vector: vector, isWanted: isRight, weight: isRight ? 1 : Self.strong))
        }
        for photo in try others(than: Set(said.map(\.0)), model) {
            guard let vector = try vector(photo, model) else { continue }
            samples.append(.init(vector: vector, isWanted: false))
        }
        let length = samples.first?.vector.count ?? 0
        return Lesson(model: model, samples: samples.filter { $0.vector.count == length })
    }

    /// Spread over the whole library, and the same ones each time.
    private func others(than said: Set<Int>, _ model: String) throws(StoreError) -> [Int] {
        let all = try database.integers("SELECT photo FROM embeddings WHERE model = ? ORDER BY photo", [.text(model)])
            .filter { !said.contains($0) }
        guard all.count > Self.others else { return all }
        return (0..<Self.others).map { all[$0 * all.count / Self.others] }
    }

    private func vector(_ photo: Int, _ model: String) throws(StoreError) -> [Float]? {
        let kept = try database.query(
            "SELECT vector FROM embeddings WHERE photo = ? AND model = ?", [.integer(photo), .text(model)]
        ) { (row) throws(StoreError) in Vectors.floats(try row.bytes(0)) }
        return kept.first.flatMap { vector in vector.allSatisfy(\.isFinite) && !vector.isEmpty ? vector : nil }
    }
}
