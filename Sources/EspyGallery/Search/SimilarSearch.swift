import EspyStore

/// Finds photos that look like another one, by embeddings or, without a model, by perceptual hashes.
struct SimilarSearch {
    let index: SearchIndex
    let database: Database

    /// Maximum number of similar photos.
    private static let most = 500
    /// Hashes that differ in more bits are not similar.
    private static let mostBits = 12

    /// - Parameter name: the id of the photo, or a path.
    /// - Throws: ``GalleryError/unknownPhoto(_:)``.
    func photos(like name: String) throws -> SimilarPhotos {
        guard let found = try find(name) else { throw GalleryError.unknownPhoto(name) }
        return found
    }

    private func find(_ name: String) throws -> SimilarPhotos? {
        var photo = Int(name)
        if photo == nil {
            photo = try database.integers(
                "SELECT photo FROM files WHERE path = ? AND photo IS NOT NULL", [.text(name)]
            ).first
        }
        guard let photo, let slot = index.slots[photo] else { return nil }
        if index.vectors == nil { index.vectors = try VectorTable.read(from: database, index) }
        guard let table = index.vectors, let vector = try vector(of: photo, table) else {
            return try alike(photo, slot)
        }
        var scores = Self.outstanding(table.cosines(with: vector), of: table.slots)
        scores[slot] = 1
        return SimilarPhotos(scores, slots: index.ids.count, reason: "similar")
    }

    private func vector(of photo: Int, _ table: VectorTable) throws -> [Float]? {
        let kept = try database.rows(
            "SELECT vector FROM embeddings WHERE photo = ? AND model = ?", [.integer(photo), .text(table.model)]
        ) { row in Vectors.floats(try row.bytes(0)) }
        return kept.first.flatMap { $0.count == table.length ? $0 : nil }
    }

    /// The photos that stand out. The similarity of unrelated photos depends on the model and on the library, so the
    /// library sets the threshold: four robust standard deviations above the median. It is at least 0.5, below which
    /// nothing is similar, and at most 0.9, above which everything is.
    static func outstanding(_ cosines: [Float], of slots: [Int]) -> [Int: Double] {
        // A sample is enough for a median.
        let step = max(1, cosines.count / 5_000)
        let sample = stride(from: 0, to: cosines.count, by: step).map { cosines[$0] }.sorted()
        guard !sample.isEmpty else { return [:] }
        let median = sample[sample.count / 2]
        let deviation = sample.map { abs($0 - median) }.sorted()[sample.count / 2] * 1.4826
        let limit = min(max(median + 4 * deviation, 0.5), 0.9)
        let found = cosines.indices.filter { cosines[$0] >= limit && slots[$0] >= 0 }
            .sorted { cosines[$0] > cosines[$1] }.prefix(most)
        return Dictionary(found.map { (slots[$0], Double(min(cosines[$0], 1))) }) { max($0, $1) }
    }

    private func alike(_ photo: Int, _ slot: Int) throws -> SimilarPhotos {
        var scores = [slot: 1.0]
        let own = try database.integers(
            "SELECT fingerprint FROM photos WHERE id = ? AND fingerprint IS NOT NULL", [.integer(photo)]
        ).first
        if let own {
            let turned = PerceptualHash.orientations(of: UInt64(bitPattern: Int64(own)))
            let all = try database.integers("SELECT id, fingerprint FROM photos WHERE fingerprint IS NOT NULL")
            for row in stride(from: 0, to: all.count - 1, by: 2) {
                let other = UInt64(bitPattern: Int64(all[row + 1]))
                let bits = turned.reduce(64) { min($0, PerceptualHash.distance($1, other)) }
                if bits <= Self.mostBits, let slot = index.slots[all[row]] { scores[slot] = 1 - Double(bits) / 64 }
            }
        }
        return SimilarPhotos(scores, slots: index.ids.count, reason: "looks alike")
    }
}

/// Finds photos that show what a text describes.
struct MeaningSearch {
    let index: SearchIndex
    let database: Database
    let texts: TextEmbedder

    /// The photos that a text fits better than the background texts; possibly none.
    ///
    /// - Parameter words: as typed.
    /// - Throws: an `InferenceError` if the model cannot be used.
    func photos(showing words: String) throws -> SimilarPhotos {
        let words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let known = index.shown[words] { return known }
        let vector = try texts.vector(of: MeaningBackground.prompt(words))
        let table = try index.meanings(texts.version, database)
        let found = Self.likely(
            table.margins(of: vector), of: table.slots, isPart: MeaningBackground.isPart(words), in: index.ids.count,
            reason: "looks like “\(words)”")
        index.keep(found, showing: words)
        return found
    }

    /// The photos for which the text is likely enough compared to the background, likeliest first.
    private static func likely(
        _ margins: [Float], of slots: [Int], isPart: Bool, in count: Int, reason: String
    ) -> SimilarPhotos {
        let least = Float(MeaningBackground.leastMargin(isPart: isPart))
        let rows = margins.indices.filter { margins[$0] >= least && slots[$0] >= 0 }
            .sorted { (margins[$0], slots[$1]) > (margins[$1], slots[$0]) }
        var scores: [Int: Double] = [:]
        scores.reserveCapacity(rows.count)
        for row in rows {
            scores[slots[row]] = MeaningBackground.likelihood(Double(margins[row]), isPart: isPart)
        }
        return SimilarPhotos(scores, order: rows.map { slots[$0] }, slots: count, reason: reason)
    }
}

/// Photos similar to something, in order.
struct SimilarPhotos {
    let bits: PhotoBits
    /// By slot, from 0 to 1.
    let scores: [Int: Double]
    /// Slots, most similar first.
    let order: [Int]
    /// How they were compared, in words. Empty where each photo has its own reason.
    let reason: String

    init(_ scores: [Int: Double], slots: Int, reason: String) {
        let order = scores.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map(\.key)
        self.init(scores, order: order, slots: slots, reason: reason)
    }

    /// - Parameter order: all slots with scores, for when the scores are too close to 1 to sort by.
    init(_ scores: [Int: Double], order: [Int], slots: Int, reason: String) {
        (self.scores, self.order, self.reason) = (scores, order, reason)
        bits = PhotoBits(slots: slots, order)
    }
}
