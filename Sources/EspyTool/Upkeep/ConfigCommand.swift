import EspyApp

extension Command {
    /// - Parameter settings: all there are.
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
            needsAction: false, flags: [Flags.jsonReport] + namedOnce(settings) + [Flags.config, Flags.help],
            examples: [
                Example("ESPY_RACK_GRID=9x9 espy config", "check that a variable overrides the config file"),
                Example("espy config set count.similarity 0.9", "make smaller groups by default"),
            ]
        ) { try await ConfigCommand($0).run() }
    }

    /// Commands have flags of the same name for settings of their own; one command can have but the first of them.
    private static func namedOnce(_ flags: [Flag]) -> [Flag] {
        var names: Set<String> = []
        return flags.filter { names.insert($0.name).inserted }
    }
}

/// `espy config`: every setting, its value, and where that comes from; or a change to the config file.
private struct ConfigCommand {
    private let context: CommandContext
    private let file: ConfigFile

    init(_ context: CommandContext) {
        self.context = context
        file = ConfigFile(context.surroundings.given(context.invocation).environment)
    }

    func run() async throws -> Exit {
        let words = context.invocation.operands
        switch context.invocation.action {
        case "set":
            try file.set([
                words[0]: try checked { () throws(SettingsError) in try file.checked(words[1], for: words[0]) }
            ])
            if let warning = file.warning(on: words[0], context.surroundings.environment) {
                await context.console.note(warning)
            }
        case "unset":
            _ = try checked { () throws(SettingsError) in try file.setting(words[0]) }
            try file.unset(words[0])
        case "reset": try file.reset()
        default: return try await list()
        }
        return .complete
    }

    private func checked<Value>(_ work: () throws(SettingsError) -> Value) throws(UsageError) -> Value {
        do throws(SettingsError) { return try work() } catch { throw UsageError(error.text, command: "config") }
    }

    private func list() async throws -> Exit {
        let entries = try Settings(context.invocation, context.surroundings).entries
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
