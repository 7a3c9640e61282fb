import Espy
import EspyApp
import EspyCodecs
import EspySystem
import Foundation

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

    /// Writes a table.
    func write(_ entries: [HistoryEntry]) async throws -> Exit {
        let isTable = !command.context.invocation.isOn(Flags.exportJSON)
        try await write(isTable ? HistoryEntry.csv(entries) : "")
        return .complete
    }

    /// Writes JSON Lines. Damaged entries are reported and skipped.
    private func writeRecords(of entries: [HistoryEntry], _ history: History) async throws -> Exit {
        var exit = Exit.complete
        var text = ""
        for entry in entries {
            try Task.checkCancellation()
            do {
                let record = try await history.record(entry.id)
                text += try JSONText.line(EntryJSON(record))
            } catch HistoryError.notFound {
                // Another process has deleted it in the meantime.
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

/// `espy history report`: prints results as a page.
struct HistoryReporting {
    private let command: HistoryCommand

    init(_ command: HistoryCommand) { self.command = command }

    func run(_ history: History) async throws -> Exit {
        guard let path = command.context.invocation.value(Flags.exportFile) else {
            throw UsageError("report needs -o FILE, ending in .html or .pdf", command: "history")
        }
        let kind = Path.fileExtension(of: path)
        guard ["html", "pdf"].contains(kind) else {
            throw UsageError("the file name of a report must end in .html or .pdf", command: "history")
        }
        var pages: [HistoryReport.Page] = []
        for entry in try await command.entries(history) {
            let record = try await history.record(entry.id)
            pages.append(HistoryReport.Page(record, picture: try await picture(of: record, history)))
        }
        let report = HistoryReport(pages, made: command.context.process.now(), moment: Timestamp.zoned)
        if kind == "pdf" {
            try PageToPDF(command.context.process).write(report.html(), to: path)
        } else {
            try AtomicFile.replace(path, with: Array(report.html().utf8))
        }
        await command.context.note("\(printable(path)): written")
        return .complete
    }

    /// Nil if the photo is not stored any more.
    private func picture(of record: HistoryRecord, _ history: History) async throws -> [UInt8]? {
        guard let kept = try await history.photo(record.entry.id) else { return nil }
        let caption = CountAnnotator.Caption(
            name: printable(record.entry.title), moment: Timestamp.zoned(record.entry.time))
        do throws(ImageError) {
            let image = try ImageDecoder().decode(kept.jpeg)
            return try ImageEncoder.jpeg(record.corrected.value.annotated(on: image, caption, look: .numbers))
        } catch {
            throw Problem(error)
        }
    }
}

/// Uses an installed browser to print a page to a PDF file.
private struct PageToPDF {
    private let process: ProcessEnvironment

    init(_ process: ProcessEnvironment) { self.process = process }

    /// Browsers with a headless mode, in order of preference.
    private static let browsers = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

    /// - Throws: An error if there is no browser, or printing fails.
    func write(_ html: String, to path: String) throws {
        let folders = process.variable("PATH")
        guard let browser = Self.browsers.lazy.compactMap({ ChildProcess.find($0, path: folders) }).first else {
            throw Problem(
                "noBrowser",
                "PDF needs Chromium, which is not installed; install it, or write .html and print that")
        }
        let parent = process.variable("TMPDIR") ?? "/tmp"
        let folder = try TemporaryFolder.make(in: parent, prefix: ".espy-report-")
        let (page, printed) = (Path.join(folder.path, "report.html"), Path.join(folder.path, "report.pdf"))
        try AtomicFile.replace(page, with: Array(html.utf8))
        // The browser's messages are of no use to the user.
        let silence = FileHandle.nullDevice
        let child = try ChildProcess(
            browser, arguments(folder.path, printed: printed, page: page),
            variables: process.environment.variables,
            errors: Descriptor(silence.fileDescriptor))
        _ = try? child.output.readAll(limit: 1 << 20, name: browser)
        _ = child.wait()
        guard let bytes = try? Files.read(printed, limit: 1 << 30), bytes.starts(with: Array("%PDF".utf8)) else {
            throw Problem("notPrinted", "\(browser) did not print the page; write .html and print that")
        }
        try AtomicFile.replace(path, with: bytes)
    }

    /// The page is Espy's own and runs no scripts, so it needs no sandbox, which is not available to root.
    private func arguments(_ folder: String, printed: String, page: String) -> [String] {
        [
            "--headless", "--disable-gpu", "--no-sandbox", "--no-pdf-header-footer",
            "--user-data-dir=\(folder)/profile",
            "--print-to-pdf=\(printed)", "file://\(page)",
        ]
    }
}

/// `espy history correct`.
struct HistoryCorrectAction {
    private let command: HistoryCommand
    private let truth: CountTruth

    init(_ command: HistoryCommand) throws {
        self.command = command
        guard let path = command.context.invocation.value(Flags.correctTruth) else {
            throw UsageError("correct needs --truth FILE", command: "history")
        }
        truth = try CountTruth(path)
    }

    func run(_ history: History) async throws -> Exit {
        guard let entry = try await command.entries(history).first else { return .incomplete }
        guard let count = try await history.record(entry.id).result.as(Count.self) else {
            throw Problem("notACount", "\(entry.id.prefix(8)) is not a count; only counts can be corrected with marks")
        }
        let corrections = count.corrections(towards: try truth.marks(in: count, named: entry.photoName))
        try await history.change(entry.id, HistoryChange(corrections: AnalysisValue(corrections)), by: command.author)
        let added = corrections.added.count + corrections.included.count
        let removed = corrections.removed.count
        await command.context.note(
            "\(entry.id.prefix(8)): \(count.count + added - removed) in place of \(count.count): "
                + "\(added) added, \(removed) removed")
        return .complete
    }
}
