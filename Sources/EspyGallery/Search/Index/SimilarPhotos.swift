/// What looks like a photo.
struct SimilarPhotos {
    let bits: PhotoBits
    /// By slot, from 0 to 1.
    let scores: [Int: Double]
    /// Slots, the most similar one first.
    let order: [Int]
    /// In words: how they were compared.
    let reason: String

    init(_ scores: [Int: Double], slots: Int, reason: String) {
        let order = scores.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map(\.key)
        self.init(scores, order: order, slots: slots, reason: reason)
    }

    /// - Parameter order: all that have scores, where those are too close to 1 to tell them apart.
    init(_ scores: [Int: Double], order: [Int], slots: Int, reason: String) {
        (self.scores, self.order, self.reason) = (scores, order, reason)
        bits = PhotoBits(slots: slots, order)
    }
}
