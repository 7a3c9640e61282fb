import Espy
import EspyApp
import EspyHTTP
import EspySystem

/// `espy history export`.
struct HistoryExport {
    private let command: HistoryCommand

    init(_ command: HistoryCommand) { self.command = command }

    func run(_ history: History) async throws -> Exit {
        let named = try await command.entries(history)
        let all = command.context.invocation.operands.isEmpty
        let entries = all ? try await history.entries(kind: command.kind) : named
        if let folder = command.context.invocation.value(Flags.thumbnails) {
            try await writeThumbnails(of: entries, history, in: folder)
        }
        guard command.context.invocation.isOn(Flags.exportJSON) else { return try await write(entries) }
        return try await writeRecords(of: entries, history)
    }

    /// A table.
    func write(_ entries: [HistoryEntry]) async throws -> Exit {
        let isTable = !command.context.invocation.isOn(Flags.exportJSON)
        try await write(isTable ? HistoryEntry.csv(entries) : "")
        return .complete
    }

    /// JSON Lines. An entry that is damaged is told of, and the others are exported.
    private func writeRecords(of entries: [HistoryEntry], _ history: History) async throws -> Exit {
        var exit = Exit.complete
        var text = ""
        for entry in entries {
            try Task.checkCancellation()
            do {
                let record = try await history.record(entry.id)
                text += try JSONText.line(EntryJSON(record))
            } catch HistoryError.notFound {
                // Another process has deleted it meanwhile.
                continue
            } catch HistoryError.damaged(let id) {
                await command.context.console.error(Problem(HistoryError.damaged(id: id)).message)
                exit = .incomplete
            }
        }
        try await write(text)
        return exit
    }

    private func write(_ text: String) async throws {
        guard let path = command.context.invocation.value(Flags.exportFile) else {
            _ = try await command.context.answer(text)
            return
        }
        try AtomicFile.replace(path, with: Array(text.utf8))
    }

    private func writeThumbnails(of entries: [HistoryEntry], _ history: History, in folder: String) async throws {
        try Files.makeFolder(folder)
        for (id, jpeg) in try await history.thumbnails(of: entries) {
            try AtomicFile.replace(Path.join(folder, "\(id).jpg"), with: jpeg)
        }
    }
}
