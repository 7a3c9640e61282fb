import EspyText

/// How likely what was read on a spine is right, and all there is.
///
/// A network is surer of its signs than it ought to be of words: of those on drawn shelves whose signs are sure to 0.97, three
/// of four are right. And a few letters that are right are no title: of drawn spines with eight letters or more, half have
/// all that is printed, with twelve or more three of four. `make eval-titles` says how often what is called read is right.
enum LetteringConfidence {
    /// A word has about so many signs, and one that is wrong makes it wrong.
    private static let signs = 7
    /// Letters in whole words that make a title.
    private static let title = 12.0
    /// Signs of a word that counts, and how many of them have to be letters.
    private static let (leastLetters, share) = (3, 0.7)

    static func of(_ lines: [TextLine]) -> Double {
        let words = lines.flatMap(\.words)
        let all = words.reduce(0) { $0 + $1.text.count }
        guard all > 0 else { return 0 }
        let mean = words.reduce(0) { $0 + Double($1.text.count) * $1.confidence } / Double(all)
        let right = (0..<signs).reduce(1.0) { product, _ in product * mean }
        return right * min(1, Double(letters(words)) / title)
    }

    /// Letters in whole words. Signs of scripts that have no spaces tell as much as two letters, and those of the label of
    /// a library tell nothing: "796.42 Pol".
    static func letters(_ words: [TextLine.Word]) -> Int {
        words.indices.reduce(0) { sum, index in
            let word = words[index].text
            let dense = word.unicodeScalars.count { 0x3040...0x9FFF ~= $0.value }
            let letters = word.count(where: \.isLetter) + dense
            let isWhole = letters >= leastLetters && Double(letters) >= share * Double(word.count)
            let isLabel = index > 0 && letters <= labelLetters && isClass(words[index - 1].text)
            return isWhole && !isLabel ? sum + letters : sum
        }
    }

    /// Of the author's name, below the class.
    private static let labelLetters = 4

    /// Whether a word is the number of a class of books, as Dewey's decimal classification has them.
    private static func isClass(_ word: String) -> Bool {
        guard let number = CallNumber(word), number.scheme == .dewey else { return false }
        return !number.decimals.isEmpty && number.parts.isEmpty
    }
}
