public import EspyInference
public import EspyPixels

/// An engine that reads the text in a picture.
public protocol TextEngine: Sendable {
    /// Changes if the engine may give other results.
    var version: String { get }

    /// Returns the lines of a picture. Blocks the thread: some tenths of a second for a page.
    ///
    /// - Parameter image: upright; text may run in any direction.
    /// - Returns: in reading order, as far as it is known, without lines that are more likely wrong than right.
    /// - Throws: ``TextError``; ``TextError/cancelled`` within a tenth of a second after the calling task was
    ///   canceled.
    func lines(in image: RGBImage, limits: TextLimits) throws(TextError) -> [TextLine]

    /// Whether reading a photo is worthwhile if it may have no text. Takes less than a tenth of the time of reading it.
    ///
    /// - Throws: see ``lines(in:limits:)``
    func mayHaveText(in image: RGBImage) throws(TextError) -> Bool
}

extension TextEngine {
    public func lines(in image: RGBImage) throws(TextError) -> [TextLine] {
        try lines(in: image, limits: TextLimits())
    }

    /// Unknown by default, so photos that are not pages are not read.
    public func mayHaveText(in image: RGBImage) throws(TextError) -> Bool { false }
}

/// Limits on the work for a picture.
public struct TextLimits: Sendable, Equatable {
    /// To find the lines, a larger picture is shrunk until its long side has this many pixels.
    public var longSide: Int
    /// A smaller picture is enlarged, as far as its long side allows: letters of a few pixels cannot be distinguished.
    public var shortSide: Int
    /// The largest number of lines to read, the largest first.
    public var lines: Int
    /// After this many lines, the longest ones, without a confident word, the others are considered to be a pattern
    /// like these: codes, bricks, leaves.
    public var patience: Int

    public init(longSide: Int = 2240, shortSide: Int = 736, lines: Int = 400, patience: Int = .max) {
        (self.longSide, self.shortSide) = (max(longSide, 32), max(shortSide, 32))
        (self.lines, self.patience) = (max(lines, 0), max(patience, 1))
    }
}

/// A line of text that was read.
public struct TextLine: Sendable, Equatable {
    /// Around the line, in pixels of the picture. Its corners are in the orientation of its letters: the first is above
    /// the beginning of the first letter.
    public var quad: Quad
    /// In reading order; never empty. Scripts without spaces have one word for the whole line.
    public var words: [Word]
    /// Mean confidence of the engine in the characters, 0...1.
    public var confidence: Double

    /// The words with single spaces between them.
    public var text: String { words.map(\.text).joined(separator: " ") }

    public init(quad: Quad, words: [Word], confidence: Double) {
        (self.quad, self.words, self.confidence) = (quad, words, confidence)
    }

    /// A part of a line without white space.
    public struct Word: Sendable, Equatable {
        /// Never empty.
        public var text: String
        /// The same as for the line.
        public var confidence: Double
        /// Around the word, with corners like those of the line.
        public var quad: Quad

        public init(text: String, confidence: Double, quad: Quad) {
            (self.text, self.confidence, self.quad) = (text, confidence, quad)
        }
    }
}

extension TextLine {
    /// The part of a line with some of its words, for a line whose other words belong elsewhere.
    public func part(_ range: Range<Int>) -> TextLine? {
        let words = Array(words[range])
        guard let first = words.first, let last = words.last else { return nil }
        let signs = words.reduce(0) { $0 + $1.text.count }
        let sure = words.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / Double(max(signs, 1))
        return TextLine(
            quad: Quad(
                topLeft: first.quad.topLeft, topRight: last.quad.topRight, bottomRight: last.quad.bottomRight,
                bottomLeft: first.quad.bottomLeft), words: words, confidence: sure)
    }
}

/// A reason why text could not be read. A picture without words is not an error.
public enum TextError: Error, Sendable, Equatable {
    /// Tesseract is not installed.
    case missingLibrary
    /// No folder has the data of this language, such as `eng`.
    case missingLanguage(String, folders: [String])
    /// The data exist but cannot be used.
    case badLanguageData(String, folder: String)
    /// The names of the languages do not have the form `eng`, or `eng+deu`.
    case badLanguageName(String)
    /// The picture has no pixels, or more than ``TextRecognizer/mostPixels``.
    case badSize(width: Int, height: Int)
    /// A model that reads text could not be run.
    case model(InferenceError)
    /// The recognizer failed for an unknown reason.
    case failed
    /// The task was canceled before it was done.
    case cancelled

    /// Runs work that throws errors of this kind, or those of models, at the edge of this module.
    static func typed<Result>(_ work: () throws -> Result) throws(TextError) -> Result {
        do {
            return try work()
        } catch let error as TextError {
            throw error
        } catch let error as InferenceError {
            throw .model(error)
        } catch {
            throw .failed
        }
    }
}
