/// `espy config set`, `unset` and `reset`: the config file, written whole or not at all.
struct ConfigChange {
    let tool: Tool
    let invocation: Invocation

    func run() async throws -> Exit {
        let file = ConfigFile(invocation, tool.surroundings)
        switch invocation.action {
        case "set": try await set(invocation.operands[0], to: invocation.operands[1], in: file)
        case "unset": try unset(invocation.operands[0], in: file)
        // Without reading it: this is also the way out of a file that is broken.
        default: if Files.exists(file.path) { try write([:], to: file) }
        }
        return .complete
    }

    private func set(_ key: String, to text: String, in file: ConfigFile) async throws {
        let flag = try Self.flag(key)
        var values = try file.load()
        do throws(Settings.Objection) {
            values[key] = try Settings.checked(text, flag)
        } catch {
            throw UsageError("\(key) \(quoted(text)): expected \(error.expected)", command: "config")
        }
        try write(values, to: file)
        guard let variable = flag.setting?.variable, tool.surroundings.variable(variable) != nil else { return }
        await tool.console.note("\(variable) is set, too, and goes before the config file")
    }

    private func unset(_ key: String, in file: ConfigFile) throws {
        _ = try Self.flag(key)
        var values = try file.load()
        guard values.removeValue(forKey: key) != nil else { return }
        try write(values, to: file)
    }

    private func write(_ values: [String: String], to file: ConfigFile) throws(FileError) {
        try Files.makeFolder(Path.folder(of: file.path))
        try AtomicFile.replace(file.path, with: Array(ConfigText.text(values).utf8))
    }

    private static func flag(_ key: String) throws(UsageError) -> Flag {
        guard let flag = Flags.settings.first(where: { $0.setting?.key == key }) else {
            throw UsageError(ConfigFile.unknown(key), command: "config")
        }
        return flag
    }
}
