import EspyInference

/// A value that the user chooses once: its key in the config file, default, accepted values, and purpose. Flags, the
/// config file and the settings page all use this.
package struct Setting: Sendable {
    package let key: String
    package let fallback: String
    /// The accepted values; nil for an on/off setting.
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
        + [spineConfidence, spineText, textLanguage, catalog, videoRate, spineDetector, spineRollout, trainedOff]
        + [telemetry, detector, embedder, tagger, objectDetector, classifier, tagThreshold, pageLanguage, faceCascade]
        + [people, meaning, inbox, jobs, maxLoad, charger, port]

    package static func named(_ key: String) -> Setting? { all.first { $0.key == key } }

    /// Why a text is not a valid value.
    package struct Objection: Error {
        package let expected: String
    }

    /// - Returns: The stored form of the value: `on` and `yes` become `true`.
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

/// The value of a flag: its placeholder in the help, and the accepted texts.
package struct FlagValue: Sendable {
    package enum Kind: Sendable {
        case file
        case path
        case choice([String])
        case integer(ClosedRange<Int>)
        /// A number in a range, or a keyword.
        case number(ClosedRange<Double>, or: String)
        /// Text that `check` accepts; `expected` completes the message "expected …". Completions offer `hints`.
        case text(expected: String, hints: [String], check: @Sendable (String) -> Bool)
    }

    package let placeholder: String
    package let kind: Kind

    package init(_ placeholder: String, _ kind: Kind) {
        self.placeholder = placeholder
        self.kind = kind
    }

    /// Words for completions.
    package var words: [String] {
        switch kind {
        case .choice(let words): words
        case .text(_, let hints, _): hints
        case .number(_, let word): [word]
        case .file, .path, .integer: []
        }
    }

    /// - Returns: nil if `text` is accepted; otherwise a description of the expected value.
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
    /// The identifier of a model; `auto` and `none` are accepted, too.
    package static let modelID = FlagValue(
        "ID",
        .text(expected: "the ID of a model, as “espy models list” shows it", hints: []) { ModelEntry.isName($0) })
}
