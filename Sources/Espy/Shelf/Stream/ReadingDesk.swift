import EspyImage

/// Which spines of a stream are to be read next, and what was read on those that were.
struct ReadingDesk: Sendable {
    /// Spines that are read together: neighbors help each other, and nobody waits long for the next ones.
    private static let batch = 4
    /// A spine is tried so often, until it was read for sure.
    private static let mostTries = 3
    /// Narrower spines, in pixels, have no letters that can be made out.
    private static let narrowest = 14.0
    /// Readings that are kept.
    private static let most = 5000

    private var readings: [Int: Shelf.Reading] = [:]
    private var tries: [Int: Int] = [:]

    /// What was read on a spine.
    subscript(id: Int) -> Shelf.Reading? { readings[id] }

    /// The spines to read next: those tried least, then the widest. Only those that are whole in the picture.
    mutating func next(_ shelf: Shelf, found: Set<Int>) -> [Shelf.Spine] {
        let frame = Rect(x: 0, y: 0, width: Double(shelf.width), height: Double(shelf.height))
        let open = shelf.spines.filter { spine in
            found.contains(spine.id) && readings[spine.id]?.isSure != true
                && tries[spine.id, default: 0] < Self.mostTries
                && min(spine.quad.meanWidth, spine.quad.meanHeight)
                    >= Self.narrowest
                && spine.quad.corners.allSatisfy(frame.contains)
        }
        let first = open.sorted { one, other in
            let (a, b) = (tries[one.id, default: 0], tries[other.id, default: 0])
            return a != b ? a < b : one.quad.meanWidth > other.quad.meanWidth
        }
        let chosen = Array(first.prefix(Self.batch))
        if tries.count < Self.most { for spine in chosen { tries[spine.id, default: 0] += 1 } }
        return chosen
    }

    /// Keeps the surer of two readings.
    mutating func add(_ found: [Shelf.Reading?], of spines: [Shelf.Spine]) {
        for (spine, reading) in zip(spines, found) {
            guard let reading, reading.confidence >= readings[spine.id]?.confidence ?? 0 else { continue }
            if readings.count < Self.most || readings[spine.id] != nil { readings[spine.id] = reading }
        }
    }
}
