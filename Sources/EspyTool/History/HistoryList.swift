import Espy

/// `espy history list`.
struct HistoryList {
    private let command: HistoryCommand

    init(_ command: HistoryCommand) { self.command = command }

    func run(_ history: History) async throws -> Exit {
        let asked = command.invocation.value(Flags.limit).flatMap { Int($0) } ?? 100
        let entries = try await history.entries(kind: command.kind, limit: asked == 0 ? .max : asked)
        if command.invocation.isOn(Flags.exportJSON) {
            let lines = try entries.map { try JSONText.line(EntryJSON(entry: $0)) }
            return try await command.tool.answer(lines.joined())
        }
        if entries.isEmpty { await command.note("nothing is kept yet") }
        return try await command.tool.answer(entries.map(Self.line).joined())
    }

    /// `3f2a9c1b  count  2026-02-20 14:30    56  * tray.jpg`
    private static func line(_ entry: HistoryEntry) -> String {
        let count = String(entry.count)
        return [
            String(entry.id.prefix(8)), entry.kind.rawValue.padded(to: 5), Timestamp.minute(entry.time),
            String(repeating: " ", count: max(0, 5 - count.count)) + count,
            (entry.isFavorite ? "* " : "  ") + printable(entry.title),
        ].joined(separator: "  ") + "\n"
    }
}

/// An entry as JSON, with its time for people and programs alike.
struct EntryJSON: Encodable {
    let entry: HistoryEntry
    var result: HistoryResult?

    private enum Key: String, CodingKey { case date, result }

    func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(entry.date, forKey: .date)
        try box.encodeIfPresent(result, forKey: .result)
    }
}
