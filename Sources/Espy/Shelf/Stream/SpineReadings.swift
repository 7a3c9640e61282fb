public import EspyImage

/// Reads the spines of a stream one after the other, beside the pictures and never in their way: each is read once, and
/// again only while what was read is unsure and there is hope of better.
///
/// Spines are told apart by ``Shelf/Spine/id``, so this goes with what keeps ids from picture to picture.
public actor SpineReadings {
    /// How much is read at most. Times are those of the pictures, in seconds.
    public struct Pace: Sendable, Equatable {
        /// From the beginning of one reading to that of the next.
        public var interval: Double
        /// Spines that are read at one time.
        public var batch: Int
        /// Times that a spine is read while the reading is unsure.
        public var tries: Int
        /// From one try to the next of the same spine, unless it is seen ``growth`` times as large by then.
        public var pause: Double
        public var growth: Double

        public init(
            interval: Double = 0.3, batch: Int = 2, tries: Int = 4, pause: Double = 2, growth: Double = 1.25
        ) {
            self.interval = interval
            self.batch = batch
            self.tries = tries
            self.pause = pause
            self.growth = growth
        }
    }

    private struct Known {
        var reading: Shelf.Reading?
        var tries = 0
        var time = 0.0
        /// Area in pixels when it was tried the last time.
        var area = 0.0
        /// When it was last in the picture.
        var seen = 0.0
    }

    /// Books that have not been seen for so many seconds are forgotten when there are more than ``most``.
    private static let memory = 60.0
    private static let most = 2_000

    private let reader: any SpineReader
    private let pace: Pace
    private var known: [Int: Known] = [:]
    private var work: Task<Void, Never>?
    private var lastStart = -Double.infinity
    /// Counts calls of ``reset()``, so that nothing older comes in afterwards.
    private var generation = 0

    public init(_ reader: any SpineReader, pace: Pace = .init()) {
        self.reader = reader
        self.pace = pace
    }

    /// Puts in what was read before, and begins to read some of what was not.
    ///
    /// - Parameters:
    ///   - shelf: what was seen in `image`; one that was skipped or failed comes back as it is.
    ///   - image: the picture, upright.
    public func read(_ shelf: Shelf, in image: RGBImage) -> Shelf {
        guard shelf.outcome == .processed else { return shelf }
        var result = shelf
        for index in result.spines.indices {
            let id = result.spines[index].id
            known[id, default: Known()].seen = shelf.time
            result.spines[index].reading = known[id]?.reading
        }
        forget(at: shelf.time)
        begin(shelf, image)
        return result
    }

    /// What was read on a book so far.
    public func reading(of id: Int) -> Shelf.Reading? { known[id]?.reading }

    /// Waits until nothing is being read.
    public func idle() async {
        while let work { await work.value }
    }

    /// Forgets everything; what is being read is given up.
    public func reset() {
        generation += 1
        work?.cancel()
        known = [:]
        lastStart = -Double.infinity
    }

    private func begin(_ shelf: Shelf, _ image: RGBImage) {
        guard work == nil, shelf.time - lastStart >= pace.interval, !shelf.isUnsteady else { return }
        let chosen = due(shelf).prefix(pace.batch)
        guard !chosen.isEmpty else { return }
        lastStart = shelf.time
        for spine in chosen {
            known[spine.id]?.tries += 1
            known[spine.id]?.time = shelf.time
            known[spine.id]?.area = spine.quad.area
        }
        let (ids, quads, started) = (chosen.map(\.id), chosen.map(\.quad), generation)
        work = Task(priority: .utility) { [reader] in
            let readings = try? await reader.readings(of: quads, in: image.gray)
            take(Array(zip(ids, readings ?? [])), of: started)
        }
    }

    /// Those never tried first, then the larger ones, which are easier to read.
    private func due(_ shelf: Shelf) -> [Shelf.Spine] {
        shelf.spines.filter { spine in
            guard let old = known[spine.id], old.tries > 0 else { return true }
            let isUnsure = old.reading?.isSure != true
            let isLarger = spine.quad.area >= old.area * pace.growth
            return isUnsure && old.tries < pace.tries && (isLarger || shelf.time - old.time >= pace.pause)
        }
        .sorted { (known[$0.id]?.tries ?? 0, -$0.quad.area) < (known[$1.id]?.tries ?? 0, -$1.quad.area) }
    }

    private func take(_ readings: [(Int, Shelf.Reading?)], of started: Int) {
        work = nil
        guard started == generation else { return }
        for (id, reading) in readings {
            guard let reading, known[id] != nil else { continue }
            if reading.confidence >= known[id]?.reading?.confidence ?? 0 { known[id]?.reading = reading }
        }
    }

    private func forget(at time: Double) {
        guard known.count > Self.most else { return }
        known = known.filter { time - $0.value.seen <= Self.memory }
    }
}

extension Shelf {
    /// Whether letters in the picture are smeared.
    fileprivate var isUnsteady: Bool { [.blur, .motion].contains(guidance?.cause) }
}
