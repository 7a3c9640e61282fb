public import EspyInference
public import EspyPixels

/// Reads text with two networks of the PaddleOCR type: one finds lines, the other reads them one by one.
///
/// ```swift
/// let engine = try PaddleTextEngine(
///     detector: loader.loadOpen("ppocrv6-small-det", task: .textDetector),
///     recognizer: loader.loadOpen("ppocrv6-small-rec", task: .textRecognizer))
/// for line in try engine.lines(in: image) { print(line.text) }
/// ```
///
/// It knows Latin letters with nearly all accents, Chinese and Japanese, but not Greek, Cyrillic, Arabic, Hebrew,
/// Korean, Thai or Vietnamese.
public struct PaddleTextEngine: TextEngine {
    /// Identifiers, in the manifest, of the models that `Scripts/setup-text` downloads.
    public static let detector = "ppocrv6-small-det"
    public static let recognizer = "ppocrv6-small-rec"

    public let version: String
    let finder: LineFinder
    let reader: LineReader
    let lanes: ConcurrentMap
    /// The largest number of lines to read in parallel: more gain little, and each takes memory for a network.
    public static let mostLanes = 4

    /// Lines with less confidence are more often wrong than right.
    private static let least = 0.5

    /// - Parameters:
    ///   - lanes: the number of lines of a picture to read in parallel; `recognizer` must be loaded for as many
    ///     callers, because several processors on one line mostly wait for each other.
    ///   - isSparing: whether the detector releases its memory, 100 MB, after each large picture. Compiling it again
    ///     takes some hundredths of a second, too much for thousands of pictures.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/corruptModel(id:reason:)``
    public init(
        detector: OpenModel, recognizer: OpenModel, lanes: Int = 1, isSparing: Bool = false
    ) throws(InferenceError) {
        let signs = ModelProperties(path: recognizer.path)?.values[OpenProbe.signs] ?? ""
        try self.init(
            detector: detector, recognizer: recognizer, signs: signs, lanes: lanes, isSparing: isSparing)
    }

    /// - Parameters: runners that replace models.
    package init(
        detector: OpenModel, recognizer: OpenModel, signs: String, lanes: Int = 1, isSparing: Bool = false
    ) throws(InferenceError) {
        for (model, task) in [(detector, ModelEntry.Task.textDetector), (recognizer, .textRecognizer)]
        where model.entry.task != task {
            throw .wrongTask(id: model.entry.id, expected: task, found: model.entry.task)
        }
        guard let reader = LineReader(recognizer, signs: signs) else {
            throw .corruptModel(id: recognizer.entry.id, reason: "the signs that it knows are not those of its answer")
        }
        finder = LineFinder(detector, isSparing: isSparing)
        self.reader = reader
        self.lanes = ConcurrentMap(lanes)
        let sums = [detector, recognizer].map { String(($0.entry.sha256 ?? $0.entry.id).prefix(8)) }
        version = "paddle-1 \(sums.joined(separator: " "))"
    }

    public func lines(in image: RGBImage, limits: TextLimits) throws(TextError) -> [TextLine] {
        let boxes = try boxes(in: image, limits: limits).prefix(limits.lines)
        return try lines(boxes.map(\.quad), in: image, patience: limits.patience)
    }

    /// Searches a small version of the picture, which is enough to find readable letters.
    public func mayHaveText(in image: RGBImage) throws(TextError) -> Bool {
        try TextError.typed { try finder.boxes(in: image, limits: Self.glance) }
            .contains { $0.confidence >= Self.leastGlance }
    }

    private static let glance = TextLimits(longSide: 448, shortSide: 224)
    /// Below this confidence it is nearly always a pattern. Barely visible letters have less confidence than in a
    /// larger picture, but that would find no more photos with words and take twice as long.
    private static let leastGlance = 0.64

    /// Finds the places of lines, the largest first, without reading them.
    ///
    /// - Throws: ``TextError``
    package func boxes(in image: RGBImage, limits: TextLimits) throws(TextError) -> [LineBoxes.Box] {
        try TextError.typed { try finder.boxes(in: image, limits: limits) }.sorted { $0.quad.area > $1.quad.area }
    }

    /// Reads lines that were found.
    ///
    /// - Parameter patience: see ``TextLimits/patience``.
    package func lines(_ boxes: [Quad], in image: RGBImage, patience: Int = .max) throws(TextError) -> [TextLine] {
        let turns = LineTurns(lanes, patience: patience) { try reader.line($0, in: image) }
        let read = try TextError.typed { try turns.lines(boxes) }
        return ReadingOrder.sorted(read.compactMap(\.self).filter { $0.confidence >= Self.least })
    }
}

/// Sorts lines in reading order: from top to bottom, those beside each other from left to right, in the orientation of
/// most letters.
enum ReadingOrder {
    static func sorted(_ lines: [TextLine]) -> [TextLine] {
        guard let turn = usual(lines) else { return lines }
        let placed = lines.map { (line: $0, place: turned($0.quad.center, turn)) }.sorted { $0.place.y < $1.place.y }
        var rows: [[(line: TextLine, place: Point)]] = []
        for item in placed {
            let thickness = item.line.quad.meanHeight
            if let last = rows.last?.last, item.place.y - last.place.y < 0.5 * min(thickness, last.line.quad.meanHeight)
            {
                rows[rows.count - 1].append(item)
            } else {
                rows.append([item])
            }
        }
        return rows.flatMap { $0.sorted { $0.place.x < $1.place.x }.map(\.line) }
    }

    /// The direction of most characters, in quarter turns; nil without lines.
    private static func usual(_ lines: [TextLine]) -> Int? {
        var signs = [0, 0, 0, 0]
        for line in lines {
            let along = line.quad.topRight - line.quad.topLeft
            let turn = abs(along.x) >= abs(along.y) ? (along.x >= 0 ? 0 : 2) : (along.y >= 0 ? 1 : 3)
            signs[turn] += line.text.count
        }
        return lines.isEmpty ? nil : signs.indices.max { signs[$0] < signs[$1] }
    }

    /// A point in the orientation of letters that run in a direction.
    private static func turned(_ point: Point, _ turn: Int) -> Point {
        switch turn {
        case 1: Point(x: point.y, y: -point.x)
        case 2: Point(x: -point.x, y: -point.y)
        case 3: Point(x: -point.y, y: point.x)
        default: point
        }
    }
}
