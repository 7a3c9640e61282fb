import Espy
import EspyApp
import EspyHTTP
import EspyServer

/// The settings for the server: the config file, changed by the same checks as `espy config set` has.
actor SettingsService: SettingsStore {
    private let invocation: Invocation
    private let surroundings: Surroundings

    init(_ invocation: Invocation, _ surroundings: Surroundings) {
        self.invocation = invocation
        self.surroundings = surroundings
    }

    func current() throws(HTTPProblem) -> CurrentSettings {
        let settings = try read()
        let choice = CountModelChoice(settings, pipeline: settings.countOptions.chosenPipeline)
        var current = CurrentSettings(
            count: settings.countOptions, models: .init(detector: choice.detector, embedder: choice.embedder),
            rack: settings.rackOptions, shelf: settings.shelfOptions, keepsHistory: settings.isOn(Flags.history),
            photos: settings.historyPhotos, writesRaw: settings.isOn(Flags.raw))
        current.containers = try? RackContainers(surroundings.environment).all
        return current
    }

    func rows() throws(HTTPProblem) -> [SettingRow] {
        let settings = try read()
        return invocation.table.settings.filter { !$0.namesFile }.compactMap { flag in
            guard let setting = flag.setting, let entry = settings.entries.first(where: { $0.key == setting.key })
            else { return nil }
            return SettingRow(flag, setting, entry)
        }
    }

    func change(_ values: [String: String]) throws(HTTPProblem) {
        for flag in invocation.table.settings where flag.namesFile {
            // Whoever may open pages need not be somebody who may look at all files of this machine.
            guard let key = flag.setting?.key, values[key] != nil else { continue }
            throw .badSetting("\(key) names a file: change it on the machine itself, with espy config set \(key) FILE")
        }
        let file = file
        var changed: [String: String] = [:]
        do throws(SettingsError) {
            for (key, text) in values { changed[key] = try file.checked(text, for: key) }
        } catch {
            throw .badSetting(error.text)
        }
        do {
            try file.set(changed, making: true)
        } catch {
            throw Self.unusable(error)
        }
    }

    func reset() throws(HTTPProblem) {
        do {
            try file.reset()
        } catch {
            throw Self.unusable(error)
        }
    }

    private static func unusable(_ error: any Error) -> HTTPProblem {
        .settingsUnusable((error as? SettingsError)?.text ?? Problem(any: error).message)
    }

    private var file: ConfigFile { ConfigFile(surroundings.environment) }

    private func read() throws(HTTPProblem) -> Settings {
        do throws(SettingsError) {
            return try Settings(surroundings.environment)
        } catch {
            throw .settingsUnusable(error.text)
        }
    }
}

extension Flag {
    /// Whether its value is the name of a file.
    fileprivate var namesFile: Bool {
        switch value?.kind {
        case .file, .path: true
        default: false
        }
    }
}

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
