import Dispatch
package import EspyPixels
import Synchronization

/// Reads lines of unknown direction: level ones may be upside down, tall ones may run down or up.
///
/// Nearly always, all lines of a picture run the same way. The longest ones determine it: they are read in the usual
/// direction, and in the other one as well unless they are words beyond doubt. The rest are read in the direction that
/// won, and in the other one if that gave little.
package struct LineTurns: Sendable {
    /// Runs several lines in parallel.
    private let lanes: ConcurrentMap
    private let patience: Int
    private let read: @Sendable (Quad) throws -> TextLine?

    /// The number of lines that determine the direction.
    private static let probes = 3
    /// Lines with at least this confidence are not read again.
    private static let sure = 0.8
    /// Short text read in the wrong direction may have this confidence, but text with this many letters does not.
    private static let (beyondDoubt, letters) = (0.95, 6)
    /// A pattern mistaken for text seldom gives this many letters in a row with confidence.
    private static let word = 3
    /// A line is tall from this many times its width.
    private static let tall = 1.5

    /// - Parameters:
    ///   - lanes: run lines in parallel.
    ///   - patience: the number of lines without a word after which the others are skipped.
    ///   - read: reads the line in a quad, whose corners are in the orientation of its letters.
    package init(
        _ lanes: ConcurrentMap, patience: Int = .max, read: @escaping @Sendable (Quad) throws -> TextLine?
    ) {
        (self.lanes, self.patience, self.read) = (lanes, patience, read)
    }

    /// - Returns: one for each box, in order; nil if nothing was read, or if it was skipped.
    package func lines(_ boxes: [Quad]) throws -> [TextLine?] {
        var lines = [TextLine?](repeating: nil, count: boxes.count)
        let isTall = boxes.map { $0.meanHeight >= Self.tall * $0.meanWidth }
        for (chosen, turns, isClear) in [
            // Upside down is rare; up and down are both common.
            (boxes.indices.filter { !isTall[$0] }, (0, 2), Self.isSure),
            (boxes.indices.filter { isTall[$0] }, (1, 3), Self.isBeyondDoubt),
        ] {
            let order = chosen.sorted { Self.length(boxes[$0]) > Self.length(boxes[$1]) }
            for (index, line) in zip(order, try readAll(order.map { boxes[$0] }, turns, isClear)) {
                lines[index] = line
            }
        }
        return lines
    }

    private func readAll(
        _ boxes: [Quad], _ turns: (Int, Int), _ isClear: (TextLine?) -> Bool
    ) throws -> [TextLine?] {
        let probes = try readings(Array(boxes.prefix(Self.probes)), turns, isClear)
        let worth = probes.reduce((0.0, 0.0)) { ($0.0 + $1.0.worth, $0.1 + $1.1.worth) }
        let usual = worth.1 > worth.0 ? (turns.1, turns.0) : turns
        var read = probes + (try readings(Array(boxes.prefix(patience).dropFirst(Self.probes)), usual, Self.isSure))
        if read.contains(where: { Self.isWord($0) || Self.isWord($1) }) {
            read += try readings(Array(boxes.dropFirst(read.count)), usual, Self.isSure)
        }
        return read.map { $1.worth > $0.worth ? $1 : $0 }
    }

    /// Reads lines in one direction, and again in the other one if that gave little.
    private func readings(
        _ boxes: [Quad], _ turns: (Int, Int), _ isClear: (TextLine?) -> Bool
    ) throws -> [(TextLine?, TextLine?)] {
        var readings = try lanes.map(boxes) { try read($0.turned(turns.0)) }
            .map { (line) -> (TextLine?, TextLine?) in (line, nil) }
        let unclear = readings.indices.filter { !isClear(readings[$0].0) }
        let others = try lanes.map(unclear) { try read(boxes[$0].turned(turns.1)) }
        for (index, line) in zip(unclear, others) { readings[index].1 = line }
        return readings
    }

    private static func isSure(_ line: TextLine?) -> Bool { line?.confidence ?? 0 >= sure }

    private static func isBeyondDoubt(_ line: TextLine?) -> Bool {
        line?.confidence ?? 0 >= beyondDoubt && line.letters >= letters
    }

    private static func isWord(_ line: TextLine?) -> Bool { isSure(line) && line.letters >= word }

    private static func length(_ quad: Quad) -> Double { max(quad.meanWidth, quad.meanHeight) }
}

extension TextLine? {
    fileprivate var letters: Int { (self?.words ?? []).reduce(0) { $0 + $1.text.count } }

    /// The number of confident letters: of two readings of one line, the one with more is right.
    var worth: Double {
        (self?.words ?? []).reduce(0) { $0 + Double($1.text.count) * max(0, $1.confidence - 0.5) }
    }
}

/// Does the same work for many things, several at a time.
package struct ConcurrentMap: Sendable {
    /// The number of parallel threads; at least one.
    let count: Int

    package init(_ count: Int) { self.count = max(count, 1) }

    /// Blocks the thread. After a failure, or if the calling task is canceled, no further work begins.
    ///
    /// - Returns: in the order of `things`.
    package func map<Thing: Sendable, Result: Sendable>(
        _ things: [Thing], _ work: @Sendable (Thing) throws -> Result
    ) throws -> [Result] {
        let state = Mutex(State<Result>(count: things.count))
        @Sendable func lane() {
            while let index = state.withLock({ $0.next() }) {
                do {
                    // Only the calling thread's lane can see this, which is enough: it stops the others.
                    if Task.isCancelled { throw TextError.cancelled }
                    let result = try work(things[index])
                    state.withLock { $0.results[index] = result }
                } catch {
                    state.withLock { $0.failure = $0.failure ?? error }
                }
            }
        }
        let lanes = min(count, things.count)
        if lanes > 1 { DispatchQueue.concurrentPerform(iterations: lanes) { _ in lane() } } else { lane() }
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.results.compactMap { $0 }
        }
    }

    private struct State<Result> {
        private var begun = 0
        var results: [Result?]
        var failure: (any Error)?

        init(count: Int) { results = Array(repeating: nil, count: count) }

        /// The next index to work on.
        mutating func next() -> Int? {
            guard failure == nil, begun < results.count else { return nil }
            defer { begun += 1 }
            return begun
        }
    }
}
