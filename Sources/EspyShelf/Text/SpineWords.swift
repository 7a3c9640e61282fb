import EspyPixels
import EspyText

/// The words of one spine, junk left out.
struct SpineWords {
    private(set) var words: [SpineWord]
    /// The direction in which they were read.
    let turn: SpineTurn

    /// Between words of one line, as a share of the spine's length.
    private static let gap = 0.03

    init(_ found: [TextWord], on page: TextPage, turn: SpineTurn) {
        self.turn = turn
        words = found.map { SpineWord($0, on: page) }.filter(\.isPlausible)
    }

    /// How much was read.
    var worth: Double { words.reduce(0) { $0 + $1.worth } }

    /// Whether nothing more is to be expected from another try.
    var isClear: Bool { worth >= 5 && words.allSatisfy { $0.raw >= 0.85 } }

    /// The one that has more, with what the other one read of the same direction in other places.
    func joined(with other: SpineWords) -> SpineWords {
        var (best, rest) = worth >= other.worth ? (self, other) : (other, self)
        guard best.turn == rest.turn else { return best }
        for word in rest.words where word.isSupplement && !best.words.contains(where: { $0.covers(word) }) {
            best.words.append(word)
        }
        return best
    }

    /// In the order of reading: of what lies beside each other the upper words come first, what is further along comes
    /// later.
    var ordered: [SpineWord] {
        var result: [SpineWord] = []
        var group: [SpineWord] = []
        var end = -Double.infinity
        for word in words.sorted(by: { ($0.box.x, $0.box.y) < ($1.box.x, $1.box.y) }) {
            // Words of one line are no further apart than a letter is wide.
            if word.box.x > end + Self.gap {
                result += Self.rows(group)
                group = []
            }
            group.append(word)
            end = max(end, word.box.maxX)
        }
        return result + Self.rows(group)
    }

    /// Words of a block line by line, by where their middles are.
    private static func rows(_ group: [SpineWord]) -> [SpineWord] {
        var rows: [[SpineWord]] = []
        for word in group.sorted(by: { $0.box.center.y < $1.box.center.y }) {
            if let last = rows.last?.last, word.box.center.y - last.box.center.y < 0.5 * last.box.height {
                rows[rows.count - 1].append(word)
            } else {
                rows.append([word])
            }
        }
        return rows.flatMap { $0.sorted { $0.box.x < $1.box.x } }
    }
}
