public import EspyBarcode
import EspyBase
public import EspyPixels

/// Follows the books of a shelf through the pictures of a camera or a film.
///
/// ```swift
/// let stream = ShelfStream()
/// for await (image, time) in camera { show(await stream.look(at: image, time: time)) }
/// ```
///
/// One picture is worked on at a time. One more may wait; when a newer one comes, it is given up.
public actor ShelfStream {
    /// Reads bar codes in a gray picture.
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
    /// Layers that are being worked on, beside the frames.
    var errands = Errands()
    /// Counts calls of ``reset()``, so that nothing older comes in afterwards.
    private(set) var generation = 0

    /// - Parameters:
    ///   - detector: what finds the spines.
    ///   - barcodes: what reads bar codes; nil: nobody does.
    ///   - text: what finds places with text; nil: nobody does.
    ///   - reading: what reads spines. Each is read a few times at most, when it is seen well; nil: nobody does.
    ///   - clock: tells how long the work takes; nil: all durations are 0.
    ///   - observe: told of every result, also of pictures that were given up.
    public init(
        detector: any SpineDetector = SeparatorDetector(effort: .quick),
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

    /// The reader of bar codes that takes the least time.
    public static let quickBarcodes: BarcodeSearch = { image throws(CancellationError) in
        try BarcodeReader(options: .init(effort: .quick)).read(image)
    }

    /// Finds what is in a picture, and which of it is what was there before.
    ///
    /// - Parameters:
    ///   - image: upright. When its size changes, everything is followed to the new one if its shape is the same, and
    ///     begun anew if not.
    ///   - time: in seconds since the first picture; what is before the time of the last one counts as that.
    /// - Returns: all that is to be shown now, also what was seen a moment ago only. A picture that was given up for a
    ///   newer one, or whose task was cancelled, comes back as ``Shelf/Outcome/skipped``, one without pixels as failed:
    ///   neither says anything of what is there, and what is shown should stay.
    public func look(at image: RGBImage, time: Double) async -> Shelf {
        let shelf = await result(image, time)
        observe?(shelf)
        return shelf
    }

    /// The books that were seen since the first picture, or since ``reset()``, as one long shelf: row by row from the
    /// top, each from left to right.
    ///
    /// Rows and places are worked out from the way of the camera, so they are right as long as it goes along one
    /// bookcase and not around it.
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

    /// Forgets all books, as before the first picture. Numbers begin at 1 again.
    public func reset() {
        generation += 1
        scene = StreamScene(options)
        errands = Errands()
    }

    /// - Returns: false for a frame that was given up.
    private func turn(_ number: Int) async -> Bool {
        if turns.take(number) { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { turns.wait(number, $0) }
        } onCancel: {
            Task { await self.leave(number) }
        }
    }

    /// Whether a frame waits for its turn.
    package var isWaiting: Bool { turns.hasWaiting }

    private func leave(_ number: Int) { turns.leave(number) }

    private func process(_ image: RGBImage, into shelf: inout Shelf) async {
        let elapsed = clock.map { Stopwatch.milliseconds($0) }
        let started = generation
        let glance = FrameGlance(image)
        let spinesElapsed = clock.map { Stopwatch.milliseconds($0) }
        guard let found = try? await detector.spines(in: image), started == generation else { return }
        shelf.timings.spines = spinesElapsed?() ?? 0
        // Frames that were taken in meanwhile are none: only one is worked on at a time.
        shelf.time = scene.clamped(shelf.time)
        shelf.spines = scene.update(found, glance, image, time: shelf.time)
        shelf.guidance = scene.guidance
        await runErrands(image, shelf)
        guard started == generation else { return }
        scene.expireLayers(at: shelf.time)
        shelf.barcodes = scene.barcodes.shown
        shelf.text = scene.text.shown
        shelf.timings.barcodes = scene.barcodeMilliseconds
        shelf.timings.text = scene.textMilliseconds
        shelf.timings.reading = scene.readingMilliseconds
        shelf.timings.total = elapsed?() ?? 0
        scene.complete(&shelf)
        shelf.outcome = .processed
    }
}

/// How the pictures of a stream are put together. All times are seconds.
public struct ShelfStreamOptions: Sendable, Codable, Equatable {
    /// A book is followed from the first time that the detector is so sure of it, 0...1, and then as long as it is found
    /// at all.
    public var confidence: Double
    /// Pictures in which a book is found before it is shown.
    public var confirmations: Int
    /// How long something is shown that is not found any more.
    public var freshness: Double
    /// How long a book that has left the picture is remembered, so that it keeps its number when it comes back.
    public var memory: Double
    /// Time from one search for bar codes, or for text, to the next. 0: in every picture, as far as there is time.
    public var barcodeInterval: Double
    public var textInterval: Double
    /// Time from when some spines are read to when the next are. The work for a second is bounded by it.
    public var readingInterval: Double
    /// Whether each result waits for bar codes, text and readings of the same picture, as for a film. For a camera they
    /// come along with a later result.
    public var waits: Bool

    public init(
        confidence: Double = 0.3, confirmations: Int = 2, freshness: Double = 0.7, memory: Double = 10,
        barcodeInterval: Double = 0.2, textInterval: Double = 0.1, readingInterval: Double = 0.5,
        waits: Bool = false
    ) {
        self.confidence = confidence
        self.confirmations = confirmations
        self.freshness = freshness
        self.memory = memory
        self.barcodeInterval = barcodeInterval
        self.textInterval = textInterval
        self.readingInterval = readingInterval
        self.waits = waits
    }
}

/// What is looked for beside the frames, now and then.
extension ShelfStream {
    /// Layers that are being worked on, and when the last was begun.
    struct Errands {
        var barcodes = false
        var text = false
        var reading = false
        var barcodeTime = -Double.infinity
        var textTime = -Double.infinity
        var readingTime = -Double.infinity
    }

    /// Begins what is due, and waits for it if that is wanted.
    func runErrands(_ image: RGBImage, _ shelf: Shelf) async {
        let begun = [
            searchBarcodes(image, time: shelf.time), searchText(image, shelf), readSpines(image, shelf),
        ]
        guard options.waits else { return }
        for task in begun { await task?.value }
    }

    private func searchBarcodes(_ image: RGBImage, time: Double) -> Task<Void, Never>? {
        guard let barcodes, !errands.barcodes, time - errands.barcodeTime >= options.barcodeInterval else { return nil }
        (errands.barcodes, errands.barcodeTime) = (true, time)
        let (place, started) = (scene.moved, generation)
        return Task {
            let (found, took) = await Self.timed(clock) { () async throws(CancellationError) in
                try await barcodes(image.gray)
            }
            guard started == generation else { return }
            errands.barcodes = false
            scene.addBarcodes(found ?? [], seenAt: place, time: time, took: took)
        }
    }

    private func searchText(_ image: RGBImage, _ shelf: Shelf) -> Task<Void, Never>? {
        let (time, spines) = (shelf.time, shelf.spines.map(\.quad))
        guard let text, !errands.text, time - errands.textTime >= options.textInterval else { return nil }
        (errands.text, errands.textTime) = (true, time)
        let (place, started) = (scene.moved, generation)
        return Task {
            let (found, took) = await Self.timed(clock) { () async throws(CancellationError) in
                if Task.isCancelled { throw CancellationError() }
                return text.find(in: image.gray, spines: spines)
            }
            guard started == generation else { return }
            errands.text = false
            scene.addText(found ?? [], seenAt: place, time: time, took: took)
        }
    }

    private func readSpines(_ image: RGBImage, _ shelf: Shelf) -> Task<Void, Never>? {
        guard let reading, !errands.reading, shelf.time - errands.readingTime >= options.readingInterval else {
            return nil
        }
        let spines = scene.spinesToRead(shelf)
        guard !spines.isEmpty else { return nil }
        (errands.reading, errands.readingTime) = (true, shelf.time)
        let started = generation
        return Task {
            let (found, took) = await Self.timed(clock) { () async throws(CancellationError) in
                try await reading.readings(of: spines.map(\.quad), in: image)
            }
            guard started == generation else { return }
            errands.reading = false
            scene.addReadings(found ?? [], of: spines, took: took)
        }
    }

    /// Off the actor, which has frames to look after.
    @concurrent
    private static func timed<Value: Sendable>(
        _ clock: (any Clock<Duration>)?, _ work: @Sendable () async throws(CancellationError) -> Value
    ) async -> (value: Value?, milliseconds: Double) {
        let elapsed = clock.map { Stopwatch.milliseconds($0) }
        let value = try? await work()
        return (value, elapsed?() ?? 0)
    }
}

/// Lets one frame through at a time; one more may wait, and gives way to a newer one.
private struct FrameTurns {
    /// The frame that is being worked on.
    private(set) var holder: Int?
    private var waiting: (number: Int, continuation: CheckedContinuation<Bool, Never>)?

    var hasWaiting: Bool { waiting != nil }

    /// - Returns: whether the frame may go at once.
    mutating func take(_ number: Int) -> Bool {
        guard holder == nil else { return false }
        holder = number
        return true
    }

    /// The frame waits until it is let through, or given up for a newer one.
    mutating func wait(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        if let waiting {
            // Tasks need not come in the order in which they were started.
            guard waiting.number < number else { return continuation.resume(returning: false) }
            waiting.continuation.resume(returning: false)
        }
        waiting = (number, continuation)
        if holder == nil { pass() }
    }

    /// The frame that was worked on is done with.
    mutating func pass() {
        holder = waiting?.number
        waiting?.continuation.resume(returning: true)
        waiting = nil
    }

    /// The frame need not wait any longer.
    mutating func leave(_ number: Int) {
        guard waiting?.number == number else { return }
        waiting?.continuation.resume(returning: false)
        waiting = nil
    }
}
