import Espy
import EspyApp
import EspyCodecs
import EspySystem

/// `espy history report`: results as a page to print.
struct HistoryReporting {
    private let command: HistoryCommand

    init(_ command: HistoryCommand) { self.command = command }

    func run(_ history: History) async throws -> Exit {
        guard let path = command.context.invocation.value(Flags.exportFile) else {
            throw UsageError("report needs -o FILE, which ends in .html or .pdf", command: "history")
        }
        let kind = Path.fileExtension(of: path)
        guard ["html", "pdf"].contains(kind) else {
            throw UsageError("a report is a file that ends in .html or .pdf", command: "history")
        }
        var pages: [HistoryReport.Page] = []
        for entry in try await command.entries(history) {
            let record = try await history.record(entry.id)
            pages.append(HistoryReport.Page(record, picture: try await picture(of: record, history)))
        }
        let report = HistoryReport(pages, made: command.context.surroundings.now(), moment: Timestamp.minute)
        if kind == "pdf" {
            try PageToPDF(command.context.surroundings).write(report.html(), to: path)
        } else {
            try AtomicFile.replace(path, with: Array(report.html().utf8))
        }
        await command.context.note("\(printable(path)): written")
        return .complete
    }

    /// Nil where the photo is not kept any more.
    private func picture(of record: HistoryRecord, _ history: History) async throws -> [UInt8]? {
        guard let kept = try await history.photo(record.entry.id) else { return nil }
        let caption = CountAnnotator.Caption(
            name: printable(record.entry.title), moment: Timestamp.minute(record.entry.time))
        do throws(ImageError) {
            let image = try ImageDecoder().decode(kept.jpeg)
            return try ImageEncoder.jpeg(record.corrected.value.annotated(on: image, caption))
        } catch {
            throw Problem(error)
        }
    }
}
