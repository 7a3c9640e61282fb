// Not in the browser: it has no tasks. ShelfFollower takes the same steps one by one.

public import EspyBarcode
import EspyBase
public import EspyPixels

/// Tracks the books on a shelf through the pictures of a camera or video.
///
/// ```swift
/// let stream = ShelfStream()
/// for await (image, time) in camera { show(await stream.look(at: image, time: time)) }
/// ```
///
/// Pictures are processed one at a time. One more may wait; it is skipped when a newer one arrives.
public actor ShelfStream {
    /// Reads barcodes in a gray picture.
    public typealias BarcodeSearch = @Sendable (GrayImage) async throws(CancellationError) -> [Barcode]

    public nonisolated let options: ShelfStreamOptions
    private let detector: any SpineDetector
    let barcodes: BarcodeSearch?
    let text: TextFinder?
    let reading: (any SpineReader)?
    let clock: (any Clock<Duration>)?
    private let observe: (@Sendable (Shelf) -> Void)?
    var scene: StreamScene
    private var turns = FrameTurns()
    /// Layers in progress, in addition to the frames.
    var background = BackgroundTasks()
    /// Number of calls of ``reset()``, to discard results of work that began earlier.
    private(set) var generation = 0

    /// - Parameters:
    ///   - detector: finds the spines.
    ///   - barcodes: reads barcodes; nil to skip them.
    ///   - text: finds regions with text; nil to skip them.
    ///   - reading: reads spines, each a few times at most, when it is clearly visible; nil to skip them.
    ///   - clock: measures the durations; nil: all durations are 0.
    ///   - observe: called with every result, including skipped pictures.
    public init(
        detector: any SpineDetector = SeparatorDetector(effort: .quick, isJudged: true),
        barcodes: BarcodeSearch? = ShelfStream.quickBarcodes, text: TextFinder? = nil,
        reading: (any SpineReader)? = nil, options: ShelfStreamOptions = .init(), clock: (any Clock<Duration>)? = nil,
        observe: (@Sendable (Shelf) -> Void)? = nil
    ) {
        self.options = options
        self.observe = observe
        self.detector = detector
        self.barcodes = barcodes
        self.text = text
        self.reading = reading
        self.clock = clock
        scene = StreamScene(options)
    }

    /// The fastest barcode reader.
    public static let quickBarcodes: BarcodeSearch = { image throws(CancellationError) in
        try BarcodeReader(options: .init(effort: .quick)).read(image)
    }

    /// Finds the books in a picture, and matches them with those found before.
    ///
    /// - Parameters:
    ///   - image: upright. If its size changes, tracking continues at the new size if the aspect ratio is the same, and
    ///     starts over otherwise.
    ///   - time: in seconds since the first picture; an earlier time than the last one counts as the last one.
    /// - Returns: everything to show now, including books seen a moment ago. A picture that was skipped for a newer
    ///   one, or whose task was cancelled, is returned as ``Shelf/Outcome/skipped``, a picture without pixels as
    ///   failed: neither says anything about the books, and the display should not change.
    public func look(at image: RGBImage, time: Double) async -> Shelf {
        let shelf = await result(image, time)
        observe?(shelf)
        return shelf
    }

    /// Returns the books seen since the first picture, or since ``reset()``, as one long shelf: row by row from the
    /// top, each from left to right.
    ///
    /// Rows and places are computed from the camera's motion, so they are right as long as it moves along one bookcase
    /// and not around it.
    public func books() -> [SeenBook] { scene.books.list(least: max(options.confirmations, 3)) }

    private func result(_ image: RGBImage, _ time: Double) async -> Shelf {
        let number = scene.count()
        var shelf = Shelf(
            frame: number, time: scene.clamped(time), width: image.width, height: image.height, outcome: .skipped)
        guard image.width > 0, image.height > 0 else {
            shelf.outcome = .failed(.emptyImage(width: image.width, height: image.height))
            return shelf
        }
        guard await turn(number), !Task.isCancelled else {
            if turns.holder == number { turns.pass() }
            return shelf
        }
        await process(image, into: &shelf)
        turns.pass()
        return shelf
    }

    /// Forgets all books, and numbers new ones from 1 again.
    public func reset() {
        generation += 1
        scene = StreamScene(options)
        background = BackgroundTasks()
    }

    /// - Returns: false for a skipped frame.
    private func turn(_ number: Int) async -> Bool {
        if turns.take(number) { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { turns.wait(number, $0) }
        } onCancel: {
            Task { await self.leave(number) }
        }
    }

    /// Whether a frame is waiting for its turn.
    package var isWaiting: Bool { turns.hasWaiting }

    private func leave(_ number: Int) { turns.leave(number) }

    private func process(_ image: RGBImage, into shelf: inout Shelf) async {
        let elapsed = clock.map { Stopwatch.milliseconds($0) }
        let started = generation
        let thumbnail = FrameThumbnail(image)
        let spinesElapsed = clock.map { Stopwatch.milliseconds($0) }
        guard let found = try? await detector.spines(in: image), started == generation else { return }
        shelf.timings.spines = spinesElapsed?() ?? 0
        // No other frame was taken in meanwhile: only one is processed at a time.
        shelf.time = scene.clamped(shelf.time)
        shelf.spines = scene.update(found, thumbnail, image, time: shelf.time)
        shelf.guidance = scene.guidance
        await runInBackground(image, shelf)
        guard started == generation else { return }
        scene.complete(&shelf)
        shelf.timings.barcodes = scene.barcodeMilliseconds
        shelf.timings.text = scene.textMilliseconds
        shelf.timings.reading = scene.readingMilliseconds
        shelf.timings.total = elapsed?() ?? 0
        shelf.outcome = .processed
    }
}

/// Searches that run alongside the frames at intervals.
extension ShelfStream {
    /// Layers in progress, and when each was last begun.
    struct BackgroundTasks {
        var barcodes = false
        var text = false
        var reading = false
        var barcodeTime = -Double.infinity
        var textTime = -Double.infinity
        var readingTime = -Double.infinity
    }

    /// Starts the searches that are due, and waits for them if requested.
    func runInBackground(_ image: RGBImage, _ shelf: Shelf) async {
        let begun = [
            searchBarcodes(image, time: shelf.time), searchText(image, shelf), readSpines(image, shelf),
        ]
        guard options.waits else { return }
        for task in begun { await task?.value }
    }

    private func searchBarcodes(_ image: RGBImage, time: Double) -> Task<Void, Never>? {
        guard let barcodes, !background.barcodes, time - background.barcodeTime >= options.barcodeInterval else {
            return nil
        }
        (background.barcodes, background.barcodeTime) = (true, time)
        let (place, started) = (scene.moved, generation)
        return Task {
            let (found, took) = await Self.timed(clock) { () async throws(CancellationError) in
                try await barcodes(image.gray)
            }
            guard started == generation else { return }
            background.barcodes = false
            scene.addBarcodes(found ?? [], seenAt: place, time: time, took: took)
        }
    }

    private func searchText(_ image: RGBImage, _ shelf: Shelf) -> Task<Void, Never>? {
        let (time, spines) = (shelf.time, shelf.spines.map(\.quad))
        guard let text, !background.text, time - background.textTime >= options.textInterval else { return nil }
        (background.text, background.textTime) = (true, time)
        let (place, started) = (scene.moved, generation)
        return Task {
            let (found, took) = await Self.timed(clock) { () async throws(CancellationError) in
                if Task.isCancelled { throw CancellationError() }
                return text.find(in: image.gray, spines: spines)
            }
            guard started == generation else { return }
            background.text = false
            scene.addText(found ?? [], seenAt: place, time: time, took: took)
        }
    }

    private func readSpines(_ image: RGBImage, _ shelf: Shelf) -> Task<Void, Never>? {
        guard let reading, !background.reading, shelf.time - background.readingTime >= options.readingInterval else {
            return nil
        }
        let spines = scene.spinesToRead(shelf)
        guard !spines.isEmpty else { return nil }
        (background.reading, background.readingTime) = (true, shelf.time)
        let started = generation
        return Task {
            let (found, took) = await Self.timed(clock) { () async throws(CancellationError) in
                try await reading.readings(of: spines.map(\.quad), in: image)
            }
            guard started == generation else { return }
            background.reading = false
            scene.addReadings(found ?? [], of: spines, took: took)
        }
    }

    /// Runs outside the actor, which must keep processing frames.
    @concurrent
    private static func timed<Value: Sendable>(
        _ clock: (any Clock<Duration>)?, _ work: @Sendable () async throws(CancellationError) -> Value
    ) async -> (value: Value?, milliseconds: Double) {
        let elapsed = clock.map { Stopwatch.milliseconds($0) }
        let value = try? await work()
        return (value, elapsed?() ?? 0)
    }
}

/// Lets one frame through at a time; one more may wait, and yields to a newer one.
private struct FrameTurns {
    /// The frame being processed.
    private(set) var holder: Int?
    private var waiting: (number: Int, continuation: CheckedContinuation<Bool, Never>)?

    var hasWaiting: Bool { waiting != nil }

    /// - Returns: whether the frame may proceed immediately.
    mutating func take(_ number: Int) -> Bool {
        guard holder == nil else { return false }
        holder = number
        return true
    }

    /// Makes the frame wait until it is let through, or skipped for a newer one.
    mutating func wait(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        if let waiting {
            // Tasks may arrive in a different order from the one in which they were started.
            guard waiting.number < number else { return continuation.resume(returning: false) }
            waiting.continuation.resume(returning: false)
        }
        waiting = (number, continuation)
        if holder == nil { pass() }
    }

    /// Ends the turn of the frame being processed.
    mutating func pass() {
        holder = waiting?.number
        waiting?.continuation.resume(returning: true)
        waiting = nil
    }

    /// Removes the frame from the queue.
    mutating func leave(_ number: Int) {
        guard waiting?.number == number else { return }
        waiting?.continuation.resume(returning: false)
        waiting = nil
    }
}
