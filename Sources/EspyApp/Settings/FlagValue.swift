import EspyInference

/// What a flag takes: its placeholder in the help, and which texts are acceptable.
package struct FlagValue: Sendable {
    package enum Kind: Sendable {
        case file
        case path
        case choice([String])
        case integer(ClosedRange<Int>)
        /// A number in a range, or the word in place of one.
        case number(ClosedRange<Double>, or: String)
        /// Checked by `check`; `expected` finishes the sentence "expected …". `hints` are offered by completions.
        case text(expected: String, hints: [String], check: @Sendable (String) -> Bool)
    }

    package let placeholder: String
    package let kind: Kind

    package init(_ placeholder: String, _ kind: Kind) {
        self.placeholder = placeholder
        self.kind = kind
    }

    /// Words that a completion can offer.
    package var words: [String] {
        switch kind {
        case .choice(let words): words
        case .text(_, let hints, _): hints
        case .number(_, let word): [word]
        case .file, .path, .integer: []
        }
    }

    /// - Returns: nil when `text` is acceptable, otherwise what was expected instead.
    package func objection(to text: String) -> String? {
        switch kind {
        case .file, .path:
            return text.isEmpty ? "a name" : nil
        case .choice(let words):
            return words.contains(text) ? nil : words.joined(separator: ", ")
        case .integer(let range):
            guard let number = Int(text), range.contains(number) else {
                return "a whole number from \(range.lowerBound) to \(range.upperBound)"
            }
            return nil
        case .number(let range, let word):
            let isFine = text == word || Double(text).map(range.contains) == true
            return isFine ? nil : "\(word), or a number from \(range.lowerBound) to \(range.upperBound)"
        case .text(let expected, _, let check):
            return check(text) ? nil : expected
        }
    }
}

extension FlagValue {
    /// Of a model; `auto` and `none` look like one.
    package static let modelID = FlagValue(
        "ID",
        .text(expected: "the ID of a model, as “espy models list” shows it", hints: []) { ModelEntry.isName($0) })
}
