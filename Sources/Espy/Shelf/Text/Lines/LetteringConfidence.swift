import EspyText

/// How likely what was read on a spine is right.
enum LetteringConfidence {
    /// The mean over all letters.
    static func of(_ lines: [TextLine]) -> Double {
        let words = lines.flatMap(\.words)
        let letters = words.reduce(0) { $0 + $1.text.count }
        return words.reduce(0) { $0 + Double($1.text.count) * $1.confidence } / Double(max(letters, 1))
    }
}
