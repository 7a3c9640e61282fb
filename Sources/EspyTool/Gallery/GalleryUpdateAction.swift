import Espy
import EspyApp
import EspySystem

/// `espy gallery add`, `update` and `remove`.
struct GalleryUpdateAction {
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
            "\(Self.photos(status.photos)) left in \(status.folders) folders; photo files were not changed")
        return .complete
    }

    /// Updates the gallery from its folders, and shows the progress.
    func update(_ gallery: Gallery) async throws -> Exit {
        try await SamplePhotos.giveWay(in: gallery)
        let console = command.context.console
        let analyzer = try await AnalyzerLoader.load(
            command.settings, command.context.process.environment, jobs: command.settings.indexing.jobs)
        let indexer = GalleryIndexer(
            gallery: gallery, analyzer: analyzer, options: command.settings.indexing, pacing: pacing,
            clock: Self.clock,
            words: { Problem($0).message }, poster: VideoSource.poster(command.context.process))
        let display = IndexingDisplay(console, command.settings, isQuiet: command.context.invocation.isOn(Flags.quiet))
        let drawing = Task { await display.draw() }
        let summary: IndexingSummary
        do {
            summary = try await indexer.run { display.report($0) }
            await display.finish(drawing)
        } catch {
            await display.finish(drawing)
            throw error
        }
        if command.isJSON { _ = try await command.context.answer(try JSONText.line(summary)) }
        let status = try await gallery.status()
        try await report(summary, status, gallery)
        if !summary.isComplete { throw CancellationError() }
        // Includes files that an earlier run could not read and this one skipped.
        return summary.failed > 0 || status.problems > 0 ? .incomplete : .complete
    }

    private func report(_ summary: IndexingSummary, _ status: GalleryStatus, _ gallery: Gallery) async throws {
        var parts = ["\(Self.photos(status.photos)) in the gallery", "\(summary.added) new"]
        if summary.linked > 0 { parts.append("\(summary.linked) moved or copied") }
        if summary.reread > 0 { parts.append("\(summary.reread) read again") }
        if summary.renewed > 0 { parts.append("\(summary.renewed) tagged again") }
        if summary.removed > 0 { parts.append("\(summary.removed) files gone") }
        let unread = max(summary.failed, status.problems)
        if unread > 0 { parts.append("\(unread) not readable: “espy gallery problems” lists them") }
        if !summary.isComplete { parts.append("stopped; continue with “espy gallery update”") }
        await command.context.note(parts.joined(separator: ", "))
        if let reason = summary.analysisFailure {
            await command.context.console.error("not tagged: \(printable(reason))")
        }
        for folder in try await gallery.folders() where ![.ok, .remote].contains(folder.state) {
            await command.context.console.error("\(printable(folder.path)): \(folder.state.words)")
        }
    }

    /// The user is waiting, so it pauses only if the machine is too hot, or above the load limit from the settings.
    private var pacing: MachinePacing {
        let load = command.settings.isDefault(.maxLoad) ? nil : Double(command.settings.text(.maxLoad))
        return MachinePacing(PacingOptions(battery: nil, loadPerProcessor: load))
    }

    private static let clock: @Sendable () -> Double = {
        let start = ContinuousClock.now
        return { (ContinuousClock.now - start) / .seconds(1) }
    }()

    static func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }
}

extension GalleryFolder.State {
    /// The problem, and what to do.
    var words: String {
        switch self {
        case .ok: "all is well"
        case .missing: "unavailable; its photos stay in the index until it is back or removed"
        case .remote: "remote; other machines indexed its photos"
        case .denied: "no permission to read it; change that, and update"
        }
    }
}

extension Settings {
    /// The options for indexing.
    var indexing: IndexingOptions {
        let jobs = Int(text(.jobs)) ?? 0
        let memory = MemoryShare()
        return IndexingOptions(
            jobs: jobs > 0 ? jobs : memory.photos(atMost: Machine.processors), mostForOne: memory.mostForOnePhoto)
    }
}

/// Shows the progress of indexing as a bar on a terminal, or as a line every few seconds.
private struct IndexingDisplay: Sendable {
    private let console: Console
    private let showsBar: Bool
    private let showsLines: Bool
    private let stream: AsyncStream<IndexingProgress>
    private let reports: AsyncStream<IndexingProgress>.Continuation

    init(_ console: Console, _ settings: Settings, isQuiet: Bool) {
        self.console = console
        let progress = settings.text(.progress)
        showsBar = progress == "auto" && console.isTerminal && !isQuiet
        showsLines = progress == "plain" && !isQuiet
        (stream, reports) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Reports progress without blocking.
    func report(_ progress: IndexingProgress) { reports.yield(progress) }

    /// Draws until indexing is finished.
    func draw() async {
        var lines = 0
        var phase = IndexingProgress.Phase.scanning
        for await progress in stream {
            let line = Self.line(progress)
            if showsBar { await console.setBar(line) }
            // There are about ten reports per second; the start of a phase is always printed.
            let begins = progress.phase != phase && [.reading, .analyzing].contains(progress.phase)
            if showsLines, begins || lines % 20 == 0 { await console.note(line) }
            (lines, phase) = (lines + 1, progress.phase)
        }
    }

    func finish(_ drawing: Task<Void, Never>) async {
        reports.finish()
        await drawing.value
        await console.setBar("")
    }

    /// `reading 420 of 10000, 31 photos/s, 5 min left, 2 not readable`
    package static func line(_ progress: IndexingProgress) -> String {
        let isScanning = progress.phase == .scanning
        var parts = [
            "\(progress.phase.rawValue) \(progress.done)" + (isScanning ? " files" : " of \(progress.total)")
        ]
        if !isScanning, progress.rate > 0 { parts.append("\(Self.number(progress.rate)) photos/s") }
        if let left = progress.secondsLeft { parts.append("\(Self.time(left)) left") }
        if progress.failed > 0 { parts.append("\(progress.failed) not readable") }
        if let pause = progress.pause { parts.append("waiting: \(pause.words)") }
        return parts.joined(separator: ", ")
    }

    private static func number(_ rate: Double) -> String {
        rate < 10 ? String((rate * 10).rounded() / 10) : String(Int(min(rate, 1e6).rounded()))
    }

    private static func time(_ seconds: Double) -> String {
        switch seconds {
        case ..<60: "\(Int(seconds.rounded(.up))) s"
        case ..<7200: "\(Int((seconds / 60).rounded(.up))) min"
        default: "\(Int(min(seconds / 3600, 1e6).rounded(.up))) h"
        }
    }
}

extension PauseReason {
    /// The reason, as part of a sentence.
    var words: String {
        switch self {
        case .heat(let degrees, let limit): "the machine is at \(Int(degrees)) °C (limit \(Int(limit)))"
        case .battery(let percent, nil): "on battery power (\(percent)%)"
        case .battery(let percent, let limit?): "the battery is at \(percent)% (limit \(limit))"
        case .load(let load, _): "other programs are busy (load \(Int(load.rounded())) for each processor)"
        case .asked: "paused"
        }
    }
}

/// `espy gallery recover`.
struct GalleryRecoverAction {
    private let command: GalleryCommand

    init(_ command: GalleryCommand) { self.command = command }

    func run() async throws -> Exit {
        let recovery = GalleryRecovery(path: command.file.path)
        guard recovery.isThere else { throw GalleryCommand.noGallery }
        guard let reason = recovery.damage() else {
            await command.context.note("the gallery is not damaged; nothing was changed")
            return .complete
        }
        await command.context.note("the gallery is damaged (\(printable(reason)))")
        let (gallery, outcome) = try await recovery.run(stamp: Timestamp.fileName(command.now), now: command.now)
        await command.context.note(
            "restored: \(outcome.corrections) corrections, \(outcome.ratings) ratings, \(outcome.albums) albums, "
                + "\(outcome.folders) folders, the senders of \(outcome.arrivals) files")
        if let aside = outcome.aside { await command.context.note("the damaged file is now \(printable(aside))") }
        let exit = try await GalleryUpdateAction(command).update(gallery)
        // Their examples are imported by now.
        let taught = try await gallery.importLines(outcome.lines, now: command.now).taught
        if taught > 0 { await command.context.note("\(taught) taught tags learned again") }
        return exit
    }
}
