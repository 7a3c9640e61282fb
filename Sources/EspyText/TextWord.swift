/// A word as it stands on a page.
public struct TextWord: Sendable, Equatable {
    /// Without white space; never empty.
    public var text: String
    /// What the recognizer thinks of it, 0...1. Above 0.9 most words are right, below 0.6 most are wrong.
    public var confidence: Double
    /// Around the word, in pixels of the page, origin top left.
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    /// Which line of the page it is in, counted from 0 in the order of reading.
    public var line: Int

    public init(text: String, confidence: Double, x: Int, y: Int, width: Int, height: Int, line: Int) {
        self.text = text
        self.confidence = confidence
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.line = line
    }
}
