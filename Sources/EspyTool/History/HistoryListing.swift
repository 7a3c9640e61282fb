import Espy
import EspyApp
import EspyBase

/// `espy history list`.
struct HistoryList {
    private let command: HistoryCommand

    init(_ command: HistoryCommand) { self.command = command }

    func run(_ history: History) async throws -> Exit {
        let asked = command.context.invocation.value(Flags.limit).flatMap { Int($0) } ?? 100
        let limit = asked == 0 ? Int.max : asked
        let entries =
            if let rack = command.context.invocation.value(Flags.historyRack) {
                try await history.entries(of: rack, limit: limit)
            } else if let code = command.context.invocation.value(Flags.historyCode) {
                Array(try await history.entries(withCode: code).prefix(limit))
            } else {
                try await history.entries(kind: command.kind, limit: limit)
            }
        if command.context.invocation.isOn(Flags.exportJSON) {
            let lines = try entries.map { try JSONText.line(EntryJSON(entry: $0)) }
            return try await command.context.answer(lines.joined())
        }
        if entries.isEmpty { await command.context.note(isChoice ? "no matching entries" : "nothing is saved yet") }
        return try await command.context.answer(entries.map(Self.line).joined())
    }

    private var isChoice: Bool {
        [Flags.historyRack, Flags.historyCode, Flags.historyKind].contains {
            command.context.invocation.value($0) != nil
        }
    }

    /// `3f2a9c1b  count  2026-02-20 14:30    56  * tray.jpg`
    private static func line(_ entry: HistoryEntry) -> String {
        return [
            String(entry.id.prefix(8)), entry.kind.rawValue.padded(to: 5), Timestamp.minute(entry.time),
            String(entry.count).aligned(to: 5),
            (entry.isFavorite ? "* " : "  ") + printable(entry.title),
        ].joined(separator: "  ") + "\n"
    }
}

/// An entry as JSON, with its time both formatted and as a number.
struct EntryJSON: Encodable {
    let entry: HistoryEntry
    var result: AnyAnalysis?
    /// The log of changes; omitted if empty.
    var audit: [AuditEvent] = []

    private enum Key: String, CodingKey { case date, result, audit }

    init(entry: HistoryEntry) { self.entry = entry }

    init(_ record: HistoryRecord) { (entry, result, audit) = (record.entry, record.corrected, record.audit) }

    func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(entry.date, forKey: .date)
        try box.encodeIfPresent(result, forKey: .result)
        if !audit.isEmpty { try box.encode(audit, forKey: .audit) }
    }
}

/// `espy history show`.
struct HistoryDetails {
    private let command: HistoryCommand

    init(_ command: HistoryCommand) { self.command = command }

    func run(_ history: History) async throws -> Exit {
        guard let entry = try await command.entries(history).first else { return .incomplete }
        let record = try await history.record(entry.id)
        if command.context.invocation.isOn(Flags.exportJSON) {
            return try await command.context.answer(
                try JSONText.line(EntryJSON(record)))
        }
        let photo = try await history.photo(entry.id)
        let kept = photo.map { "\($0.width) x \($0.height) pixels, \(ByteText.text($0.jpeg.count))" } ?? "no"
        let lines = (Self.fields(record) + [("kept photo", kept)]).map { $0.padded(to: 12) + printable($1) }
        return try await command.context.answer(lines.joined(separator: "\n") + "\n")
    }

    private static func fields(_ record: HistoryRecord) -> [(String, String)] {
        let entry = record.entry
        var fields = [
            ("id", entry.id), ("kind", entry.kind.rawValue), ("time", Timestamp.second(entry.time)),
            ("photo", entry.title), ("count", String(entry.count)),
        ]
        if let range = entry.range { fields.append(("range", "\(range.low) to \(range.high)")) }
        if let rows = entry.rows, let cols = entry.cols { fields.append(("box", "\(rows) x \(cols)")) }
        fields.append(("favorite", entry.isFavorite ? "yes" : "no"))
        if let place = entry.place { fields.append(("place", place.text)) }
        if let note = entry.note { fields.append(("note", note)) }
        if entry.isCorrected { fields.append(("corrected", "yes")) }
        if let said = entry.confirmation {
            fields.append(("confirmed", "by \(said.by), \(Timestamp.minute(said.time))"))
        }
        let result = record.corrected
        fields += result.value.details
        if let rack = result.as(Rack.self) { fields += rack.warnings.map { ("warning", $0.text(in: rack)) } }
        return fields + entry.kind.analysis.details(of: entry.parameters) + record.audit.map { ("change", $0.words) }
    }
}

extension Analysis {
    fileprivate static func details(of options: AnalysisValue?) -> [(String, String)] {
        options?.as(Options.self).map { details(of: $0) } ?? []
    }
}

extension AuditEvent {
    /// `2026-02-20 14:30:22  value C3: "E0" in place of "E1" (Ann, device Phone)`
    fileprivate var words: String {
        let what = [kind.rawValue, place].compactMap(\.self).joined(separator: " ")
        let values = [after.map(quoted) ?? "nothing", "in place of", before.map(quoted) ?? "nothing"]
        let who = [by, via].compactMap(\.self).joined(separator: ", ")
        return "\(Timestamp.second(time))  \(what): \(values.joined(separator: " ")) (\(who))"
    }
}
