import EspyPixels
import EspyStore

/// One run of a ``GalleryIndexer``.
actor IndexingRun {
    private let indexer: GalleryIndexer
    private let reader: PhotoReader
    private var meter: IndexingMeter
    private var summary = IndexingSummary()

    init(_ indexer: GalleryIndexer, report: @escaping @Sendable (IndexingProgress) -> Void) {
        self.indexer = indexer
        reader = PhotoReader(
            gallery: indexer.gallery, analyzer: indexer.analyzer, options: indexer.options, clock: indexer.clock,
            words: { [words = indexer.words] in words(.image($0)) })
        meter = IndexingMeter(clock: indexer.clock, report: report)
    }

    private var gallery: Gallery { indexer.gallery }

    func run(only: [String]?) async throws(GalleryError) -> IndexingSummary {
        let vanished = try await scanAndRead(only)
        // Those that moved have their new path by now, and so are not lost with the old one.
        if !Task.isCancelled {
            meter.begin(.cleaning, total: vanished.count)
            try await gallery.forget(vanished)
            summary.removed = vanished.count
            let stale = try await gallery.staleFiles(version: indexer.analyzer?.version)
            try await work(through: stale, in: .analyzing)
        }
        if !Task.isCancelled { try await gallery.compactPack() }
        summary.isComplete = !Task.isCancelled
        summary.times = meter.progress.times
        meter.end()
        return summary
    }

    /// - Returns: numbers of files that are gone.
    private func scanAndRead(_ only: [String]?) async throws(GalleryError) -> [Int] {
        meter.begin(.scanning, total: 0)
        let added = try await gallery.folders().filter { $0.state != .remote }.map { (id: $0.id, path: $0.path) }
        let paths = FolderPaths(added)
        let disks = try await gallery.disks()
        var (changed, vanished): ([FoundFile], [Int]) = ([], [])
        for top in Self.tops(only, paths) {
            let known = try await gallery.knownFiles(below: top)
            let scan = FolderScan(
                top, added: added.map(\.path), known: known,
                disks: disks.filter { $0 == top || FolderPaths.holds(top, $0) || FolderPaths.holds($0, top) },
                retriesProblems: indexer.options.retriesProblems)
            if scan.isCancelled { return [] }
            try await gallery.keep(scan, of: top)
            summary.failed += scan.problems.count
            changed += scan.changed
            vanished += scan.vanished
            meter.advance(by: scan.total)
        }
        try await work(through: changed, in: .reading)
        return vanished
    }

    /// Where to begin scanning. A part is only scanned when it is within a folder that was added; what is not there any
    /// more is found by scanning what it was in.
    private static func tops(_ only: [String]?, _ paths: FolderPaths) -> [String] {
        guard let only else { return paths.outermost }
        let tops = only.compactMap { path -> String? in
            guard let root = paths.outermost.first(where: { $0 == path || FolderPaths.holds($0, path) }) else {
                return nil
            }
            var place = path
            while place != root, !Self.isFolder(place), let slash = place.lastIndex(of: "/") {
                place = slash == place.startIndex ? "/" : String(place[..<slash])
            }
            return place
        }
        return Array(Set(FolderPaths(tops.map { (id: 0, path: $0) }).outermost)).sorted()
    }

    private static func isFolder(_ path: String) -> Bool { (try? FileStatus(path: path))?.kind == .folder }

    /// Reads files, several at a time, and saves them batch by batch.
    private func work(through files: [FoundFile], in phase: IndexingProgress.Phase) async throws(GalleryError) {
        guard !files.isEmpty else { return }
        meter.begin(phase, total: files.count)
        var failure: GalleryError?
        await withTaskGroup(of: IndexedFile.self) { group in
            var (next, running) = (0, 0)
            var batch: [IndexedFile] = []
            while failure == nil, !Task.isCancelled, next < files.count || running > 0 {
                if next < files.count, running < indexer.options.jobs {
                    await waitForTurn()
                    if Task.isCancelled { break }
                    let file = files[next]
                    (next, running) = (next + 1, running + 1)
                    group.addTask { [reader] in await reader.read(file, isRenewal: phase == .analyzing) }
                } else if batch.count >= indexer.options.batch {
                    // Others are being read meanwhile.
                    failure = await save(&batch, phase)
                } else if let read = await group.next() {
                    running -= 1
                    batch.append(read)
                    note(read)
                }
            }
            // Those that had begun are kept, too: they took as long.
            for await read in group {
                batch.append(read)
                note(read)
            }
            if failure == nil { failure = await save(&batch, phase) }
        }
        if let failure { throw failure }
    }

    private func waitForTurn() async {
        guard let pacing = indexer.pacing else { return }
        while !Task.isCancelled, let reason = await pacing.reasonToWait() {
            meter.pause(reason)
            await pacing.rest()
        }
        meter.resume()
    }

    private func note(_ file: IndexedFile) {
        if case .problem = file.outcome { meter.fail() }
        if case .unsettled = file.outcome { summary.unsettled += 1 }
        if let failure = file.failure, summary.analysisFailure == nil {
            summary.analysisFailure = indexer.words(failure)
        }
        meter.add(file.times)
        meter.advance(by: 1)
    }

    private func save(_ batch: inout [IndexedFile], _ phase: IndexingProgress.Phase) async -> GalleryError? {
        let files = batch
        batch = []
        guard !files.isEmpty else { return nil }
        let start = indexer.clock()
        do throws(GalleryError) {
            let saved = try await gallery.save(files)
            var times = StageTimes()
            times.saving = indexer.clock() - start
            meter.add(times)
            summary.added += saved.added
            summary.failed += saved.failed
            summary.reread += saved.reread
            if phase == .analyzing { summary.renewed += saved.linked } else { summary.linked += saved.linked }
            return nil
        } catch {
            return error
        }
    }
}

/// Tells how far a run is, not more often than a person can see.
private struct IndexingMeter {
    private let clock: @Sendable () -> Double
    private let report: @Sendable (IndexingProgress) -> Void
    private(set) var progress = IndexingProgress(
        phase: .scanning, done: 0, total: 0, failed: 0, rate: 0, secondsLeft: nil, pause: nil, times: StageTimes())
    private var start: Double
    private var reported = -Double.infinity
    private var pausedSince: Double?

    private static let interval = 0.1

    init(clock: @escaping @Sendable () -> Double, report: @escaping @Sendable (IndexingProgress) -> Void) {
        (self.clock, self.report) = (clock, report)
        start = clock()
    }

    mutating func begin(_ phase: IndexingProgress.Phase, total: Int) {
        (progress.phase, progress.done, progress.total) = (phase, 0, total)
        (progress.rate, progress.secondsLeft) = (0, nil)
        start = clock()
        tell(at: start)
    }

    mutating func advance(by count: Int) {
        progress.done += count
        let now = clock()
        let seconds = now - start
        if seconds > 0, progress.phase != .scanning {
            progress.rate = Double(progress.done) / seconds
            progress.secondsLeft = Double(progress.total - progress.done) / progress.rate
        }
        if now - reported >= Self.interval { tell(at: now) }
    }

    mutating func fail() { progress.failed += 1 }

    mutating func add(_ times: StageTimes) { progress.times += times }

    mutating func pause(_ reason: PauseReason) {
        let now = clock()
        if pausedSince == nil { pausedSince = now }
        progress.pause = reason
        tell(at: now)
    }

    /// The time of the pause does not count.
    mutating func resume() {
        guard let since = pausedSince else { return }
        let now = clock()
        start += now - since
        (pausedSince, progress.pause) = (nil, nil)
        tell(at: now)
    }

    mutating func end() {
        progress.phase = .finished
        (progress.secondsLeft, progress.pause) = (0, nil)
        tell(at: clock())
    }

    private mutating func tell(at now: Double) {
        reported = now
        report(progress)
    }
}
