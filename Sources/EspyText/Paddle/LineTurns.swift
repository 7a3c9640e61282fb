import EspyPixels

/// Reads lines whose direction is not known: those that are level may stand upside down, tall ones run down or up.
///
/// Nearly always all lines of a picture run the same way, so the longest ones are read both ways, and the others in the
/// way that won, and in the other one where that gave little.
struct LineTurns {
    let read: (Quad) throws(TextError) -> TextLine?

    /// Lines that are read both ways.
    private static let probes = 3
    /// Surer ones are not read once more.
    private static let sure = 0.8
    /// So many times higher than wide is a tall line.
    private static let tall = 1.5

    /// - Returns: one for each box, in its order; nil where nothing was read.
    func lines(_ boxes: [Quad]) throws(TextError) -> [TextLine?] {
        var lines = [TextLine?](repeating: nil, count: boxes.count)
        let (tall, level) = (
            boxes.indices.filter { boxes[$0].meanHeight >= Self.tall * boxes[$0].meanWidth },
            boxes.indices.filter { boxes[$0].meanHeight < Self.tall * boxes[$0].meanWidth }
        )
        try readAll(level, boxes, turns: (0, 2), probes: 0, into: &lines)
        try readAll(tall, boxes, turns: (1, 3), probes: Self.probes, into: &lines)
        return lines
    }

    private func readAll(
        _ chosen: [Int], _ boxes: [Quad], turns: (Int, Int), probes: Int, into lines: inout [TextLine?]
    ) throws(TextError) {
        let order = chosen.sorted { Self.length(boxes[$0]) > Self.length(boxes[$1]) }
        var (turns, worth) = (turns, (0.0, 0.0))
        for (place, index) in order.enumerated() {
            if Task.isCancelled { throw .cancelled }
            let first = try read(boxes[index].turned(turns.0))
            lines[index] = first
            guard place < probes || (first?.confidence ?? 0) < Self.sure else {
                worth.0 += Self.worth(first)
                continue
            }
            let second = try read(boxes[index].turned(turns.1))
            worth = (worth.0 + Self.worth(first), worth.1 + Self.worth(second))
            if Self.worth(second) > Self.worth(first) { lines[index] = second }
            // What is usual is known after a few lines.
            guard place < max(probes, Self.probes), worth.1 > worth.0 else { continue }
            (turns, worth) = ((turns.1, turns.0), (worth.1, worth.0))
        }
    }

    private static func length(_ quad: Quad) -> Double { max(quad.meanWidth, quad.meanHeight) }

    /// Signs that are sure.
    private static func worth(_ line: TextLine?) -> Double {
        (line?.words ?? []).reduce(0) { $0 + Double($1.text.count) * max(0, $1.confidence - 0.5) }
    }
}
