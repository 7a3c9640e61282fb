import Espy
import Synchronization
import Testing

/// Cancels the run before one of its photos.
actor Interrupter: Pacing {
    private var left: Int

    init(after count: Int) { left = count }

    func reasonToWait() -> PauseReason? {
        left -= 1
        if left == 0 { withUnsafeCurrentTask { $0?.cancel() } }
        return nil
    }

    func rest() async {}
}

/// Reports heat a few times before the third photo.
actor HotMachine: Pacing {
    private var looks = 0
    private(set) var rests = 0

    func reasonToWait() -> PauseReason? {
        looks += 1
        return (3..<6).contains(looks) ? .heat(degrees: 85, limit: 80) : nil
    }

    func rest() async { rests += 1 }
}

/// Other programs are busy until it has been waited for twice.
actor BusyMachine: Pacing {
    private let gallery: Gallery
    /// The photos that had a small picture when the indexer first waited.
    private(set) var pictures: Int?
    private(set) var rests = 0

    init(_ gallery: Gallery) { self.gallery = gallery }

    func reasonToWait() -> PauseReason? { rests < 2 ? .load(9, limit: 1.5) : nil }

    func rest() async {
        rests += 1
        guard pictures == nil else { return }
        let photos = (try? await gallery.filesWithPhotos().map(\.photo)) ?? []
        pictures = 0
        for photo in photos where (try? await gallery.thumbnail(of: photo)) != nil { pictures! += 1 }
    }
}

/// Adds a folder before a photo is looked at.
actor Adder: Pacing {
    private let gallery: Gallery
    private let folder: String
    private var left: Int

    init(_ folder: String, to gallery: Gallery, after count: Int) {
        (self.folder, self.gallery, left) = (folder, gallery, count)
    }

    func reasonToWait() async -> PauseReason? {
        left -= 1
        if left == 0 { _ = try? await gallery.addFolder(folder, at: 1) }
        return nil
    }

    func rest() async {}
}

struct PacingTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() async throws {
        library = try LibraryFolder()
        gallery = try library.gallery()
        try await gallery.addFolder(library.photos, at: 0)
        for seed in 0..<6 { try library.add("\(seed).jpg", seed: seed) }
    }

    /// Six photos were read, and two of them recognized.
    @Test func newFoldersDoNotWaitUntilAllIsRecognized() async throws {
        try library.add("../more/new.jpg", seed: 20)
        let seen = Mutex<[IndexingProgress.Phase]>([])
        let summary = try await gallery.index(
            options: IndexingOptions(jobs: 1, batch: 1),
            pacing: Adder(library.photos + "/../more", to: gallery, after: 9),
            report: { progress in
                seen.withLock { if $0.last != progress.phase { $0.append(progress.phase) } }
            })
        #expect(summary.isComplete)
        #expect(summary.added == 7)
        #expect(try await gallery.names.count == 7)
        // Read between those that were recognized before and after.
        let phases = seen.withLock { $0.filter { [.reading, .analyzing].contains($0) } }
        #expect(phases == [.reading, .analyzing, .reading, .analyzing])
    }

    @Test func waitsWhileTheMachineIsHot() async throws {
        let machine = HotMachine()
        let seen = Mutex<[IndexingProgress]>([])
        let summary = try await gallery.index(
            options: IndexingOptions(jobs: 1), pacing: machine,
            report: { progress in seen.withLock { $0.append(progress) } })
        #expect(summary.added == 6)
        #expect(await machine.rests == 3)
        let paused = seen.withLock { $0.filter { $0.pause != nil } }
        #expect(paused.count == 3)
        #expect(paused.allSatisfy { $0.pause == .heat(degrees: 85, limit: 80) })
        #expect(paused.allSatisfy { $0.phase == .reading && $0.done < 3 && $0.total == 6 })
        let last = try #require(seen.withLock { $0.last })
        #expect(last.phase == .finished)
        #expect(last.pause == nil)
        #expect(last.times.decoding > 0)
    }

    /// Thumbnails appear while recognition waits.
    @Test func busyMachineDelaysOnlyRecognition() async throws {
        let machine = BusyMachine(gallery)
        let middle = MiddleAnalyzer()
        let seen = Mutex<[IndexingProgress]>([])
        let summary = try await gallery.index(
            middle, options: IndexingOptions(jobs: 1), pacing: machine,
            report: { progress in seen.withLock { $0.append(progress) } })
        #expect(await machine.pictures == 6)
        #expect(await machine.rests == 2)
        let paused = seen.withLock { $0.filter { $0.pause != nil } }
        #expect(!paused.isEmpty)
        #expect(paused.allSatisfy { $0.phase == .analyzing && $0.done == 0 && $0.pause == .load(9, limit: 1.5) })
        #expect(summary.added == 6)
        #expect(summary.isComplete)
        #expect(middle.count == 6)
    }

    @Test func cancellingEndsAPause() async throws {
        let task = Task { [gallery] in try await gallery.index(pacing: Interrupter(after: 1)) }
        #expect(try await task.value.isComplete == false)
    }

    /// Loading the models takes seconds, in which the small pictures are made.
    @Test(.timeLimit(.minutes(2))) func photosAppearWhileModelsAreLoaded() async throws {
        let middle = MiddleAnalyzer()
        let indexer = GalleryIndexer(
            gallery: gallery, options: IndexingOptions(batch: 2), pacing: nil, clock: { 0 }, words: { "\($0)" },
            loading: { [gallery] in
                while ((try? await gallery.names.count) ?? 0) < 6 { await Task.yield() }
                return middle.analyzer
            })
        let summary = try await indexer.run()
        #expect(summary.added == 6)
        #expect(summary.isComplete)
        #expect(middle.count == 6)
    }

    /// Rate and remaining time exclude the time spent waiting.
    @Test func progressTellsTheTimeLeft() async throws {
        let time = Mutex(0.0)
        let seen = Mutex<[IndexingProgress]>([])
        let indexer = GalleryIndexer(
            gallery: gallery, analyzer: MiddleAnalyzer().analyzer, options: IndexingOptions(jobs: 1),
            clock: {
                time.withLock {
                    $0 += 0.25
                    return $0
                }
            }, words: { "\($0)" })
        try await indexer.run { progress in seen.withLock { $0.append(progress) } }
        let reading = seen.withLock { $0.filter { $0.phase == .reading && $0.done > 0 } }
        #expect(reading.map(\.done) == Array(1...6))
        #expect(reading.allSatisfy { $0.rate > 0 && $0.rate < 4 })
        for progress in reading {
            let left = try #require(progress.secondsLeft)
            #expect(abs(left - Double(6 - progress.done) / progress.rate) < 1e-9)
        }
    }
}
