public import EspyInference
public import EspyPixels

/// Whatever reads the text in a picture.
public protocol TextEngine: Sendable {
    /// Changes when other text might be read.
    var version: String { get }

    /// The lines of a picture. Blocks the thread: some tenths of a second for a page.
    ///
    /// - Parameter image: upright; text may run in any direction.
    /// - Returns: in the order of reading, as far as that can be told; without those that are more likely wrong than right.
    /// - Throws: ``TextError``; ``TextError/cancelled`` within a tenth of a second after the task that calls it was
    ///   cancelled.
    func lines(in image: RGBImage, limits: TextLimits) throws(TextError) -> [TextLine]

    /// Whether it is worth to read a photo that need not have any text on it. Takes less than a tenth of reading it.
    ///
    /// - Throws: as ``lines(in:limits:)``
    func mayHaveText(in image: RGBImage) throws(TextError) -> Bool
}

extension TextEngine {
    public func lines(in image: RGBImage) throws(TextError) -> [TextLine] {
        try lines(in: image, limits: TextLimits())
    }

    /// Nobody knows, and so photos that are no pages are not read.
    public func mayHaveText(in image: RGBImage) throws(TextError) -> Bool { false }
}

/// How much work a picture may be.
public struct TextLimits: Sendable, Equatable {
    /// A larger picture is made smaller to find the lines, until its long side has so many pixels.
    public var longSide: Int
    /// A smaller one is enlarged, as far as its long side allows: letters of a few pixels cannot be told apart.
    public var shortSide: Int
    /// Lines that are read, the largest first.
    public var lines: Int
    /// Once so many lines, the longest ones, gave no word that is sure, the others are taken for the pattern that these
    /// are: codes, bricks, leaves.
    public var patience: Int

    public init(longSide: Int = 2240, shortSide: Int = 736, lines: Int = 400, patience: Int = .max) {
        (self.longSide, self.shortSide) = (max(longSide, 32), max(shortSide, 32))
        (self.lines, self.patience) = (max(lines, 0), max(patience, 1))
    }
}

/// A line of text as it was read.
public struct TextLine: Sendable, Equatable {
    /// Around the line, in pixels of the picture. Its corners are in the order in which its letters see them: the first
    /// is before the first letter, above it.
    public var quad: Quad
    /// In the order of reading; never empty. Scripts without spaces have one for the whole line.
    public var words: [Word]
    /// How sure the engine is of the signs, 0...1, as a mean over them.
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
        /// As of the line.
        public var confidence: Double
        /// Around the word, its corners as those of the line.
        public var quad: Quad

        public init(text: String, confidence: Double, quad: Quad) {
            (self.text, self.confidence, self.quad) = (text, confidence, quad)
        }
    }
}

extension TextLine {
    /// The words that were read of it, cut out: what is left of a line of which others have the rest.
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

/// Why a text could not be looked for. A picture without words is no error.
public enum TextError: Error, Sendable, Equatable {
    /// Tesseract is not installed.
    case missingLibrary
    /// No folder has the data of this language, such as `eng`.
    case missingLanguage(String, folders: [String])
    /// The data are there and cannot be used.
    case badLanguageData(String, folder: String)
    /// The names of the languages are not such as `eng`, or `eng+deu`.
    case badLanguageName(String)
    /// The picture has no pixels, or more than ``TextRecognizer/mostPixels``.
    case badSize(width: Int, height: Int)
    /// A model that reads text could not be run.
    case model(InferenceError)
    /// The recognizer gave up, for a reason that it does not tell.
    case failed
    /// The task was cancelled before it was done.
    case cancelled

    /// Does what throws errors of this kind, or those of models, at the edge of this module.
    static func telling<Result>(_ work: () throws -> Result) throws(TextError) -> Result {
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
