import EspyBarcode
import EspyPixels

/// The state of the scene in front of the camera, from all frames so far.
struct StreamScene: Sendable {
    private var tracker: SpineTracker
    private var barcodes: FrameLayer<Barcode>
    private var text: FrameLayer<Shelf.TextRegion>
    /// Duration of the last search.
    private(set) var barcodeMilliseconds = 0.0
    private(set) var textMilliseconds = 0.0
    /// The motion of the picture since the first frame, in pixels: objects at rest in the scene moved by this much.
    private(set) var moved = Point(x: 0, y: 0)
    private var frames = 0
    private var lastTime = 0.0
    private var last: (motion: FrameMotion, shift: Point, width: Int, height: Int)?
    private(set) var books = SeenBooks()
    private var queue = ReadingQueue()
    private(set) var readingMilliseconds = 0.0
    private var filter = GuidanceFilter()
    /// The advice from the measurements of the last frame.
    private(set) var guidance: Shelf.Guidance?
    private let options: ShelfStreamOptions

    /// Minimum agreement of two frames for their motion to be used.
    private static let agreement = 0.3

    init(_ options: ShelfStreamOptions) {
        self.options = options
        tracker = SpineTracker(options)
        barcodes = FrameLayer(
            freshness: options.freshness,
            move: { code, place in
                Barcode(
                    value: code.value, symbology: code.symbology, addOn: code.addOn, quad: code.quad.map(place))
            },
            replaces: { $0.value == $1.value })
        text = FrameLayer(
            freshness: options.freshness,
            move: { Shelf.TextRegion(quad: $0.quad.map($1), confidence: $0.confidence) },
            replaces: { _, _ in true })
    }

    /// Returns the number for a new frame.
    mutating func count() -> Int {
        defer { frames += 1 }
        return frames
    }

    func clamped(_ time: Double) -> Double { time.isFinite ? max(time, lastTime) : lastTime }

    /// Adds the results of a frame.
    mutating func update(
        _ found: [DetectedSpine], _ thumbnail: FrameThumbnail, _ image: RGBImage, time: Double
    ) -> [Shelf.Spine] {
        let (width, height) = (image.width, image.height)
        fit(width: width, height: height)
        let motion = FrameMotion(thumbnail)
        let (shift, agreement) = shift(to: motion)
        moved = moved + shift
        barcodes.map { $0 + shift }
        text.map { $0 + shift }
        let spines = tracker.update(found, in: thumbnail, shift: shift, time: time)
        let side = Double(max(width, height))
        let speed = last.flatMap { _ in time > lastTime && agreement > 0 ? shift.length / side / (time - lastTime) : nil
        }
        last = (motion, shift, width, height)
        lastTime = time
        // Books seen for the first time are not shown yet, but there is no need to advise looking elsewhere.
        let sure = found.filter { $0.confidence >= options.confidence }
        let quads = spines.isEmpty ? sure.map { $0.quad } : spines.map { $0.quad }
        let measures = FrameMeasures(image, thumbnail, spines: quads, speed: speed)
        guidance = filter.update(measures, time: time)
        return spines
    }

    /// Returns the motion of the picture since the last frame; agreement is 0 if it is unknown.
    private func shift(to motion: FrameMotion) -> (offset: Point, agreement: Double) {
        guard let last else { return (Point(x: 0, y: 0), 0) }
        let (offset, agreement) = motion.shift(from: last.motion, expected: last.shift)
        return agreement > Self.agreement ? (offset, agreement) : (Point(x: 0, y: 0), 0)
    }

    /// Adapts to a change of the frame's size.
    private mutating func fit(width: Int, height: Int) {
        guard let before = last, before.width != width || before.height != height else { return }
        let factor = Double(width) / Double(before.width)
        last = nil
        guard abs(factor * Double(before.height) / Double(height) - 1) < 0.02 else {
            let fresh = StreamScene(options)
            (tracker, barcodes, text) = (tracker.emptied(), fresh.barcodes, fresh.text)
            return
        }
        tracker.scale(by: factor)
        moved = moved * factor
        barcodes.map { $0 * factor }
        text.map { $0 * factor }
    }

    mutating func addBarcodes(_ found: [Barcode], seenAt place: Point, time: Double, took: Double) {
        barcodeMilliseconds = took
        let shift = moved - place
        barcodes.add(
            found.map {
                Barcode(
                    value: $0.value, symbology: $0.symbology, addOn: $0.addOn, quad: $0.quad.map { $0 + shift })
            }, at: time)
    }

    mutating func addText(_ found: [Shelf.TextRegion], seenAt place: Point, time: Double, took: Double) {
        textMilliseconds = took
        let shift = moved - place
        text.add(
            found.map { Shelf.TextRegion(quad: $0.quad.map { $0 + shift }, confidence: $0.confidence) }, at: time)
    }

    /// Returns the spines to read in this picture; none if it is too blurred or moves too fast.
    mutating func spinesToRead(_ shelf: Shelf) -> [Shelf.Spine] {
        let isBad = [.blur, .motion, .darkness].contains(shelf.guidance?.cause)
        return isBad ? [] : queue.next(shelf, found: tracker.seenNow)
    }

    mutating func addReadings(_ found: [Shelf.Reading?], of spines: [Shelf.Spine], took: Double) {
        readingMilliseconds = took
        queue.add(found, of: spines)
    }

    /// Adds what is known besides the spines, and records the books found.
    mutating func complete(_ shelf: inout Shelf) {
        barcodes.expire(at: shelf.time)
        text.expire(at: shelf.time)
        (shelf.barcodes, shelf.text) = (barcodes.shown, text.shown)
        let codes = shelf.barcodes.filter { $0.isbn != nil }
        for index in shelf.spines.indices {
            shelf.spines[index].reading = queue[shelf.spines[index].id]
            shelf.spines[index].isbn = codes.first { shelf.spines[index].quad.contains($0.quad.center) }?.isbn
        }
        books.add(shelf, found: tracker.seenNow, moved: moved)
    }
}

/// Barcodes or regions with text, which are searched for at intervals, with the time at which each was found.
struct FrameLayer<Item: Sendable>: Sendable {
    private var items: [(item: Item, seen: Double)] = []
    private let freshness: Double
    private let move: @Sendable (Item, (Point) -> Point) -> Item
    /// Whether a new item replaces an earlier one.
    private let replaces: @Sendable (Item, Item) -> Bool

    init(
        freshness: Double, move: @escaping @Sendable (Item, (Point) -> Point) -> Item,
        replaces: @escaping @Sendable (_ new: Item, _ old: Item) -> Bool
    ) {
        self.freshness = freshness
        self.move = move
        self.replaces = replaces
    }

    /// The items to show.
    var shown: [Item] { items.map { $0.item } }

    /// Moves all items with the camera, or scales them with the picture.
    mutating func map(_ place: (Point) -> Point) {
        items = items.map { (move($0.item, place), $0.seen) }
    }

    mutating func add(_ found: [Item], at time: Double) {
        items.removeAll { old in found.contains { replaces($0, old.item) } }
        items += found.map { ($0, time) }
    }

    /// Removes items that have not been found for too long.
    mutating func expire(at time: Double) { items.removeAll { time - $0.seen > freshness } }
}

/// Turns measurements into one piece of advice that does not flicker.
///
/// Causes that make all other measurements unreliable come first: darkness, then motion, then blur. A limit that was
/// exceeded counts as exceeded until the value is well back inside it, and new advice is given only after it has held
/// for a moment.
package struct GuidanceFilter: Sendable {
    /// The limits for advice. Lengths are in pixels.
    enum Limit {
        static let brightness = 0.28
        /// Long sides of the frame per second.
        static let speed = 0.4
        static let edgeWidth = 6.0
        static let spineWidth = 20.0
        /// Degrees.
        static let tilt = 12.0
        static let glare = 0.06
    }

    /// How far a value has to come back, as a share of its limit.
    private static let back = 0.15
    /// Seconds that new advice has to hold.
    private static let patience = 0.3

    /// The causes whose limits are exceeded.
    private var passed: Set<Shelf.Guidance.Cause> = []
    private var given: Shelf.Guidance?
    /// The next advice if it holds, and the time since which it has held.
    private var next: (cause: Shelf.Guidance.Cause, since: Double)?

    package init() {}

    /// - Parameter time: in seconds, not before that of the last call.
    package mutating func update(_ measures: FrameMeasures, time: Double) -> Shelf.Guidance {
        let fresh = advice(measures)
        guard let old = given, old.cause != fresh.cause else {
            next = nil
            given = fresh
            return fresh
        }
        if next?.cause != fresh.cause { next = (fresh.cause, time) }
        guard let next, time - next.since >= Self.patience else { return old }
        self.next = nil
        given = fresh
        return fresh
    }

    private mutating func advice(_ measures: FrameMeasures) -> Shelf.Guidance {
        if let dark = check(.moreLight, .darkness, measures.brightness, below: Limit.brightness) { return dark }
        if let moving = check(.holdSteady, .motion, measures.speed, above: Limit.speed) { return moving }
        if let blurred = check(.holdSteady, .blur, measures.edgeWidth, above: Limit.edgeWidth) { return blurred }
        guard measures.spines > 0 else { return Shelf.Guidance(.pointAtBooks, .empty, value: 0, limit: 1) }
        if let far = check(.moveCloser, .distance, measures.spineWidth, below: Limit.spineWidth) { return far }
        if let tilted = check(.straighten, .tilt, measures.tilt, above: Limit.tilt) { return tilted }
        if let glaring = check(.avoidGlare, .glare, measures.glare, above: Limit.glare) { return glaring }
        return Shelf.Guidance(.spineDetected, .clear, value: Double(measures.spines), limit: 1)
    }

    private mutating func check(
        _ advice: Shelf.Guidance.Advice, _ cause: Shelf.Guidance.Cause, _ value: Double?, above limit: Double
    ) -> Shelf.Guidance? {
        note(cause, value.map { $0 > limit * (passed.contains(cause) ? 1 - Self.back : 1) } ?? false)
            ? Shelf.Guidance(advice, cause, value: value ?? 0, limit: limit) : nil
    }

    private mutating func check(
        _ advice: Shelf.Guidance.Advice, _ cause: Shelf.Guidance.Cause, _ value: Double?, below limit: Double
    ) -> Shelf.Guidance? {
        note(cause, value.map { $0 < limit * (passed.contains(cause) ? 1 + Self.back : 1) } ?? false)
            ? Shelf.Guidance(advice, cause, value: value ?? 0, limit: limit) : nil
    }

    private mutating func note(_ cause: Shelf.Guidance.Cause, _ isPassed: Bool) -> Bool {
        if isPassed { passed.insert(cause) } else { passed.remove(cause) }
        return isPassed
    }
}

/// The queue of spines in a stream to read next, and the readings so far.
package struct ReadingQueue: Sendable {
    /// Number of spines read together: neighbors help each other, and the next ones do not wait long.
    private static let batch = 4
    /// Maximum number of tries without a reliable reading, and the growth in size after which a spine is tried again.
    private static let mostTries = 3
    private static let growth = 1.25
    /// Minimum width of a spine with legible letters, in pixels.
    private static let narrowest = 14.0
    /// Maximum number of readings kept.
    private static let most = 5000

    private var readings: [Int: Shelf.Reading] = [:]
    private var tries: [Int: Tries] = [:]

    private struct Tries {
        var count = 0
        /// Area of the spine at the last try.
        var area = 0.0
    }

    package init() {}

    /// The reading of a spine.
    package subscript(id: Int) -> Shelf.Reading? { readings[id] }

    /// Returns the spines to read next, fewest tries first, then widest first. Spines cut off by the picture are
    /// skipped.
    package mutating func next(_ shelf: Shelf, found: Set<Int>) -> [Shelf.Spine] {
        let frame = Rect(x: 0, y: 0, width: Double(shelf.width), height: Double(shelf.height))
        let open = shelf.spines.filter { spine in
            found.contains(spine.id) && readings[spine.id]?.isSure != true && isWorthATry(spine)
                && spine.quad.corners.allSatisfy(frame.contains)
        }
        let first = open.sorted { one, other in
            let (a, b) = (tries[one.id]?.count ?? 0, tries[other.id]?.count ?? 0)
            return a != b ? a < b : one.quad.meanWidth > other.quad.meanWidth
        }
        let chosen = Array(first.prefix(Self.batch))
        guard tries.count < Self.most else { return [] }
        for spine in chosen {
            tries[spine.id, default: Tries()].count += 1
            tries[spine.id]?.area = spine.quad.area
        }
        return chosen
    }

    private func isWorthATry(_ spine: Shelf.Spine) -> Bool {
        guard min(spine.quad.meanWidth, spine.quad.meanHeight) >= Self.narrowest else { return false }
        guard let before = tries[spine.id], before.count >= Self.mostTries else { return true }
        return spine.quad.area >= before.area * Self.growth
    }

    /// Keeps the more certain of two readings.
    package mutating func add(_ found: [Shelf.Reading?], of spines: [Shelf.Spine]) {
        for (spine, reading) in zip(spines, found) {
            guard let reading, reading.confidence >= readings[spine.id]?.confidence ?? 0 else { continue }
            if readings.count < Self.most || readings[spine.id] != nil { readings[spine.id] = reading }
        }
    }
}
