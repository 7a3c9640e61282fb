import EspyInference
import EspyStore

/// Finds photos that show what a text says.
struct MeaningSearch {
    let index: SearchIndex
    let database: Database
    let texts: any TextMeaning

    /// The photos that a text fits better than what is said of any photo. None of them where none does.
    ///
    /// - Parameter words: as they were typed.
    /// - Throws: ``GalleryError/inference(_:)`` where the model cannot be used.
    func photos(showing words: String) throws(GalleryError) -> SimilarPhotos {
        let words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let known = index.shown[words] { return known }
        let vector: [Float]
        do throws(InferenceError) {
            vector = try texts.vector(of: MeaningBackground.prompt(words))
        } catch {
            throw .inference(error)
        }
        let table = try GalleryError.store { () throws(StoreError) in try index.meanings(texts.version, database) }
        let found = Self.likely(
            table.margins(of: vector), of: table.slots, isPart: MeaningBackground.isPart(words), in: index.ids.count,
            reason: "looks like “\(words)”")
        index.keep(found, showing: words)
        return found
    }

    /// Those photos alone for which the text is likely enough beside the background, the most likely one first.
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
