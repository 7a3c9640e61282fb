import Espy
import EspyApp
import EspyHTTP

/// `espy history correct`.
struct HistoryCorrecting {
    private let command: HistoryCommand
    private let truth: CountTruth

    init(_ command: HistoryCommand) throws {
        self.command = command
        guard let path = command.context.invocation.value(Flags.correctTruth) else {
            throw UsageError("what is right? Name a file with --truth", command: "history")
        }
        truth = try CountTruth(path)
    }

    func run(_ history: History) async throws -> Exit {
        guard let entry = try await command.entries(history).first else { return .incomplete }
        guard let count = try await history.record(entry.id).result.as(Count.self) else {
            throw Problem("notACount", "\(entry.id.prefix(8)) is no count; only counts are corrected by marks")
        }
        let corrections = count.corrections(towards: try truth.marks(in: count, named: entry.title))
        try await history.change(entry.id, HistoryChange(corrections: AnalysisValue(corrections)), by: command.author)
        let added = corrections.added.count + corrections.included.count
        let removed = corrections.removed.count
        await command.context.note(
            "\(entry.id.prefix(8)): \(count.count + added - removed) in place of \(count.count): "
                + "\(added) added, \(removed) removed")
        return .complete
    }
}
