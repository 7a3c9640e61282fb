/// One flag, described once: parsing, help, the manual page, completions and docs/cli.md all read this.
package struct Flag: Sendable {
    /// Without the dashes: `grid` for `--grid`.
    package let name: String
    package let short: Character?
    /// What follows the flag; nil for a switch.
    package let value: FlagValue?
    /// Where else the value may come from; nil for a flag that only makes sense on the command line.
    package let setting: Setting?
    /// Whether each use adds a value; otherwise the last one counts.
    package let isRepeatable: Bool
    package let help: String

    package init(
        _ name: String, short: Character? = nil, value: FlagValue? = nil, setting: Setting? = nil,
        isRepeatable: Bool = false, help: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.setting = setting
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// A switch that a setting may turn on needs a way to turn it off again: `--no-NAME`.
    package var isNegatable: Bool { value == nil && setting != nil }
}

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

/// A flag's value outside the command line: `ESPY_RACK_GRID`, `rack.grid` in the config file, and the default.
package struct Setting: Sendable {
    package let key: String
    package let fallback: String

    package init(_ key: String, default fallback: String) {
        self.key = key
        self.fallback = fallback
    }

    package var variable: String {
        "ESPY_" + key.uppercased().replacing(".", with: "_").replacing("-", with: "_")
    }
}
