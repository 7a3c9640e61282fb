import Foundation

extension SpineWord {
    /// How likely the word is right, 0...1, from what the recognizer says and how long the word is: a fit to words of
    /// photos and of drawn shelves whose text is known (`Benchmarks/eval-titles --fit`).
    var confidence: Double {
        let length = Double(min(text.count, Self.longest))
        return 1 / (1 + exp(-(Self.base + Self.byRaw * raw + Self.byLength * length)))
    }

    private static let longest = 8
    private static let base = -5.0
    private static let byRaw = 6.5
    private static let byLength = 0.2
}
