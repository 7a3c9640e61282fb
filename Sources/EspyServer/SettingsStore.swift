package import Espy
package import EspyApp
package import EspyHTTP
package import EspySystem

/// The user's settings, read from the config file for each request.
package struct SettingsStore: Sendable {
    let environment: AppEnvironment
    private let gauges: MachineGauges

    package init(_ environment: AppEnvironment, gauges: MachineGauges = MachineGauges()) {
        (self.environment, self.gauges) = (environment, gauges)
    }

    package func current() throws(HTTPProblem) -> Settings {
        do throws(SettingsError) {
            return try Settings(environment)
        } catch {
            throw .settingsUnusable(error.detail)
        }
    }

    /// The kinds of racks by name; nil if the user's own file is unusable.
    package func containers() -> [RackContainer]? { try? RackContainers(environment).all }

    /// A kind of rack by its name.
    func container(_ name: String) throws(HTTPProblem) -> RackContainer {
        guard let containers = try? RackContainers(environment) else {
            throw .unprocessable("the file with containers cannot be used; see espy rack")
        }
        guard let found = containers.named(name) else {
            let names = containers.all.map(\.name).joined(separator: ", ")
            throw .unprocessable("no container “\(name.prefix(100))”; available: \(names)")
        }
        return found
    }

    /// The settings that a page can change and that apply to this machine.
    package func rows() throws(HTTPProblem) -> [SettingRow] {
        let (settings, hasBattery) = (try current(), gauges.hasBattery)
        return zip(Setting.all, settings.entries)
            .filter { setting, _ in !setting.namesFile && (hasBattery || setting.key != Setting.charger.key) }
            .map(SettingRow.init)
    }

    /// Values that passed ``SettingsStore/checked(_:)``: only these can be written down.
    package struct Checked: Sendable {
        /// In their stored form.
        let values: [String: String]

        fileprivate init(_ values: [String: String]) { self.values = values }
    }

    /// Validates values, or throws if one is invalid or names a file.
    package func checked(_ values: [String: String]) throws(HTTPProblem) -> Checked {
        // A user of the pages is not necessarily allowed to see all files of this machine.
        if let key = Setting.all.first(where: { $0.namesFile && values[$0.key] != nil })?.key {
            throw .badSetting("\(key) names a file: change it on the machine itself, with espy config set \(key) FILE")
        }
        let file = ConfigFile(environment)
        var changed: [String: String] = [:]
        do throws(SettingsError) {
            for (key, text) in values { changed[key] = try file.checked(text, for: key) }
        } catch {
            throw .badSetting(error.text)
        }
        return Checked(changed)
    }

    package func change(_ settings: Checked) throws(HTTPProblem) {
        do {
            try ConfigFile(environment).set(settings.values, making: true)
        } catch {
            throw Self.unusable(error)
        }
    }

    func reset() throws(HTTPProblem) {
        do {
            try ConfigFile(environment).reset()
        } catch {
            throw Self.unusable(error)
        }
    }

    private static func unusable(_ error: any Error) -> HTTPProblem {
        .settingsUnusable((error as? SettingsError)?.detail ?? Problem(any: error).detail)
    }
}

extension Setting {
    /// Whether the value is a file name.
    fileprivate var namesFile: Bool {
        switch value?.kind {
        case .file, .path: true
        default: false
        }
    }
}

/// One setting, for display and editing.
package struct SettingRow: Sendable, Equatable, Encodable {
    package enum Kind: String, Sendable, Encodable, CaseIterable {
        case choice
        case number
        case boolean
        case text
    }

    package var key: String
    package var value: String
    package var `default`: String
    /// The source of the value.
    package var source: String
    package var kind: Kind
    /// All values of a choice; for other kinds, keywords that are accepted besides a number or text.
    package var choices: [String]?
    package var min: Double?
    package var max: Double?
    package var step: Double?
    package var help: String

    package init(
        key: String, value: String, default: String, source: String, kind: Kind, choices: [String]? = nil,
        range: ClosedRange<Double>? = nil, step: Double? = nil, help: String
    ) {
        self.key = key
        self.value = value
        self.default = `default`
        self.source = source
        self.kind = kind
        self.choices = choices
        min = range?.lowerBound
        max = range?.upperBound
        self.step = step
        self.help = help
    }
}

extension SettingRow {
    fileprivate init(_ setting: Setting, _ entry: Settings.Entry) {
        let (kind, choices, range): (Kind, [String]?, ClosedRange<Double>?) =
            switch setting.value?.kind {
            case nil: (.boolean, nil, nil)
            case .choice(let words): (.choice, words, nil)
            case .integer(let range): (.number, nil, Double(range.lowerBound)...Double(range.upperBound))
            case .number(let range, let word): (.number, [word], range)
            case .text(_, let hints, _): (.text, hints.isEmpty ? nil : hints, nil)
            case .file, .path: (.text, nil, nil)
            }
        self.init(
            key: entry.key, value: entry.value, default: setting.fallback, source: entry.source.text, kind: kind,
            choices: choices, range: range, step: Self.step(setting), help: setting.help)
    }

    /// The step between selectable values.
    private static func step(_ setting: Setting) -> Double? {
        switch setting.value?.kind {
        case .integer: 1
        // Thousandths matter if the range includes values that small.
        case .number(let range, _): range.lowerBound < 0.01 ? 0.001 : 0.01
        default: nil
        }
    }
}
