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
/// Each spine is looked at five times at most, and in pictures of limited size, so that the time for a shelf depends
/// only on the number of its books.
public struct SpineTextReader: SpineReader {
    private let recognizer: TextRecognizer
    private let catalog: (any BookMatcher)?
    private let words: WordList?
    private let lanes: Int

    /// Number of spines read in both directions to find the usual one in the picture.
    private static let probes = 3

    /// - Parameters:
    ///   - catalog: the books to identify spines by.
    ///   - words: distinguishes titles from shapes that only look like letters; nil: only letters decide the confidence.
    ///   - lanes: number of spines read in parallel.
    public init(
        _ recognizer: TextRecognizer, catalog: (any BookMatcher)? = nil, words: WordList? = nil, lanes: Int = 2
    ) {
        self.recognizer = recognizer
        self.catalog = catalog
        self.words = words
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
        let found = first + second
        let lines = found.compactMap { $0?.line }
        let spoken = words.flatMap { $0.speaks(lines) ? $0 : nil }
        for (index, words) in zip(probes + others, found) {
            readings[index] = words.map { reading($0, spoken) }
        }
        return readings
    }

    /// Returns the largest standing spines, and all others.
    private static func split(_ spines: [Quad]) -> (probes: [Int], others: [Int]) {
        let standing = spines.indices.filter { spines[$0].meanHeight > 2 * spines[$0].meanWidth }
        let largest = standing.sorted { (spines[$0].area, $1) > (spines[$1].area, $0) }.prefix(Self.probes)
        return (largest.sorted(), spines.indices.filter { !largest.contains($0) })
    }

    /// Does the work for each index, several in parallel, and returns results in the order of the indices.
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

    /// Returns a reading whose confidence is the mean over all letters, less for unknown words.
    private func reading(_ found: SpineWords, _ known: WordList?) -> Shelf.Reading {
        let words = found.ordered
        let text = words.map(\.text).joined(separator: " ")
        let letters = words.reduce(0) { $0 + $1.text.count }
        let sure = words.reduce(0) { $0 + Double($1.text.count) * $1.confidence } / Double(max(letters, 1))
        var reading = Shelf.Reading(text: text, confidence: Self.rounded(sure), book: catalog?.match(text))
        if let judgment = known?.judgment(of: [found.line]), !judgment.unknown.isEmpty {
            (reading.unknownWords, reading.letterConfidence) = (judgment.unknown, reading.confidence)
            reading.confidence = Self.rounded(sure * judgment.factor)
        }
        if found.turn == .up { reading.readsUpward = true }
        return reading
    }

    private static func rounded(_ share: Double) -> Double { (share * 1000).rounded() / 1000 }
}

/// Reads the spines of a picture one after the other, each with as few attempts as needed.
struct SpineAttempt: Sendable {
    let recognizer: TextRecognizer
    let image: GrayImage

    /// Worth of a reading that makes other directions unnecessary: about nine certain letters.
    private static let enough = 4.0
    /// Worth of a reading below which an attempt with more pixels is made.
    private static let little = 14.0
    /// Minimum thickness of a spine with words across, in pixels.
    private static let thick = 36.0

    /// - Parameter usual: the direction of most spines; nil to try both.
    /// - Returns: the words of the best attempt; nil if the spine is too small for any.
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

    /// Returns the directions to try, most likely first.
    private static func turns(_ spine: Quad, usual: SpineTurn?) -> [SpineTurn] {
        if spine.meanWidth > spine.meanHeight { return [.level] }
        let along: [SpineTurn] = usual == .up ? [.up, .down] : [.down, .up]
        if spine.meanHeight < 2 * spine.meanWidth { return [.level] + along }
        return spine.meanWidth >= Self.thick ? along + [.level] : along
    }

    /// Returns the better reading. Words in the wrong direction are sometimes misread as others, so the usual one has
    /// an advantage.
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

    /// Returns the direction in which more was read; down, as in English, if there is no evidence.
    fileprivate static func usualTurn(_ read: [SpineWords]) -> SpineTurn {
        func sum(_ turn: SpineTurn) -> Double { read.reduce(0) { $1.turn == turn ? $0 + $1.worth : $0 } }
        return sum(.up) > sum(.down) ? .up : .down
    }

    /// A way of reading a strip.
    enum Look: Sendable {
        /// Words anywhere.
        case sparse
        /// Lines below each other, with more pixels.
        case block
        /// Words anywhere, with more pixels.
        case fine

        /// Thickness of the scaled spine in pixels, and the maximum scale factors.
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

/// The words on one spine, without junk.
private struct SpineWords {
    private(set) var words: [SpineWord]
    /// The direction in which they were read.
    let turn: SpineTurn

    /// Maximum gap between words of one line, as a share of the spine's length.
    private static let gap = 0.03

    init(_ found: [TextWord], on page: TextPage, turn: SpineTurn) {
        self.turn = turn
        words = found.map { SpineWord($0, on: page) }.filter(\.isPlausible)
    }

    /// The words as a line of the strip.
    var line: TextLine {
        let words = ordered.map { TextLine.Word(text: $0.text, confidence: $0.raw, quad: Quad($0.box)) }
        return TextLine(quad: Quad(Rect(x: 0, y: 0, width: 1, height: 1)), words: words, confidence: 1)
    }

    /// The amount of text read.
    var worth: Double { words.reduce(0) { $0 + $1.worth } }

    /// Whether another attempt is unlikely to add anything.
    var isClear: Bool { worth >= 5 && words.allSatisfy { $0.raw >= 0.85 } }

    /// Returns the longer reading, plus words that the other one read in other places in the same direction.
    func joined(with other: SpineWords) -> SpineWords {
        var (best, rest) = worth >= other.worth ? (self, other) : (other, self)
        guard best.turn == rest.turn else { return best }
        for word in rest.words where word.isSupplement && !best.words.contains(where: { $0.covers(word) }) {
            best.words.append(word)
        }
        return best
    }

    /// The words in reading order: of neighbors, the upper word comes first; words further along come later.
    var ordered: [SpineWord] {
        var result: [SpineWord] = []
        var group: [SpineWord] = []
        var end = -Double.infinity
        for word in words.sorted(by: { ($0.box.x, $0.box.y) < ($1.box.x, $1.box.y) }) {
            // Words of one line are no further apart than the width of a letter.
            if word.box.x > end + Self.gap {
                result += Self.rows(group)
                group = []
            }
            group.append(word)
            end = max(end, word.box.maxX)
        }
        return result + Self.rows(group)
    }

    /// Returns the words of a block line by line, by their centers.
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

/// A word on a spine, in its strip.
private struct SpineWord {
    let text: String
    /// The recognizer's confidence, 0...1.
    let raw: Double
    /// The box as shares of the strip, so that strips of different sizes can be compared.
    let box: Rect
    /// Number of letters and digits.
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

    /// Whether it is more than a stroke, a dot or the pattern of a cover: it has few characters other than letters and
    /// digits, and the shorter it is, the higher its confidence must be.
    var isPlausible: Bool {
        guard letters > 0, 2 * letters >= text.count else { return false }
        switch letters {
        case 1: return raw >= 0.9
        case 2...4: return raw >= 0.3
        default: return raw >= 0.1
        }
    }

    /// Whether its confidence is high enough to add it to the words of another attempt.
    var isSupplement: Bool { letters >= 3 && raw >= 0.6 || letters >= 5 && raw >= 0.3 }

    /// Its value to a reading, by its certain letters.
    var worth: Double { Double(min(text.count, 12)) * max(0, raw - 0.5) }

    /// Whether both are in the same place.
    func covers(_ other: SpineWord) -> Bool {
        let across = min(box.maxX, other.box.maxX) - max(box.x, other.box.x)
        let down = min(box.maxY, other.box.maxY) - max(box.y, other.box.y)
        return across > 0.2 * min(box.width, other.box.width) && down > 0.2 * min(box.height, other.box.height)
    }
}

extension SpineWord {
    /// The probability that the word is right, 0...1, from the recognizer's confidence and the word's length. Fitted to
    /// rendered shelves, whose text is all known; `Benchmarks/eval-titles --scenes 24` reports how accurate it is.
    var confidence: Double {
        let length = Double(min(text.count, Self.longest))
        return 1 / (1 + exp(-(Self.base + Self.byRaw * raw + Self.byLength * length)))
    }

    private static let longest = 8
    private static let base = -6.2
    private static let byRaw = 7.6
    private static let byLength = 0.2
}
