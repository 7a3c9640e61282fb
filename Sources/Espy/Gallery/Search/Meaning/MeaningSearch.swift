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
        let table = try Gallery.store { () throws(StoreError) in try index.meanings(texts.version, database) }
        let found = SimilarPhotos(
            Self.likely(table.margins(of: vector), of: table.slots, isPart: MeaningBackground.isPart(words)),
            slots: index.ids.count, reason: "looks like “\(words)”")
        index.keep(found, showing: words)
        return found
    }

    /// - Returns: by slot, how likely the text is beside the background; those alone for which that is enough.
    static func likely(_ margins: [Float], of slots: [Int], isPart: Bool) -> [Int: Double] {
        let least = Float(MeaningBackground.leastMargin(isPart: isPart))
        var found: [Int: Double] = [:]
        for row in margins.indices where margins[row] >= least && slots[row] >= 0 {
            found[slots[row]] = MeaningBackground.likelihood(Double(margins[row]), isPart: isPart)
        }
        return found
    }
}
