public import EspyPixels

/// Finds lines with networks, and reads each with the networks or with Tesseract: for shelves and pages on which there
/// are scripts that the networks do not know beside those that they do.
///
/// Which one reads a line is told by what comes out: letters that a network has never seen make it unsure.
public struct MixedTextEngine: TextEngine {
    private let networks: PaddleTextEngine
    private let recognizer: TextRecognizer
    /// Surer lines of the networks are not read once more. Letters of one script that look like those of another are
    /// sometimes read with less doubt than they deserve, so it is high.
    private static let sure = 0.93
    /// How high a line is made for Tesseract, in pixels, and how long it may be.
    private static let (height, longest) = (48.0, 4000.0)
    /// Below this, most words of Tesseract's are wrong.
    private static let least = 0.6

    /// - Parameter recognizer: of the languages that the networks do not know.
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
        let read = try TextError.telling { try turns.lines(boxes) }
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
