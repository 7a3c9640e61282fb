import EspyServer

extension SettingRow {
    /// A setting as the table of flags describes it.
    init(_ flag: Flag, _ setting: Setting, _ entry: Settings.Entry) {
        let (kind, choices, range): (Kind, [String]?, ClosedRange<Double>?) =
            switch flag.value?.kind {
            case nil: (.boolean, nil, nil)
            case .choice(let words): (.choice, words, nil)
            case .integer(let range): (.number, nil, Double(range.lowerBound)...Double(range.upperBound))
            case .number(let range, let word): (.number, [word], range)
            case .text(_, let hints, _): (.text, hints.isEmpty ? nil : hints, nil)
            case .file, .path: (.text, nil, nil)
            }
        self.init(
            key: entry.key, value: entry.value, default: setting.fallback, source: entry.source.text, kind: kind,
            choices: choices, range: range, step: Self.step(flag), help: flag.help)
    }

    /// How finely a value is chosen.
    private static func step(_ flag: Flag) -> Double? {
        switch flag.value?.kind {
        case .integer: 1
        // Thousandths matter where the range begins at one.
        case .number(let range, _): range.lowerBound < 0.01 ? 0.001 : 0.01
        default: nil
        }
    }
}
