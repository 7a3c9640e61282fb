public import EspyPixels

/// Finds lines with networks, and reads each with the networks or with Tesseract: for shelves and pages that also have
/// scripts unknown to the networks.
///
/// The result decides which one reads a line: on letters that it has never seen, a network is uncertain.
public struct MixedTextEngine: TextEngine {
    private let networks: PaddleTextEngine
    private let recognizer: TextRecognizer
    /// Lines above this confidence of the networks are not read again. It is high, because letters of one script that
    /// resemble another's are sometimes read with too much confidence.
    private static let sure = 0.93
    /// The height of a line for Tesseract, in pixels, and its largest length.
    private static let (height, longest) = (48.0, 4000.0)
    /// Below this confidence, most of Tesseract's words are wrong.
    private static let least = 0.6

    /// - Parameter recognizer: for the languages that the networks do not know.
    public init(_ networks: PaddleTextEngine, _ recognizer: TextRecognizer) {
        (self.networks, self.recognizer) = (networks, recognizer)
    }

    public var version: String { "mixed-1 \(networks.version) \(recognizer.languages.names)" }

    public func lines(in image: RGBImage, limits: TextLimits) throws(TextError) -> [TextLine] {
        let boxes = try networks.boxes(in: image, limits: limits).prefix(limits.lines).map(\.quad)
        let gray = image.gray
        let turns = LineTurns(networks.lanes, patience: limits.patience) { quad in
            let first = try networks.reader.line(quad, in: image)
            if let first, first.confidence >= Self.sure { return first }
            let second = try line(quad, in: gray)
            return second.worth > first.worth ? second : first
        }
        let read = try TextError.typed { try turns.lines(boxes) }
        return ReadingOrder.sorted(read.compactMap(\.self).filter { $0.confidence >= 0.5 })
    }

    public func mayHaveText(in image: RGBImage) throws(TextError) -> Bool { try networks.mayHaveText(in: image) }

    private func line(_ quad: Quad, in image: GrayImage) throws -> TextLine? {
        guard quad.meanHeight >= 1, quad.meanWidth.isFinite else { return nil }
        let width = Int(min(max(Self.height * quad.meanWidth / quad.meanHeight, 8), Self.longest))
        guard let strip = image.rectified(quad, width: width, height: Int(Self.height)) else { return nil }
        let words = try recognizer.words(on: TextPage(strip), layout: .line).filter { $0.confidence >= Self.least }
            .map { word in
                let (from, to) = (Double(word.x) / Double(width), Double(word.x + word.width) / Double(width))
                return TextLine.Word(text: word.text, confidence: word.confidence, quad: quad.part(from, to))
            }
        guard !words.isEmpty else { return nil }
        return TextLine(quad: quad, words: words, confidence: 0).part(words.indices)
    }
}
