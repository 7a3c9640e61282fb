public import EspyPixels
public import EspyText
import Foundation

/// Reads the words on spines.
///
/// ```swift
/// let reader = SpineTextReader(try TextRecognizer(TextLanguages("eng")))
/// let shelf = try await ShelfReader(text: reader).read(image)
/// for spine in shelf.spines { print(spine.reading?.text ?? "") }
/// ```
///
/// Each spine is looked at five times at most, and in pictures of bounded size, so that a shelf takes time by the number of
/// its books alone.
public struct SpineTextReader: SpineReader {
    private let recognizer: TextRecognizer
    private let catalogue: (any BookMatcher)?
    private let lanes: Int

    /// Spines that are read in both directions to find out which is usual in this picture.
    private static let probes = 3

    /// - Parameters:
    ///   - catalogue: the books that the spines may be of.
    ///   - lanes: how many spines are read at the same time.
    public init(_ recognizer: TextRecognizer, catalogue: (any BookMatcher)? = nil, lanes: Int = 2) {
        self.recognizer = recognizer
        self.catalogue = catalogue
        self.lanes = max(1, lanes)
    }

    public func readings(
        of spines: [Quad], in image: RGBImage
    ) async throws(CancellationError) -> [Shelf.Reading?] {
        let attempt = SpineAttempt(recognizer: recognizer, image: image.gray)
        let (probes, others) = Self.split(spines)
        let first = try await inLanes(probes) { attempt.read(spines[$0], usual: nil) }
        let usual = SpineAttempt.usualTurn(first.compactMap(\.self))
        let second = try await inLanes(others) { attempt.read(spines[$0], usual: usual) }
        var readings = [Shelf.Reading?](repeating: nil, count: spines.count)
        for (index, words) in zip(probes + others, first + second) {
            readings[index] = words.map(reading)
        }
        return readings
    }

    /// The largest ones that stand, and all others.
    private static func split(_ spines: [Quad]) -> (probes: [Int], others: [Int]) {
        let standing = spines.indices.filter { spines[$0].meanHeight > 2 * spines[$0].meanWidth }
        let largest = standing.sorted { (spines[$0].area, $1) > (spines[$1].area, $0) }.prefix(Self.probes)
        return (largest.sorted(), spines.indices.filter { !largest.contains($0) })
    }

    /// Does the work for each index, some at the same time; results come in the order of the indices.
    private func inLanes(
        _ indices: [Int], _ work: @escaping @Sendable (Int) -> SpineWords?
    ) async throws(CancellationError) -> [SpineWords?] {
        var results = [SpineWords?](repeating: nil, count: indices.count)
        await withTaskGroup(of: (Int, SpineWords?).self) { group in
            var waiting = indices.indices.makeIterator()
            func start() {
                guard !Task.isCancelled, let place = waiting.next() else { return }
                group.addTask { (place, work(indices[place])) }
            }
            for _ in 0..<lanes { start() }
            for await (place, words) in group {
                results[place] = words
                start()
            }
        }
        if Task.isCancelled { throw CancellationError() }
        return results
    }

    /// The confidence is the mean over all letters.
    private func reading(_ found: SpineWords) -> Shelf.Reading {
        let words = found.ordered
        let text = words.map(\.text).joined(separator: " ")
        let letters = words.reduce(0) { $0 + $1.text.count }
        let sure = words.reduce(0) { $0 + Double($1.text.count) * $1.confidence } / Double(max(letters, 1))
        return Shelf.Reading(text: text, confidence: (sure * 1000).rounded() / 1000, book: catalogue?.match(text))
    }
}

/// Tries to read one spine after the other in a picture, each in as few ways as it takes.
struct SpineAttempt: Sendable {
    let recognizer: TextRecognizer
    let image: GrayImage

    /// So much is enough not to try other directions: about nine letters that are sure.
    private static let enough = 4.0
    /// With less than this, a look with still more pixels is worth its time.
    private static let little = 14.0
    /// Thinner spines have no room for words across.
    private static let thick = 36.0

    /// - Parameter usual: the direction that most spines have; nil: both are tried.
    /// - Returns: the words of the best try; nil where the spine is too small for any.
    fileprivate func read(_ spine: Quad, usual: SpineTurn?) -> SpineWords? {
        var best: SpineWords?
        for (index, turn) in Self.turns(spine, usual: usual).enumerated() {
            let isAsked = index == 0 || index == 1 && usual == nil
            guard isAsked || (best?.worth ?? 0) < Self.enough else { break }
            best = Self.better(best, words(spine, turn, .sparse), usual)
        }
        for look in [Look.block, .fine] {
            guard let found = best, !found.isClear, look == .block || found.worth < Self.little else { break }
            best = words(spine, found.turn, look).map(found.joined) ?? found
        }
        return best
    }

    /// The directions to try, the likely ones first.
    private static func turns(_ spine: Quad, usual: SpineTurn?) -> [SpineTurn] {
        if spine.meanWidth > spine.meanHeight { return [.level] }
        let along: [SpineTurn] = usual == .up ? [.up, .down] : [.down, .up]
        if spine.meanHeight < 2 * spine.meanWidth { return [.level] + along }
        return spine.meanWidth >= Self.thick ? along + [.level] : along
    }

    /// Words in the wrong direction are sometimes taken for others, so what is usual has an advantage.
    private static func better(_ one: SpineWords?, _ other: SpineWords?, _ usual: SpineTurn?) -> SpineWords? {
        guard let one, let other else { return one ?? other }
        let handicap = one.turn == usual ? 1.5 : 1
        return other.worth > handicap * one.worth + (handicap - 1) * 2 ? other : one
    }

    private func words(_ spine: Quad, _ turn: SpineTurn, _ look: Look) -> SpineWords? {
        let layout: TextPage.Layout = look == .block ? .block : .sparse
        guard !Task.isCancelled, let page = SpineStrip.page(of: spine, in: image, turn: turn, look),
            let words = try? recognizer.words(on: page, layout: layout)
        else { return nil }
        return SpineWords(words, on: page, turn: turn)
    }

    /// The direction in which more was read; down, as in English, where nothing tells.
    fileprivate static func usualTurn(_ read: [SpineWords]) -> SpineTurn {
        func sum(_ turn: SpineTurn) -> Double { read.reduce(0) { $1.turn == turn ? $0 + $1.worth : $0 } }
        return sum(.up) > sum(.down) ? .up : .down
    }

    /// How a strip is looked at.
    enum Look: Sendable {
        /// Words anywhere.
        case sparse
        /// Lines below each other, with more pixels.
        case block
        /// Words anywhere, with more pixels.
        case fine

        /// How thick a spine is made in pixels, and by which factors at most.
        var thickness: Double {
            switch self {
            case .sparse: 110
            case .block: 150
            case .fine: 160
            }
        }

        var scales: ClosedRange<Double> {
            switch self {
            case .sparse: 0.5...2
            case .block: 0.6...2.5
            case .fine: 0.6...3
            }
        }
    }
}

/// The words of one spine, junk left out.
private struct SpineWords {
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
private struct SpineWord {
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
