import Dispatch
package import EspyPixels
import Synchronization

/// Reads lines whose direction is not known: those that are level may stand upside down, tall ones run down or up.
///
/// Nearly always all lines of a picture run the same way. The longest ones tell which: they are read the usual way, and
/// the other way as well unless they are words beyond doubt. The others are read in the way that won, and in the other
/// one where that gave little.
package struct LineTurns: Sendable {
    /// Lines that are read at the same time.
    private let lanes: Lanes
    private let patience: Int
    private let read: @Sendable (Quad) throws -> TextLine?

    /// Lines that tell the way.
    private static let probes = 3
    /// Surer ones are not read once more.
    private static let sure = 0.8
    /// What is read the wrong way may be sure when it is short, and is not when it is as long.
    private static let (beyondDoubt, letters) = (0.95, 6)
    /// A pattern that is taken for text seldom gives as many letters in a row without doubt.
    private static let word = 3
    /// So many times higher than wide is a tall line.
    private static let tall = 1.5

    /// - Parameters:
    ///   - lanes: of lines that are read at the same time.
    ///   - patience: lines that may give no word before the others are left alone.
    ///   - read: reads the line in a quad, whose corners are as its letters see them.
    package init(
        _ lanes: Lanes, patience: Int = .max, read: @escaping @Sendable (Quad) throws -> TextLine?
    ) {
        (self.lanes, self.patience, self.read) = (lanes, patience, read)
    }

    /// - Returns: one for each box, in its order; nil where nothing was read, or where others gave no hope.
    package func lines(_ boxes: [Quad]) throws -> [TextLine?] {
        var lines = [TextLine?](repeating: nil, count: boxes.count)
        let isTall = boxes.map { $0.meanHeight >= Self.tall * $0.meanWidth }
        for (chosen, turns, isClear) in [
            // Upside down is rare; up and down are both usual.
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

    /// Reads lines one way, and those of which that gave little the other way, too.
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

    /// Signs that are sure: of two readings of one line, the one that has more of them is right.
    var worth: Double {
        (self?.words ?? []).reduce(0) { $0 + Double($1.text.count) * max(0, $1.confidence - 0.5) }
    }
}

/// Does the same work for many things, some of them at the same time.
package struct Lanes: Sendable {
    /// How many at the same time; one at least.
    let count: Int

    package init(_ count: Int) { self.count = max(count, 1) }

    /// Blocks the thread. Once the work for one failed, or the task that calls is cancelled, none is begun.
    ///
    /// - Returns: in the order of `things`.
    package func map<Thing: Sendable, Result: Sendable>(
        _ things: [Thing], _ work: @Sendable (Thing) throws -> Result
    ) throws -> [Result] {
        let state = Mutex(State<Result>(count: things.count))
        @Sendable func lane() {
            while let index = state.withLock({ $0.next() }) {
                do {
                    // Known in the lane of the thread that calls, which is enough: it stops the others.
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

        /// Whose turn it is.
        mutating func next() -> Int? {
            guard failure == nil, begun < results.count else { return nil }
            defer { begun += 1 }
            return begun
        }
    }
}
