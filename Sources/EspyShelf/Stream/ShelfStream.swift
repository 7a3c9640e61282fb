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
    let text: (any TextRegionDetector)?
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
    ///   - observe: told of every result, also of pictures that were given up: for ``TelemetryLog``.
    public init(
        detector: any SpineDetector = SeparatorDetector(effort: .quick),
        barcodes: BarcodeSearch? = ShelfStream.quickBarcodes, text: (any TextRegionDetector)? = nil,
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
