public import EspyPixels

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
