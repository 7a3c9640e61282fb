public import EspyCodecs
public import EspyPixels
import EspySystem

/// Brings a gallery up to date with its folders.
///
/// Photos appear first, with their small pictures and metadata; they are analyzed after that, newest first. While other
/// programs are busy, only the analysis waits.
///
/// A run can be canceled or killed at any moment; the next one continues. Only one process at a time may index a
/// gallery; others may search it meanwhile. The folders are only read.
public struct GalleryIndexer: Sendable {
    let gallery: Gallery
    let analyzer: @Sendable () async -> PhotoAnalyzer?
    let options: IndexingOptions
    let pacing: (any Pacing)?
    let clock: @Sendable () -> Double
    let words: @Sendable (GalleryError) -> String
    let poster: Poster?

    /// Returns a frame of the video at a path; nil if it cannot be decoded.
    public typealias Poster = @Sendable (String) -> RGBImage?

    /// - Parameters:
    ///   - analyzer: recognizes what photos show. Without one, photos are added, and analyzed by a later run.
    ///   - pacing: decides when to wait.
    ///   - clock: monotonic seconds.
    ///   - words: describes an error of reading or analyzing a picture to the user.
    ///   - poster: without it, all videos have the same picture.
    public init(
        gallery: Gallery, analyzer: PhotoAnalyzer?, options: IndexingOptions = IndexingOptions(),
        pacing: (any Pacing)? = nil, clock: @escaping @Sendable () -> Double,
        words: @escaping @Sendable (GalleryError) -> String, poster: Poster? = nil
    ) {
        self.init(
            gallery: gallery, options: options, pacing: pacing, clock: clock, words: words, poster: poster,
            loading: { analyzer })
    }

    /// - Parameter loading: returns the analyzer, whose models take seconds to load: meanwhile, photos appear.
    package init(
        gallery: Gallery, options: IndexingOptions, pacing: (any Pacing)?, clock: @escaping @Sendable () -> Double,
        words: @escaping @Sendable (GalleryError) -> String, poster: Poster? = nil,
        loading analyzer: @escaping @Sendable () async -> PhotoAnalyzer?
    ) {
        (self.gallery, self.analyzer, self.options, self.pacing) = (gallery, analyzer, options, pacing)
        (self.clock, self.words, self.poster) = (clock, words, poster)
    }

    /// Scans the folders, reads new files, removes missing ones, and updates outdated analyses.
    ///
    /// When the task is canceled, it ends within the time that one photo takes, and keeps what it has done.
    ///
    /// - Parameters:
    ///   - only: changed folders, if known: absolute paths inside the added ones. Others are not scanned.
    ///   - report: called about ten times a second with the progress.
    /// - Throws: `store(.locked)` while another process indexes the gallery.
    @discardableResult
    public func run(
        only: [String]? = nil, report: @escaping @Sendable (IndexingProgress) -> Void = { _ in }
    ) async throws(GalleryError) -> IndexingSummary {
        let lock = try await gallery.beginSaving()
        let run = IndexingRun(self, report: report)
        let result: Result<IndexingSummary, GalleryError>
        do throws(GalleryError) {
            result = .success(try await run.run(only: only))
        } catch {
            result = .failure(error)
        }
        await gallery.closePack()
        await gallery.noteUserData()
        return try withExtendedLifetime(lock) { () throws(GalleryError) in try result.get() }
    }
}

/// How a gallery is indexed.
public struct IndexingOptions: Sendable, Equatable {
    /// Number of photos processed at the same time.
    public var jobs: Int
    /// Photos per transaction; unsaved ones are processed again after a crash.
    public var batch: Int
    /// Long side of small pictures, in pixels.
    public var thumbnailSide: Int
    /// JPEG quality of small pictures: 1 to 100.
    public var thumbnailQuality: Int
    /// Limits on the images to decode.
    public var decoding: DecodingOptions
    /// Bytes of images in memory at the same time. A larger one is processed alone.
    public var memory: Int
    /// Maximum memory for decoding one image, in bytes; files that need more are reported as unreadable.
    public var mostForOne: Int
    /// Whether files that could not be read are tried again.
    public var retriesProblems: Bool

    public init(
        jobs: Int = 2, batch: Int = 32, thumbnailSide: Int? = nil, thumbnailQuality: Int? = nil,
        decoding: DecodingOptions = DecodingOptions(), memory: Int = 128 << 20, mostForOne: Int = .max,
        retriesProblems: Bool = false
    ) {
        (self.jobs, self.batch) = (max(jobs, 1), max(batch, 1))
        self.thumbnailSide = max(thumbnailSide ?? SmallPicture.usualSide, 16)
        self.thumbnailQuality = thumbnailQuality ?? SmallPicture.usualQuality
        (self.decoding, self.memory) = (decoding, max(memory, 1))
        (self.mostForOne, self.retriesProblems) = (mostForOne, retriesProblems)
    }
}

/// Decides when background work should wait. Implemented by the front ends, which know the machine.
public protocol Pacing: Sendable {
    /// The reason to wait now; `nil` to continue. Called before every photo, so it has to be fast.
    func reasonToWait() async -> PauseReason?
    /// Returns after some time, or at once when the task is canceled.
    func rest() async
}

/// Why work in the background waits.
public enum PauseReason: Sendable, Equatable, Codable {
    /// The machine is hot: degrees Celsius, and the limit for waiting.
    case heat(degrees: Double, limit: Double)
    /// It runs on its battery: percent that are left, and where waiting begins; nil where it waits for the charger.
    case battery(percent: Int, limit: Int?)
    /// Other programs are busy: processes ready to run, per processor.
    case load(Double, limit: Double)
    /// The user paused it.
    case asked
}

/// One run of a ``GalleryIndexer``.
private actor IndexingRun {
    private let indexer: GalleryIndexer
    private var reader: PhotoReader
    private var meter: IndexingMeter
    private var summary = IndexingSummary()
    /// Files of photos that this run added: their first analysis does not count as renewed.
    private var fresh: Set<String> = []
    /// The folders of the gallery when they were last scanned.
    private var folders: [String] = []
    /// Photos that were saved since their faces were grouped.
    private var ungrouped = 0
    private static let groupingInterval = 1_000

    init(_ indexer: GalleryIndexer, report: @escaping @Sendable (IndexingProgress) -> Void) {
        self.indexer = indexer
        reader = PhotoReader(
            gallery: indexer.gallery, options: indexer.options, clock: indexer.clock,
            words: { [words = indexer.words] in words(.image($0)) }, poster: indexer.poster)
        meter = IndexingMeter(clock: indexer.clock, report: report)
    }

    private var gallery: Gallery { indexer.gallery }

    func run(only: [String]?) async throws(GalleryError) -> IndexingSummary {
        let loading = Task { await loadAnalyzer() }
        let result: Result<IndexingSummary, GalleryError>
        do throws(GalleryError) {
            result = .success(try await run(only: only, loading))
        } catch {
            result = .failure(error)
        }
        // Nothing is written once the run has ended.
        _ = await loading.value
        return try result.get()
    }

    /// - Returns: an error of the gallery.
    private func loadAnalyzer() async -> GalleryError? {
        let analyzer = await indexer.analyzer()
        do throws(GalleryError) {
            if let faceModel = analyzer?.faceModel { try await gallery.allowFaces(faceModel) }
            reader.analyzer = analyzer
            return nil
        } catch {
            return error
        }
    }

    private func run(
        only: [String]?, _ loading: Task<GalleryError?, Never>
    ) async throws(GalleryError) -> IndexingSummary {
        var only = only
        repeat {
            folders = try await gallery.folderNames()
            let vanished = try await scanAndRead(only, loading)
            // Moved files have their new path by now, so their photos are not lost with the old one.
            if !Task.isCancelled {
                meter.begin(.cleaning, total: vanished.count)
                try await gallery.forget(vanished)
                summary.removed += vanished.count
                if let error = await loading.value { throw error }
                try await analyze()
            }
            only = nil
        } while await hasOtherFolders() && !Task.isCancelled
        if !Task.isCancelled { try await gallery.compactPack() }
        summary.isComplete = !Task.isCancelled
        summary.times = meter.progress.times
        meter.end()
        return summary
    }

    private func analyze() async throws(GalleryError) {
        let faceModel = reader.analyzer?.faceModel
        let stale = try await gallery.staleFiles(version: reader.analyzer?.version, faceModel: faceModel)
        let files = stale.map { file, hasPicture, isAnalyzed in
            (file, hasPicture && isAnalyzed ? PhotoReader.Step.faces : .analysis(hasPicture: hasPicture))
        }
        try await work(through: files, in: .analyzing)
        if let faceModel { try await gallery.groupFaces(faceModel) }
    }

    /// Whether folders were added or removed since the last scan: their photos do not wait until all others are
    /// recognized.
    private func hasOtherFolders() async -> Bool { (try? await gallery.folderNames()) ?? folders != folders }

    /// - Returns: row ids of files that are gone.
    private func scanAndRead(
        _ only: [String]?, _ loading: Task<GalleryError?, Never>
    ) async throws(GalleryError) -> [Int] {
        meter.begin(.scanning, total: 0)
        let added = try await gallery.folders().filter { $0.state != .remote }.map { (id: $0.id, path: $0.path) }
        let paths = FolderPaths(added)
        let disks = try await gallery.disks()
        var (changed, vanished): ([(FoundFile, PhotoReader.Step)], [Int]) = ([], [])
        for top in Self.tops(only, paths) {
            let known = try await gallery.knownFiles(below: top)
            let scan = FolderScan(
                top, added: added.map(\.path), known: known,
                disks: disks.filter { $0 == top || FolderPaths.holds(top, $0) || FolderPaths.holds($0, top) },
                retriesProblems: indexer.options.retriesProblems)
            if scan.isCancelled { return [] }
            try await gallery.keep(scan, of: top)
            summary.failed += scan.problems.count
            changed += scan.changed.map { ($0, known[$0.path] == nil ? .picture : .whole) }
            vanished += scan.vanished
            meter.advance(by: scan.total)
        }
        if changed.contains(where: { $0.1.isRecognized }), let error = await loading.value { throw error }
        try await work(through: changed, in: .reading)
        return vanished
    }

    /// Where to start scanning. A changed folder is only scanned if it is inside an added one; if it no longer exists,
    /// its parent is scanned.
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
    private func work(
        through files: [(file: FoundFile, step: PhotoReader.Step)], in phase: IndexingProgress.Phase
    ) async throws(GalleryError) {
        guard !files.isEmpty else { return }
        meter.begin(phase, total: files.count)
        var failure: GalleryError?
        await withTaskGroup(of: IndexedFile.self) { group in
            var (next, running) = (0, 0)
            var batch: [IndexedFile] = []
            while failure == nil, !Task.isCancelled, next < files.count || running > 0 {
                if next < files.count, running < indexer.options.jobs {
                    let (file, step) = files[next]
                    guard await isTurn(of: step, in: phase) else { break }
                    (next, running) = (next + 1, running + 1)
                    group.addTask { [reader] in await reader.read(file, for: step) }
                } else if batch.count >= indexer.options.batch {
                    // Other files are read meanwhile.
                    failure = await save(&batch, phase)
                } else if let read = await group.next() {
                    running -= 1
                    batch.append(read)
                    note(read, phase)
                }
            }
            // Files already started are kept, too.
            for await read in group {
                batch.append(read)
                note(read, phase)
            }
            if failure == nil { failure = await save(&batch, phase) }
        }
        if let failure { throw failure }
    }

    /// Waits for the turn of a file. Small pictures take little time, and users wait for them: on a busy machine, only
    /// recognition waits.
    ///
    /// - Returns: false if the phase ends before: the run was canceled, or other folders come before recognition.
    private func isTurn(of step: PhotoReader.Step, in phase: IndexingProgress.Phase) async -> Bool {
        defer { meter.resume() }
        while !Task.isCancelled {
            if phase == .analyzing, await hasOtherFolders() { return false }
            guard let pacing = indexer.pacing, let reason = await pacing.reasonToWait() else { return true }
            if case .load = reason, !step.isRecognized { return true }
            meter.pause(reason)
            await pacing.rest()
        }
        return false
    }

    private func note(_ file: IndexedFile, _ phase: IndexingProgress.Phase) {
        if phase == .reading, case .new = file.outcome { fresh.insert(file.file.path) }
        if case .problem = file.outcome { meter.fail() }
        if case .unsettled = file.outcome { summary.unsettled += 1 }
        if let failure = file.failure, summary.analysisFailure == nil {
            summary.analysisFailure = indexer.words(failure)
        }
        meter.add(file.times)
        meter.advance(by: 1)
    }

    /// Groups faces from time to time, so that people appear while photos are analyzed.
    private func group(afterMore count: Int) async throws(GalleryError) {
        ungrouped += count
        guard ungrouped >= Self.groupingInterval, let model = reader.analyzer?.faceModel else { return }
        ungrouped = 0
        try await gallery.groupFaces(model)
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
            try await group(afterMore: files.count)
            let known = files.count { fresh.contains($0.file.path) }
            if phase == .analyzing {
                summary.renewed += max(0, saved.linked - known)
            } else {
                summary.linked += saved.linked
            }
            return nil
        } catch {
            return error
        }
    }
}
