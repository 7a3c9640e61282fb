import EspyPixels
import EspyText
import Foundation

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

/// A word on a spine, as its strip shows it.
struct SpineWord {
    let text: String
    /// What the recognizer says, 0...1.
    let raw: Double
    /// In shares of the strip, so that words of strips of different size can be compared.
    let box: Rect
    /// Letters and digits in it.
    private let letters: Int

    init(_ word: TextWord, on page: TextPage) {
        text = word.text
        raw = word.confidence
        letters = word.text.count { $0.isLetter || $0.isNumber }
        let (width, height) = (Double(page.width), Double(page.height))
        box = Rect(
            x: Double(word.x) / width, y: Double(word.y) / height, width: Double(word.width) / width,
            height: Double(word.height) / height)
    }

    /// Whether it may be more than a stroke, a dot or the pattern of a cover: few other signs than letters and digits,
    /// and the shorter it is, the surer it has to be.
    var isPlausible: Bool {
        guard letters > 0, 2 * letters >= text.count else { return false }
        switch letters {
        case 1: return raw >= 0.9
        case 2...4: return raw >= 0.3
        default: return raw >= 0.1
        }
    }

    /// Whether it is sure enough to be put beside the words of another try.
    var isSupplement: Bool { letters >= 3 && raw >= 0.6 || letters >= 5 && raw >= 0.3 }

    /// What it adds to a reading: letters that are sure.
    var worth: Double { Double(min(text.count, 12)) * max(0, raw - 0.5) }

    /// Whether both are in one place.
    func covers(_ other: SpineWord) -> Bool {
        let across = min(box.maxX, other.box.maxX) - max(box.x, other.box.x)
        let down = min(box.maxY, other.box.maxY) - max(box.y, other.box.y)
        return across > 0.2 * min(box.width, other.box.width) && down > 0.2 * min(box.height, other.box.height)
    }
}

extension SpineWord {
    /// How likely the word is right, 0...1, from what the recognizer says and how long the word is. Fitted to drawn shelves,
    /// all of whose text is known; `Benchmarks/eval-titles --scenes 24` tells how well it holds.
    var confidence: Double {
        let length = Double(min(text.count, Self.longest))
        return 1 / (1 + exp(-(Self.base + Self.byRaw * raw + Self.byLength * length)))
    }

    private static let longest = 8
    private static let base = -6.2
    private static let byRaw = 7.6
    private static let byLength = 0.2
}
