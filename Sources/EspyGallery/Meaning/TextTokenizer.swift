import Foundation

/// Makes of a text the numbers that CLIP's text half was trained with (A. Radford et al., 2021).
///
/// A text is put into small letters and cut into words: letters, single digits, runs of other signs, and the endings of
/// English such as `'s`. Each word is made of pieces. What stands for beginning or end of a text has no meaning inside
/// of one: people may type it.
package struct TextTokenizer: Sendable {
    package let pieces: WordPieces

    package init(_ pieces: WordPieces) { self.pieces = pieces }

    /// - Parameter length: the most numbers; a longer text is cut off, its end is kept.
    package func tokens(of text: String, length: Int) -> [Int] {
        var tokens = [pieces.beginning]
        for word in Self.words(of: text) {
            tokens += pieces.pieces(of: word)
            if tokens.count >= length { break }
        }
        return tokens.prefix(max(length, 2) - 1) + [pieces.end]
    }

    /// The words of a text.
    package static func words(of text: String) -> [String] {
        let scalars = Array(text.precomposedStringWithCanonicalMapping.lowercased().unicodeScalars)
        var words: [String] = []
        var next = 0
        while next < scalars.count {
            let count = length(of: scalars[next...])
            if count > 0 {
                var word = String.UnicodeScalarView()
                word.append(contentsOf: scalars[next..<next + count])
                words.append(String(word))
            }
            next += max(count, 1)
        }
        return words
    }

    private static let endings = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"].map { Array($0.unicodeScalars) }

    private enum Kind { case space, letter, number, other }

    /// How many signs at the beginning make one word; 0 at a blank.
    private static func length(of scalars: ArraySlice<Unicode.Scalar>) -> Int {
        guard let first = scalars.first else { return 0 }
        if first == "'", let ending = endings.first(where: { scalars.starts(with: $0) }) { return ending.count }
        switch kind(first) {
        case .space: return 0
        case .number: return 1
        case .letter: return scalars.prefix { kind($0) == .letter }.count
        case .other: return scalars.prefix { kind($0) == .other }.count
        }
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        if scalar.properties.isWhitespace || (0x1C...0x1F).contains(scalar.value) { return .space }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: .letter
        case .decimalNumber, .letterNumber, .otherNumber: .number
        default: .other
        }
    }
}
