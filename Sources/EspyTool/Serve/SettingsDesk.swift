import Espy
import EspyServer

/// The settings for the server: the config file, changed by the same checks as `espy config set` has.
actor SettingsDesk: SettingsKeeping {
    private let invocation: Invocation
    private let surroundings: Surroundings

    init(_ invocation: Invocation, _ surroundings: Surroundings) {
        self.invocation = invocation
        self.surroundings = surroundings
    }

    func current() throws(EspyServer.Problem) -> CurrentSettings {
        let settings = try read()
        let choice = CountModelChoice(settings, pipeline: .seeker)
        return CurrentSettings(
            count: settings.countOptions, models: .init(detector: choice.detector, embedder: choice.embedder),
            rack: settings.rackOptions, shelf: settings.shelfOptions, keepsHistory: settings.isOn(Flags.history),
            writesRaw: settings.isOn(Flags.raw))
    }

    func rows() throws(EspyServer.Problem) -> [SettingRow] {
        let settings = try read()
        return Flags.settings.filter { !$0.namesFile }.compactMap { flag in
            guard let setting = flag.setting, let entry = settings.entries.first(where: { $0.key == setting.key })
            else { return nil }
            return SettingRow(flag, setting, entry)
        }
    }

    func change(_ values: [String: String]) throws(EspyServer.Problem) {
        for flag in Flags.settings where flag.namesFile {
            // Whoever may open pages need not be somebody who may look at all files of this machine.
            guard let key = flag.setting?.key, values[key] != nil else { continue }
            throw .badSetting("\(key) names a file: change it on the machine itself, with espy config set \(key) FILE")
        }
        var changed: [String: String] = [:]
        do throws(UsageError) {
            for (key, text) in values { changed[key] = try ConfigFile.checked(text, for: key) }
        } catch {
            throw .badSetting(error.text)
        }
        let stored = try stored()
        try writing { () throws(FileError) in try file.write(stored.merging(changed) { $1 }) }
    }

    func reset() throws(EspyServer.Problem) {
        try writing { () throws(FileError) in try file.reset() }
    }

    private func stored() throws(EspyServer.Problem) -> [String: String] {
        do throws(UsageError) {
            // Where the user named a file that is not there yet, it is made.
            return Files.exists(file.path) ? try file.load() : [:]
        } catch {
            throw .settingsUnusable(error.text)
        }
    }

    private func writing(_ work: () throws(FileError) -> Void) throws(EspyServer.Problem) {
        do throws(FileError) {
            try work()
        } catch {
            throw .settingsUnusable("\(printable(error.path)): \(error.text)")
        }
    }

    private var file: ConfigFile { ConfigFile(invocation, surroundings) }

    private func read() throws(EspyServer.Problem) -> Settings {
        do throws(UsageError) {
            return try Settings(invocation, surroundings)
        } catch {
            throw .settingsUnusable(error.text)
        }
    }
}

extension Flag {
    /// Whether its value is the name of a file.
    fileprivate var namesFile: Bool {
        if case .file = value?.kind { true } else { false }
    }
}
