/// `espy config`: every setting, its value, and where that comes from; or a change to the config file.
struct ConfigCommand {
    let tool: Tool
    let invocation: Invocation

    func run() async throws -> Exit {
        if invocation.action != nil { return try await ConfigChange(tool: tool, invocation: invocation).run() }
        let settings = try Settings(invocation, tool.surroundings)
        if invocation.isOn(Flags.json) {
            return try await tool.answer(try JSONText.line(settings.entries.map(Row.init)))
        }
        let keyWidth = (settings.entries.map(\.key.count).max() ?? 0) + 2
        let valueWidth = (settings.entries.map(\.value.count).max() ?? 0) + 2
        let lines = settings.entries.map {
            $0.key.padded(to: keyWidth) + printable($0.value).padded(to: valueWidth) + printable($0.source.text)
        }
        return try await tool.answer(lines.joined(separator: "\n") + "\n")
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
