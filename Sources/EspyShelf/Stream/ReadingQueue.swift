import EspyPixels

/// Which spines of a stream are to be read next, and what was read on those that were.
package struct ReadingQueue: Sendable {
    /// Spines that are read together: neighbors help each other, and nobody waits long for the next ones.
    private static let batch = 4
    /// A spine is tried so often, until it was read for sure; and again when it is seen so many times as large.
    private static let mostTries = 3
    private static let growth = 1.25
    /// Narrower spines, in pixels, have no letters that can be made out.
    private static let narrowest = 14.0
    /// Readings that are kept.
    private static let most = 5000

    private var readings: [Int: Shelf.Reading] = [:]
    private var tries: [Int: Tries] = [:]

    private struct Tries {
        var count = 0
        /// Of the spine when it was tried the last time.
        var area = 0.0
    }

    package init() {}

    /// What was read on a spine.
    package subscript(id: Int) -> Shelf.Reading? { readings[id] }

    /// The spines to read next: those tried least, then the widest. Only those that are whole in the picture.
    package mutating func next(_ shelf: Shelf, found: Set<Int>) -> [Shelf.Spine] {
        let frame = Rect(x: 0, y: 0, width: Double(shelf.width), height: Double(shelf.height))
        let open = shelf.spines.filter { spine in
            found.contains(spine.id) && readings[spine.id]?.isSure != true && isWorthATry(spine)
                && spine.quad.corners.allSatisfy(frame.contains)
        }
        let first = open.sorted { one, other in
            let (a, b) = (tries[one.id]?.count ?? 0, tries[other.id]?.count ?? 0)
            return a != b ? a < b : one.quad.meanWidth > other.quad.meanWidth
        }
        let chosen = Array(first.prefix(Self.batch))
        guard tries.count < Self.most else { return [] }
        for spine in chosen {
            tries[spine.id, default: Tries()].count += 1
            tries[spine.id]?.area = spine.quad.area
        }
        return chosen
    }

    private func isWorthATry(_ spine: Shelf.Spine) -> Bool {
        guard min(spine.quad.meanWidth, spine.quad.meanHeight) >= Self.narrowest else { return false }
        guard let before = tries[spine.id], before.count >= Self.mostTries else { return true }
        return spine.quad.area >= before.area * Self.growth
    }

    /// Keeps the surer of two readings.
    package mutating func add(_ found: [Shelf.Reading?], of spines: [Shelf.Spine]) {
        for (spine, reading) in zip(spines, found) {
            guard let reading, reading.confidence >= readings[spine.id]?.confidence ?? 0 else { continue }
            if readings.count < Self.most || readings[spine.id] != nil { readings[spine.id] = reading }
        }
    }
}
