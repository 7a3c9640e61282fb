/// `espy config set`, `unset` and `reset`: the config file, written whole or not at all.
struct ConfigChange {
    let tool: Tool
    let invocation: Invocation

    func run() async throws -> Exit {
        let file = ConfigFile(invocation, tool.surroundings)
        switch invocation.action {
        case "set": try await set(invocation.operands[0], to: invocation.operands[1], in: file)
        case "unset": try unset(invocation.operands[0], in: file)
        default: try file.reset()
        }
        return .complete
    }

    func set(_ key: String, to text: String, in file: ConfigFile) async throws {
        let value = try ConfigFile.checked(text, for: key)
        var values = try file.load()
        values[key] = value
        try file.write(values)
        guard let variable = try ConfigFile.flag(key).setting?.variable, tool.surroundings.variable(variable) != nil
        else { return }
        await tool.console.note("\(variable) is set, too, and goes before the config file")
    }

    private func unset(_ key: String, in file: ConfigFile) throws {
        _ = try ConfigFile.flag(key)
        var values = try file.load()
        guard values.removeValue(forKey: key) != nil else { return }
        try file.write(values)
    }
}

extension ConfigFile {
    /// Writes all settings, in place of those that were there.
    func write(_ values: [String: String]) throws(FileError) {
        try Files.makeFolder(Path.folder(of: path))
        try AtomicFile.replace(path, with: Array(ConfigText.text(values).utf8))
    }

    /// Takes all settings out. Without reading it: this is also the way out of a file that is broken.
    func reset() throws(FileError) {
        if Files.exists(path) { try write([:]) }
    }

    /// The value as it is kept.
    static func checked(_ text: String, for key: String) throws(UsageError) -> String {
        let flag = try flag(key)
        do throws(Settings.Objection) {
            return try Settings.checked(text, flag)
        } catch {
            throw UsageError("\(key) \(quoted(text)): expected \(error.expected)", command: "config")
        }
    }

    /// What describes a setting.
    static func flag(_ key: String) throws(UsageError) -> Flag {
        guard let flag = Flags.settings.first(where: { $0.setting?.key == key }) else {
            throw UsageError(unknown(key), command: "config")
        }
        return flag
    }
}
