import EspyText

/// The words of one spine, junk left out, in the order of reading.
struct SpineWords {
    let words: [TextWord]

    /// A word below this says more about the pattern of a cover than about its text.
    private static let least = 0.3

    init(_ found: [TextWord]) {
        words = Self.ordered(found.filter(Self.isWord))
    }

    var text: String { words.map(\.text).joined(separator: " ") }

    /// How much was read: letters, counted by how sure they are.
    var score: Double {
        words.reduce(0) { $0 + Double($1.text.count) * max(0, $1.confidence - 0.2) }
    }

    /// The mean over all letters.
    var confidence: Double {
        let letters = words.reduce(0) { $0 + $1.text.count }
        guard letters > 0 else { return 0 }
        return words.reduce(0) { $0 + Double($1.text.count) * $1.confidence } / Double(letters)
    }

    /// Whether it is more than a stroke or a dot: two letters or digits at least, and few other signs.
    private static func isWord(_ word: TextWord) -> Bool {
        let letters = word.text.count { $0.isLetter || $0.isNumber }
        guard word.confidence >= least, letters > 0, 2 * letters >= word.text.count else { return false }
        return letters >= 2 || word.confidence >= 0.9
    }

    /// Lines that begin beside each other are read from above; what lies further along comes later.
    private static func ordered(_ words: [TextWord]) -> [TextWord] {
        let lines = Dictionary(grouping: words, by: \.line).values.map { $0.sorted { $0.x < $1.x } }
            .sorted { ($0[0].x, $0[0].y) < ($1[0].x, $1[0].y) }
        var result: [TextWord] = []
        var beside: [[TextWord]] = []
        var end = Int.min
        for line in lines {
            if line[0].x >= end {
                result += beside.sorted { $0[0].y < $1[0].y }.joined()
                beside = []
            }
            beside.append(line)
            end = max(end, line.map { $0.x + $0.width }.max() ?? end)
        }
        return result + beside.sorted { $0[0].y < $1[0].y }.joined()
    }
}
