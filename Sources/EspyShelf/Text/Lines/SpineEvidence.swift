import EspyPixels
import EspyText

/// What the text of a photo says of the spines that were found in it: where one was missed, and where there may be none.
struct SpineEvidence {
    private let spines: [DetectedSpine]
    private let shares: LineShares

    /// A line on no spine stands for one that was missed if it is so sure, and has so many letters.
    private static let (leastConfidence, leastLetters) = (0.9, 5)
    /// A line beyond the end of a spine is printed on it if it is so sure.
    private static let leastOfPart = 0.7
    /// Of the books of a row, so many have a line where those without one are in doubt, if there are so many books.
    private static let (lettered, books) = (0.85, 6)
    /// What is left of the confidence of a spine without a line among others that have one.
    private static let doubt = 0.6

    init(_ spines: [DetectedSpine], _ lines: [TextLine]) {
        self.spines = spines
        shares = LineShares(lines, among: spines.map(\.quad))
    }

    /// The spines, some less sure or longer than before, and those that were missed.
    var revised: [DetectedSpine] {
        var known = prolonged(doubted)
        // From the books outward, for one that was missed stands beside the next.
        for line in shares.loose.filter(isTitle).sorted(by: { distance($0) < distance($1) }) {
            guard let spine = MissedSpine(line, among: known).spine else { continue }
            if known.contains(where: { QuadOverlap.share($0.quad, spine.quad) > 0.2 }) { continue }
            known.append(spine)
        }
        guard known.count > spines.count else { return known }
        return known.sorted { ($0.row, $0.quad.center.x) < ($1.row, $1.quad.center.x) }
    }

    private func prolonged(_ spines: [DetectedSpine]) -> [DetectedSpine] {
        var result = spines
        for line in shares.loose where line.confidence >= Self.leastOfPart {
            guard LetteringConfidence.letters(line.words) >= Self.leastLetters,
                let whole = PartialSpine(line, among: result)
            else { continue }
            result[whole.index].quad = whole.quad
        }
        return result
    }

    private func isTitle(_ line: TextLine) -> Bool {
        line.confidence >= Self.leastConfidence && LetteringConfidence.letters(line.words) >= Self.leastLetters
    }

    /// To the nearest book, across.
    private func distance(_ line: TextLine) -> Double {
        spines.map { abs($0.quad.center.x - line.quad.center.x) }.min() ?? 0
    }

    /// Spines without a line in rows in which nearly all have one. Narrow ones have no room for letters.
    private var doubted: [DetectedSpine] {
        var result = spines
        for row in Set(spines.map(\.row)) {
            let members = spines.indices.filter { spines[$0].row == row && spines[$0].confidence >= 0.5 }
            guard members.count >= Self.books else { continue }
            let lettered = members.filter { !shares.lines[$0].isEmpty }
            guard Double(lettered.count) >= Self.lettered * Double(members.count) else { continue }
            let widths = lettered.map { spines[$0].quad.meanWidth }.sorted()
            let usual = widths[widths.count / 2]
            for index in spines.indices where spines[index].row == row && shares.lines[index].isEmpty {
                if spines[index].quad.meanWidth >= 0.6 * usual { result[index].confidence *= Self.doubt }
            }
        }
        return result
    }
}
