import EspyInference

/// A value that people choose once for all that they do: its key in the config file, its default, which values it takes,
/// and what it is for. Flags, the config file and the settings page all read this.
package struct Setting: Sendable {
    package let key: String
    package let fallback: String
    /// What it takes; nil for one that is on or off.
    package let value: FlagValue?
    package let help: String

    package init(_ key: String, default fallback: String, value: FlagValue? = nil, help: String) {
        self.key = key
        self.fallback = fallback
        self.value = value
        self.help = help
    }

    /// `ESPY_RACK_GRID` for `rack.grid`.
    package var variable: String {
        "ESPY_" + key.uppercased().replacing(".", with: "_").replacing("-", with: "_")
    }

    /// In the order in which they are listed.
    package static let all: [Setting] =
        [progress, threads, history, historyLimit, historyPhotos, historyPhotosLimit, grid, maxDimension, raw]
        + [pipeline, confidence, similarity, sizeFilter, aspectFilter, border]
        + [spineConfidence, spineText, textLanguage, catalogue, filmRate, spineDetector, spineRollout, trainedOff]
        + [telemetry, detector, embedder, tagger, objectDetector, classifier, tagThreshold, pageLanguage, faceCascade]
        + [meaning, inbox, jobs, maxLoad, charger, port]

    package static func named(_ key: String) -> Setting? { all.first { $0.key == key } }

    /// Why a text is no value of a setting.
    package struct Objection: Error {
        package let expected: String
    }

    /// - Returns: the value as it is kept: on and yes are `true`.
    package func checked(_ text: String) throws(Objection) -> String {
        guard let value else {
            guard let state = Self.truth(of: text) else { throw Objection(expected: "true or false") }
            return String(state)
        }
        if let expected = value.objection(to: text) { throw Objection(expected: expected) }
        return text
    }

    private static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "yes", "on": true
        case "false", "0", "no", "off": false
        default: nil
        }
    }
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

extension FlagValue {
    /// Of a model; `auto` and `none` look like one.
    package static let modelID = FlagValue(
        "ID",
        .text(expected: "the ID of a model, as “espy models list” shows it", hints: []) { ModelEntry.isName($0) })
}
