public import EspyPixels
public import EspyText

/// Reads a photo as a whole, and assigns its lines to spines.
///
/// ```swift
/// let reader = SpineLineReader(engine)
/// let shelf = try await ShelfReader(text: reader).read(image)
/// for spine in shelf.spines { print(spine.reading?.text ?? "") }
/// ```
///
/// The network benefits from the context around a line, so this finds more words than ``SpineTextReader``, which reads
/// cropped spines, and takes less time.
public struct SpineLineReader: SpineReader {
    private let engine: any TextEngine
    private let catalog: (any BookMatcher)?
    private let words: WordList?
    private let limits: TextLimits
    /// Margin around spines that are read separately, as a share of their height, so that lines are not cut off.
    private static let margin = 0.05
    /// Maximum share of the picture; if spines take up more, the whole picture is read.
    private static let most = 0.7

    /// - Parameters:
    ///   - engine: reads text that runs in any direction.
    ///   - catalog: the books that the spines may be of.
    ///   - words: distinguishes titles from shapes that only look like letters; nil: only letters decide the confidence.
    ///   - limits: how much work a photo may be.
    public init(
        _ engine: any TextEngine, catalog: (any BookMatcher)? = nil, words: WordList? = nil,
        limits: TextLimits = TextLimits()
    ) {
        (self.engine, self.catalog, self.words, self.limits) = (engine, catalog, words, limits)
    }

    public func readings(
        of spines: [Quad], in image: RGBImage
    ) async throws(CancellationError) -> [Shelf.Reading?] {
        guard !spines.isEmpty else { return [] }
        let lines = try lines(around: spines, image)
        return readings(of: spines, LineShares(lines, among: spines).lines, spoken(lines), width: image.width)
    }

    public func revised(
        _ spines: [DetectedSpine], in image: RGBImage
    ) async throws(CancellationError) -> [(spine: DetectedSpine, reading: Shelf.Reading?)] {
        let lines = try lines(in: image)
        let revised = SpineEvidence(spines, lines).revised
        let quads = revised.map(\.quad)
        var shares = LineShares(lines, among: quads).lines
        let labels = try labels(on: quads, in: image, &shares)
        var readings = readings(of: quads, shares, spoken(lines), width: image.width)
        for (index, label) in labels { readings[index]?.label = label }
        try lookAgain(at: revised, in: image, spoken(lines), &readings)
        return zip(revised, readings).map { (spine: $0, reading: $1) }
    }

    /// Reads spines without text again, with more contrast.
    private func lookAgain(
        at spines: [DetectedSpine], in image: RGBImage, _ words: WordList?, _ readings: inout [Shelf.Reading?]
    ) throws(CancellationError) {
        let faint = spines.indices.filter { (readings[$0]?.text ?? "").isEmpty }.map { ($0, spines[$0].quad) }
        guard !faint.isEmpty, let again = FaintSpines(faint, in: image.gray) else { return }
        for (index, lines) in again.placed(try self.lines(in: again.sheet)) {
            let quad = spines[index].quad
            let found = reading(
                SpineLettering(lines, on: quad), isCut: Self.isCut(quad, width: Double(image.width)), words)
            guard found.text.count(where: \.isLetter) >= Self.leastAgain else { continue }
            let label = readings[index]?.label
            readings[index] = found
            readings[index]?.label = label
        }
    }

    /// Reads the labels of a library's shelf, and takes their lines from those of the spines.
    ///
    /// - Returns: the labels, by spine; none if too few spines seem to have one.
    private func labels(
        on spines: [Quad], in image: RGBImage, _ shares: inout [[TextLine]]
    ) throws(CancellationError) -> [Int: Shelf.Label] {
        let first = spines.indices.reduce(into: [Int: SpineLabel]()) { $0[$1] = SpineLabel(shares[$1], on: spines[$1]) }
        let signs = spines.indices.count { first[$0] != nil || SpineLabel.isHint(shares[$0], on: spines[$0]) }
        guard signs >= Self.fewestLabels else { return [:] }
        let feet = SpineFeet(spines, in: image)
        var second: [Int: SpineLabel] = [:]
        var seen: Set<Int> = []
        for (number, sheet) in feet.sheets.enumerated() {
            for (index, lines) in feet.placed(try lines(in: sheet), on: number) {
                second[index] = SpineLabel(lines, on: spines[index])
                seen.insert(index)
            }
        }
        var labels: [Int: Shelf.Label] = [:]
        let found = spines.indices.map { SpineLabel.surer(first[$0], second[$0], wasSeen: seen.contains($0)) }
        let usual = SpineLabel.usualSchemes(found)
        guard found.count(where: { $0 != nil }) >= Self.fewestLabels else { return [:] }
        for index in spines.indices {
            guard let one = found[index] else { continue }
            shares[index].removeAll(where: one.covers)
            if usual.contains(one.scheme) { labels[index] = one.label }
        }
        return labels
    }

    /// Minimum number of spines with a label on a shelf of a library. Elsewhere, what looks like one is part of a title.
    private static let fewestLabels = 3

    /// Minimum number of letters read in pictures of faint print, where grain looks like a few letters. Most of what has
    /// more is the title, if not letter by letter.
    private static let leastAgain = 6

    private func readings(
        of spines: [Quad], _ shares: [[TextLine]], _ words: WordList?, width: Int
    ) -> [Shelf.Reading?] {
        zip(spines, shares).map { spine, lines in
            reading(SpineLettering(lines, on: spine), isCut: Self.isCut(spine, width: Double(width)), words)
        }
    }

    /// The list, where the photo is in one of its languages.
    private func spoken(_ lines: [TextLine]) -> WordList? { words.flatMap { $0.speaks(lines) ? $0 : nil } }

    /// Whether a spine extends past a side of the picture, which may have cut off some of its letters.
    private static func isCut(_ spine: Quad, width: Double) -> Bool {
        let bounds = spine.bounds
        return bounds.x <= border * width || bounds.maxX >= (1 - border) * width
    }

    /// Width of the border, as a share of the picture's width.
    private static let border = 0.005
    /// Factor for the confidence of text that may be cut off.
    private static let cut = 0.65

    /// Returns the lines in the part of a picture that the spines take up.
    private func lines(around spines: [Quad], _ image: RGBImage) throws(CancellationError) -> [TextLine] {
        let bounds = spines.dropFirst().reduce(spines[0].bounds) { $0.union($1.bounds) }
        let area = bounds.expanded(by: Self.margin * bounds.height)
        let part = area.area < Self.most * Double(image.width * image.height) ? image.cropped(to: area) : image
        guard part.width > 0, part.height > 0 else { return [] }
        let isPart = part.width != image.width || part.height != image.height
        let corner = Point(
            x: isPart ? max(area.x.rounded(.down), 0) : 0, y: isPart ? max(area.y.rounded(.down), 0) : 0)
        return try lines(in: part).map { $0.moved(by: corner) }
    }

    private func lines(in image: RGBImage) throws(CancellationError) -> [TextLine] {
        do throws(TextError) {
            return try engine.lines(in: image, limits: limits)
        } catch {
            if error == .cancelled || Task.isCancelled { throw CancellationError() }
            // Only the text of this picture fails: its spines are still outlined.
            return []
        }
    }

    private func reading(_ lettering: SpineLettering, isCut: Bool, _ words: WordList?) -> Shelf.Reading {
        let text = lettering.text
        let judgment = words?.judgment(of: lettering.lines) ?? .init()
        let sure = LetteringConfidence.of(lettering.lines) * (isCut ? Self.cut : 1)
        func rounded(_ share: Double) -> Double { (share * 1000).rounded() / 1000 }
        var reading = Shelf.Reading(text: text, confidence: rounded(sure), book: catalog?.match(text))
        if !judgment.unknown.isEmpty {
            (reading.unknownWords, reading.letterConfidence) = (judgment.unknown, reading.confidence)
            reading.confidence = rounded(sure * judgment.factor)
        }
        if lettering.isUp { reading.readsUpward = true }
        return reading
    }
}

extension TextLine {
    fileprivate func moved(by offset: Point) -> TextLine {
        TextLine(
            quad: quad.map { $0 + offset },
            words: words.map { Word(text: $0.text, confidence: $0.confidence, quad: $0.quad.map { $0 + offset }) },
            confidence: confidence)
    }
}

/// The text printed on one spine, in reading order.
private struct SpineLettering {
    let lines: [TextLine]
    /// Whether the letters of a standing spine run up.
    let isUp: Bool

    /// - Parameters:
    ///   - lines: the lines on the spine, in any order.
    ///   - spine: its outline.
    init(_ lines: [TextLine], on spine: Quad) {
        let kept = lines.compactMap(Self.plausible)
        guard let frame = Homography(from: spine, to: Quad(Rect(x: 0, y: 0, width: 1, height: 1))) else {
            (self.lines, isUp) = (kept, false)
            return
        }
        // Along the spine from its top, or from its foot if the letters run up.
        let stands = spine.meanHeight >= spine.meanWidth
        let isUp = stands && Self.signs(kept, turn: .up) > Self.signs(kept, turn: .down)
        self.isUp = isUp
        let placed = kept.map { line in
            let bounds = line.quad.map(frame.apply).bounds
            let (low, high) = stands ? (bounds.y, bounds.maxY) : (bounds.x, bounds.maxX)
            let side = stands ? bounds.center.x : bounds.center.y
            return Placed(
                line: line, from: isUp ? 1 - high : low, to: isUp ? 1 - low : high,
                // If letters run down, the upper line is the one on the right.
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

    /// Returns neighboring lines from top to bottom; lines further along come later.
    private static func ordered(_ placed: [Placed]) -> [TextLine] {
        var (result, group, end): ([TextLine], [Placed], Double) = ([], [], -.infinity)
        for one in placed.sorted(by: { $0.from < $1.from }) {
            // Lines that follow each other may touch.
            if one.from > end - 0.3 * (one.to - one.from) {
                result += group.sorted { $0.below < $1.below }.map(\.line)
                (group, end) = ([], -.infinity)
            }
            group.append(one)
            end = max(end, one.to)
        }
        return result + group.sorted { $0.below < $1.below }.map(\.line)
    }

    /// Returns the line without words that are more likely a stroke, a dot or the pattern of a cover.
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
    /// Creates the direction in which the letters of a line run.
    init(_ line: TextLine) {
        let along = line.quad.topRight - line.quad.topLeft
        self = abs(along.x) >= abs(along.y) ? .level : along.y > 0 ? .down : .up
    }
}
