import EspyPixels
import EspyText

/// What is printed on one spine, in the order of reading.
struct SpineLettering {
    let lines: [TextLine]

    /// - Parameters:
    ///   - lines: those on the spine, in any order.
    ///   - spine: its outline.
    init(_ lines: [TextLine], on spine: Quad) {
        let kept = lines.compactMap(Self.plausible)
        guard let frame = Homography(from: spine, to: Quad(Rect(x: 0, y: 0, width: 1, height: 1))) else {
            self.lines = kept
            return
        }
        // Along the spine from its top, or from its foot where the letters run up.
        let stands = spine.meanHeight >= spine.meanWidth
        let isUp = stands && Self.signs(kept, turn: .up) > Self.signs(kept, turn: .down)
        let placed = kept.map { line in
            let bounds = line.quad.map(frame.apply).bounds
            let (low, high) = stands ? (bounds.y, bounds.maxY) : (bounds.x, bounds.maxX)
            let side = stands ? bounds.center.x : bounds.center.y
            return Placed(
                line: line, from: isUp ? 1 - high : low, to: isUp ? 1 - low : high,
                // Of letters that run down, the upper line is the one on the right.
                below: stands && !isUp && SpineTurn(line) != .level ? -side : side)
        }
        self.lines = Self.ordered(placed)
    }

    var text: String { lines.map(\.text).joined(separator: " ") }

    private struct Placed {
        let line: TextLine
        let from: Double
        let to: Double
        let below: Double
    }

    private static func signs(_ lines: [TextLine], turn: SpineTurn) -> Int {
        lines.reduce(0) { SpineTurn($1) == turn ? $0 + $1.text.count : $0 }
    }

    /// Lines beside each other, from the upper one to the lower one; what is further along comes later.
    private static func ordered(_ placed: [Placed]) -> [TextLine] {
        var (result, group, end): ([TextLine], [Placed], Double) = ([], [], -.infinity)
        for one in placed.sorted(by: { $0.from < $1.from }) {
            // Two that follow each other may touch.
            if one.from > end - 0.3 * (one.to - one.from) {
                result += group.sorted { $0.below < $1.below }.map(\.line)
                (group, end) = ([], -.infinity)
            }
            group.append(one)
            end = max(end, one.to)
        }
        return result + group.sorted { $0.below < $1.below }.map(\.line)
    }

    /// A line without words that are more likely a stroke, a dot or the pattern of a cover.
    private static func plausible(_ line: TextLine) -> TextLine? {
        let words = line.words.filter { word in
            let letters = word.text.count { $0.isLetter || $0.isNumber }
            guard letters > 0, 2 * letters >= word.text.count else { return word.text == "&" }
            return letters > 1 || word.confidence >= 0.8
        }
        guard words.contains(where: { $0.text != "&" }) else { return nil }
        return TextLine(quad: line.quad, words: words, confidence: line.confidence)
    }
}

extension SpineTurn {
    /// Which way the letters of a line run.
    init(_ line: TextLine) {
        let along = line.quad.topRight - line.quad.topLeft
        self = abs(along.x) >= abs(along.y) ? .level : along.y > 0 ? .down : .up
    }
}
