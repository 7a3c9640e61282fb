import Espy
import EspyApp

extension Flags {
    static let limitYes = Flag(
        "yes", short: "y", help: "Delete counts beyond a lower history-limit without asking.")
}

extension Command {
    /// - Parameter settings: All settings.
    static func config(_ settings: [Flag]) -> Command {
        Command(
            "config", "print or change settings",
            details: [
                """
                Flags override ESPY_… variables, which override the config file, which overrides the defaults. The \
                config file is JSON: {"threads": 2, "rack": {"grid": "9x9"}}. You can edit it by hand, or with set, \
                unset and reset.
                """
            ],
            actions: [
                Action("set", "KEY", "VALUE", says: "Write a setting to the config file."),
                Action("unset", "KEY", says: "Remove a setting from the config file."),
                Action("reset", says: "Remove all settings from the config file."),
            ],
            needsAction: false,
            flags: [Flags.jsonReport, Flags.limitYes, Flags.config, Flags.help, Flags.helpAll],
            groups: [FlagGroup("Settings", namedOnce(settings.filter { $0.name != Flags.config.name }))],
            examples: [
                Example("ESPY_RACK_GRID=9x9 espy config", "check that a variable overrides the config file"),
                Example("espy config set count.similarity 0.9", "make smaller groups by default"),
            ]
        ) { try await ConfigCommand($0).run() }
    }

    /// Different commands may use the same flag name for different settings; keeps only the first of each name.
    private static func namedOnce(_ flags: [Flag]) -> [Flag] {
        var names: Set<String> = []
        return flags.filter { names.insert($0.name).inserted }
    }
}

/// `espy config`: shows settings with their sources, or changes the config file.
private struct ConfigCommand {
    private let context: CommandContext
    private let file: ConfigFile

    init(_ context: CommandContext) {
        self.context = context
        file = ConfigFile(context.process.given(context.invocation).environment)
    }

    func run() async throws -> Exit {
        let words = context.invocation.operands
        switch context.invocation.action {
        case "set":
            let value = try checked { () throws(SettingsError) in try file.checked(words[1], for: words[0]) }
            let changes = try await change(words[0], to: value) { try file.set([words[0]: value]) }
            guard changes else { return .incomplete }
            if let warning = file.warning(on: words[0], context.process.environment) {
                await context.console.note(warning)
            }
        case "unset":
            _ = try checked { () throws(SettingsError) in try file.setting(words[0]) }
            return try await change(words[0], to: nil) { try file.unset(words[0]) } ? .complete : .incomplete
        case "reset":
            return try await change(Setting.historyLimit.key, to: nil) { try file.reset() } ? .complete : .incomplete
        default: return try await list()
        }
        return .complete
    }

    /// Changes the file. If this deletes results, asks first.
    ///
    /// - Returns: false if the user declines.
    private func change(_ key: String, to value: String?, _ write: () throws -> Void) async throws -> Bool {
        let environment = context.process.given(context.invocation).environment
        let history = HistoryFile(environment)
        guard key == Setting.historyLimit.key, history.exists,
            let limit = HistoryFile.loweredLimit(environment, storing: value)
        else {
            try write()
            return true
        }
        let opened = try history.open(making: false)
        let count = try await opened.counts(beyond: limit)
        let those = count == 1 ? "the oldest count" : "the \(count) oldest counts"
        let question = "This deletes \(those) of the history; favorites stay. It cannot be undone."
        if count > 0, try await !context.isMeant(Flags.limitYes, to: "delete \(those)", question) {
            await context.console.note("nothing was changed")
            return false
        }
        try write()
        if count > 0 {
            let gone = try await opened.deleteCounts(beyond: limit)
            await context.console.note("deleted \(gone == 1 ? "1 count" : "\(gone) counts")")
        }
        return true
    }

    private func checked<Value>(_ work: () throws(SettingsError) -> Value) throws(UsageError) -> Value {
        do throws(SettingsError) { return try work() } catch { throw UsageError(error.text, command: "config") }
    }

    private func list() async throws -> Exit {
        let entries = try Settings(context.invocation, context.process).entries
        if context.invocation.isOn(Flags.jsonReport) {
            return try await context.answer(try JSONText.line(entries.map(Row.init)))
        }
        let keyWidth = (entries.map(\.key.count).max() ?? 0) + 2
        let valueWidth = (entries.map(\.value.count).max() ?? 0) + 2
        let lines = entries.map {
            $0.key.padded(to: keyWidth) + printable($0.value).padded(to: valueWidth) + printable($0.source.text)
        }
        return try await context.answer(lines.joined(separator: "\n") + "\n")
    }

    private struct Row: Encodable {
        let key: String
        let value: String
        let source: String

        init(_ entry: Settings.Entry) {
            key = entry.key
            value = entry.value
            source = entry.source.text
        }
    }
}
