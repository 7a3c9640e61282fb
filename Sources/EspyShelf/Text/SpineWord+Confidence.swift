import Foundation

extension SpineWord {
    /// How likely the word is right, 0...1, from what the recognizer says and how long the word is. Fitted to drawn shelves,
    /// all of whose text is known; `Benchmarks/eval-titles --scenes 24` tells how well it holds.
    var confidence: Double {
        let length = Double(min(text.count, Self.longest))
        return 1 / (1 + exp(-(Self.base + Self.byRaw * raw + Self.byLength * length)))
    }

    private static let longest = 8
    private static let base = -6.2
    private static let byRaw = 7.6
    private static let byLength = 0.2
}
