/// Finds what a mistyped word was probably meant to be.
package enum Suggestion {
    /// The closest of `words`, if it is close enough to be worth saying.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let scored = words.map { (word: $0, distance: distance(word, $0)) }
        guard let best = scored.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
        return best.word
    }

    /// Edits that turn one word into the other: insert, delete, replace, or swap two neighbors (optimal string
    /// alignment).
    package static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a), Array(b))
        var older = [Int](repeating: 0, count: b.count + 1)
        var previous = Array(0...b.count)
        for i in 0..<a.count {
            var current = [i + 1] + [Int](repeating: 0, count: b.count)
            for j in 0..<b.count {
                let replace = previous[j] + (a[i] == b[j] ? 0 : 1)
                current[j + 1] = min(replace, previous[j + 1] + 1, current[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    current[j + 1] = min(current[j + 1], older[j - 1] + 1)
                }
            }
            (older, previous) = (previous, current)
        }
        return previous[b.count]
    }
}
