package import Espy
import EspySystem

/// Indexes the photo library while the server runs: at the start, when folders are added, when their files change, and
/// every hour in case a change went unnoticed.
package actor IndexingService {
    private static let hour = Duration.seconds(3600)
    /// How long to wait if another process is indexing.
    private static let patience = Duration.seconds(10)

    /// Leaves half of the machine to its users.
    private static let jobs = MemoryShare().photos(atMost: Machine.processors / 2)

    private let file: GalleryFile
    private let analyzer: @Sendable () async throws(Problem) -> PhotoAnalyzer
    private let pacing: AskedPacing
    private let poster: GalleryIndexer.Poster?
    private let wakes: AsyncStream<Void>
    private let wakeSignal: AsyncStream<Void>.Continuation
    private var latest: IndexingState?
    /// Why photos are not tagged, as a message.
    private var trouble: String?
    private var listeners: [Int: AsyncStream<IndexingState>.Continuation] = [:]
    private var nextListener = 0
    private var work: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    private var watch: (folders: [String], task: Task<Void, Never>)?
    /// The paths that changed since the last pass; nil means anything may have.
    private var changed: Set<String>?

    /// - Parameters:
    ///   - pacing: Decides when to pause.
    ///   - poster: Returns a frame of a video.
    ///   - analyzer: Loads the photo analyzer. Called only when there is work, because loading takes time. If no model
    ///     is usable, it throws; the photos are still listed, and tagged later.
    package init(
        file: GalleryFile, pacing: (any Pacing)?, poster: GalleryIndexer.Poster? = nil,
        analyzer: @escaping @Sendable () async throws(Problem) -> PhotoAnalyzer
    ) {
        (self.file, self.analyzer, self.poster) = (file, analyzer, poster)
        self.pacing = AskedPacing(base: pacing)
        (wakes, wakeSignal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    package func start() {
        guard work == nil else { return }
        wake()
        work = Task(executorPreference: Self.threads, priority: .background) { await self.run() }
    }

    private func run() async {
        for await _ in wakes {
            let pause = await index()
            if Task.isCancelled { return }
            // Runs again after a while, even without a signal.
            timer?.cancel()
            timer = Task(priority: .background) {
                if (try? await Task.sleep(for: pause)) != nil { wake() }
            }
        }
    }

    /// One more than there are jobs, for reporting their progress.
    private static let threads = QuietWork.executor(threads: jobs + 1)

    /// The progress; nil if there is nothing to index.
    package func progress() -> IndexingState? {
        guard var latest else { return nil }
        if pacing.pace == .halted { latest.pausedBecause = "user" }
        latest.trouble = trouble
        return latest
    }

    /// The progress now and after each change.
    package func changes() -> AsyncStream<IndexingState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: IndexingState.self, bufferingPolicy: .bufferingNewest(4))
        if let progress = progress() { continuation.yield(progress) }
        let number = nextListener
        nextListener += 1
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        return stream
    }

    package func setPace(_ pace: IndexingPace) {
        pacing.pace = pace
        if var latest, latest.pausedBecause != nil {
            // At the next photo, the indexer reports whether it is still paused.
            latest.pausedBecause = nil
            self.latest = latest
        }
        notify(latest)
    }

    /// Starts a pass, after folders were added or removed, or on request.
    package func wake() {
        changed = nil
        wakeSignal.yield()
    }

    private func hear(_ change: FolderChange) {
        switch change {
        case .all: changed = nil
        case .some(let paths): changed?.formUnion(paths)
        }
        wakeSignal.yield()
    }

    private func follow(_ folders: [String]) {
        guard watch?.folders != folders else { return }
        watch?.task.cancel()
        let task = Task(priority: .background) {
            for await change in FolderWatch.changes(in: folders) { hear(change) }
        }
        watch = (folders, task)
    }

    /// Stops indexing; finished work is kept.
    package func stop() async {
        wakeSignal.finish()
        timer?.cancel()
        watch?.task.cancel()
        work?.cancel()
        await work?.value
        for listener in listeners.values { listener.finish() }
    }

    private func forget(_ listener: Int) { listeners[listener] = nil }

    private func notify(_ progress: IndexingState?) {
        latest = progress
        // The work of “now” is done.
        if progress?.phase == "idle", pacing.pace == .now { pacing.pace = .sparing }
        guard let state = self.progress() else { return }
        for listener in listeners.values { listener.yield(state) }
    }

    private func loadedAnalyzer() async -> PhotoAnalyzer? {
        trouble = nil
        do throws(Problem) {
            return try await analyzer()
        } catch {
            trouble = error.message
            return nil
        }
    }

    /// - Returns: When to run again.
    private func index() async -> Duration {
        guard file.exists, let gallery = try? file.open(making: false) else { return Self.hour }
        try? await SamplePhotos.giveWay(in: gallery)
        guard let folders = try? await gallery.folders(), !folders.isEmpty else { return Self.hour }
        follow(folders.map(\.path))
        let only = changed.map { $0.sorted() }
        changed = []
        if only?.isEmpty == true { return Self.hour }
        // The state must not look like an empty library in the meantime.
        if only == nil { notify(IndexingState("scanning")) }
        let clock = ContinuousClock()
        let start = clock.now
        let loading = Task(executorPreference: Self.threads, priority: .background) { await self.loadedAnalyzer() }
        let indexer = GalleryIndexer(
            gallery: gallery, options: IndexingOptions(jobs: Self.jobs, mostForOne: MemoryShare().mostForOnePhoto),
            pacing: pacing, clock: { (clock.now - start) / .seconds(1) }, words: { Problem($0).message },
            poster: poster, loading: { await loading.value })
        do throws(GalleryError) {
            let (stream, steps) = AsyncStream.makeStream(
                of: IndexingProgress.self, bufferingPolicy: .bufferingNewest(1))
            let forwarding = Task { for await step in stream { self.notify(IndexingState(step)) } }
            defer { forwarding.cancel() }
            let summary = try await indexer.run(only: only) { steps.yield($0) }
            steps.finish()
            await forwarding.value
            if let failure = summary.analysisFailure {
                trouble = failure
                notify(latest)
            }
            return Self.hour
        } catch .store(.locked) {
            changed = nil
            notify(IndexingState("waiting"))
            return Self.patience
        } catch {
            notify(IndexingState("idle"))
            return Self.hour
        }
    }
}

extension IndexingService {
    /// Uses the models in the settings.
    ///
    /// - Parameter poster: Returns a frame of a video.
    package init(_ environment: AppEnvironment, poster: GalleryIndexer.Poster? = nil) {
        let pacing = MachinePacing(Self.pacing(environment))
        self.init(file: GalleryFile(environment), pacing: pacing, poster: poster) { () throws(Problem) in
            guard let settings = try? Settings(environment) else {
                throw Problem("settings", "the settings cannot be read; run “espy config”")
            }
            return try await AnalyzerLoader.load(settings, environment, jobs: Self.jobs)
        }
    }

    /// The limits for pausing, from the current settings.
    package static func pacing(_ environment: AppEnvironment) -> PacingOptions {
        guard let settings = try? Settings(environment) else { return PacingOptions(ownJobs: jobs) }
        return PacingOptions(
            battery: settings.isOn(.charger) ? .always : PacingOptions().battery,
            loadPerProcessor: Double(settings.text(.maxLoad)), ownJobs: jobs)
    }
}

/// The state of this process's indexer, as clients see it.
package struct IndexingState: Sendable, Equatable, Encodable {
    /// One of `idle`, `scanning`, `reading`, `analyzing` and `waiting`.
    private(set) package var phase: String
    private var done: Int
    private var total: Int
    private var failed = 0
    /// Photos per second; 0 if unknown.
    private var rate = 0.0
    /// Nil if unknown.
    private var secondsLeft: Int?
    /// Nil while it is running; otherwise `user`, `heat`, `battery` or `load`.
    fileprivate(set) package var pausedBecause: String?
    /// Why photos are not tagged, as a message; nil if there is no problem.
    package var trouble: String?

    fileprivate init(_ phase: String) { (self.phase, done, total) = (phase, 0, 0) }

    fileprivate init(_ step: IndexingProgress) {
        phase =
            switch step.phase {
            case .scanning: "scanning"
            case .reading, .cleaning: "reading"
            case .analyzing: "analyzing"
            case .finished: "idle"
            }
        pausedBecause =
            switch step.pause {
            case .heat: "heat"
            case .battery: "battery"
            case .load: "load"
            case .asked: "user"
            case nil: nil
            }
        (done, total, failed, rate) = (step.done, step.total, step.failed, step.rate)
        secondsLeft = step.secondsLeft.map { Int($0.rounded(.up)) }
    }
}
