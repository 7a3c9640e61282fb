import Espy
import EspyApp
import EspyHTTP
import EspySystem

/// `espy gallery add`, `update` and `remove`.
struct GalleryUpdating {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    func add() async throws -> Exit {
        let gallery = try command.file.open(making: true)
        for folder in command.context.invocation.operands {
            try await gallery.addFolder(Path.absolute(folder), at: command.now)
        }
        return try await update(gallery)
    }

    func remove(_ gallery: Gallery) async throws -> Exit {
        for folder in command.context.invocation.operands {
            try await gallery.removeFolder(folder.contains("://") ? folder : Path.absolute(folder))
        }
        let status = try await gallery.status()
        await command.context.note(
            "\(Self.photos(status.photos)) left in \(status.folders) folders; no photo was touched")
        return .complete
    }

    /// Brings the gallery up to date with its folders, and shows how far that is.
    func update(_ gallery: Gallery) async throws -> Exit {
        let console = command.context.console
        let analyzer = try await AnalyzerLoader.load(
            command.settings, command.context.surroundings.environment, jobs: command.settings.indexing.jobs)
        let indexer = GalleryIndexer(
            gallery: gallery, analyzer: analyzer, options: command.settings.indexing, pacing: Self.pacing,
            clock: Self.clock,
            words: { Problem($0).message })
        let display = IndexingDisplay(console, command.settings, isQuiet: command.context.invocation.isOn(Flags.quiet))
        let drawing = Task { await display.draw() }
        let summary: IndexingSummary
        do {
            summary = try await indexer.run { display.tell($0) }
            await display.finish(drawing)
        } catch {
            await display.finish(drawing)
            throw error
        }
        if command.isJSON { _ = try await command.context.answer(try JSONText.line(summary)) }
        let status = try await gallery.status()
        try await tell(summary, status, gallery)
        if !summary.isComplete { throw CancellationError() }
        // Also those that an earlier run could not read, and this one left alone.
        return summary.failed > 0 || status.problems > 0 ? .incomplete : .complete
    }

    private func tell(_ summary: IndexingSummary, _ status: GalleryStatus, _ gallery: Gallery) async throws {
        var parts = ["\(Self.photos(status.photos)) in the gallery", "\(summary.added) new"]
        if summary.linked > 0 { parts.append("\(summary.linked) moved or copied") }
        if summary.reread > 0 { parts.append("\(summary.reread) read again") }
        if summary.renewed > 0 { parts.append("\(summary.renewed) tagged again") }
        if summary.removed > 0 { parts.append("\(summary.removed) files gone") }
        let unread = max(summary.failed, status.problems)
        if unread > 0 { parts.append("\(unread) not readable: “espy gallery problems” lists them") }
        if !summary.isComplete { parts.append("stopped; “espy gallery update” goes on from here") }
        await command.context.note(parts.joined(separator: ", "))
        if let reason = summary.analysisFailure {
            await command.context.console.error("not tagged: \(printable(reason))")
        }
        for folder in try await gallery.folders() where ![.ok, .remote].contains(folder.state) {
            await command.context.console.error("\(printable(folder.path)): \(folder.state.words)")
        }
    }

    /// Somebody waits for it: only a machine that is too hot is a reason to pause.
    private static let pacing = MachinePacing(PacingOptions(batteryPercent: nil, loadPerProcessor: nil))

    private static let clock: @Sendable () -> Double = {
        let start = ContinuousClock.now
        return { (ContinuousClock.now - start) / .seconds(1) }
    }()

    static func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }
}

extension GalleryFolder.State {
    /// What it means, and what to do.
    var words: String {
        switch self {
        case .ok: "all is well"
        case .missing: "not there; what is known of its photos is kept until it is back, or removed"
        case .remote: "elsewhere; other machines looked at its photos"
        case .denied: "may not be read; give yourself the right to read it, and update"
        }
    }
}

extension Settings {
    /// How to index.
    var indexing: IndexingOptions {
        let jobs = Int(text(.jobs)) ?? 0
        let memory = MemoryShare()
        return IndexingOptions(
            jobs: jobs > 0 ? jobs : memory.photos(atMost: Machine.processors), mostForOne: memory.mostForOnePhoto)
    }
}
