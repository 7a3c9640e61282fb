import EspyPixels
import EspyText
import Synchronization
import Testing

@Suite struct LineTurnsTests {
    /// Spines side by side.
    private let boxes = (0..<6).map { Quad(Rect(x: 20 * Double($0), y: 0, width: 10, height: 100 + Double($0))) }

    private static func line(_ quad: Quad, _ text: String, _ confidence: Double) -> TextLine {
        TextLine(
            quad: quad, words: [.init(text: text, confidence: confidence, quad: quad)], confidence: confidence)
    }

    /// Whether text whose line begins at the first corner runs down.
    private static func runsDown(_ quad: Quad) -> Bool {
        quad.topLeft.y < quad.bottomRight.y && quad.topLeft.x > quad.bottomRight.x
    }

    @Test(arguments: [1, 4]) func linesOfOneWayAreReadInIt(lanes: Int) throws {
        let readings = Mutex(0)
        let turns = LineTurns(ConcurrentMap(lanes)) { quad in
            readings.withLock { $0 += 1 }
            return Self.runsDown(quad)
                ? Self.line(quad, "upside", 0.3) : Self.line(quad, "title\(Int(quad.meanWidth))", 0.99)
        }
        #expect(try turns.lines(boxes).map { $0?.text } == (100...105).map { "title\($0)" })
        // Three in both directions.
        #expect(readings.withLock { $0 } == 9)
    }

    @Test func linesBeyondDoubtAreReadOnce() throws {
        let readings = Mutex(0)
        let turns = LineTurns(ConcurrentMap(1)) { quad in
            readings.withLock { $0 += 1 }
            return Self.line(quad, "beyond doubt", 0.99)
        }
        _ = try turns.lines(boxes)
        #expect(readings.withLock { $0 } == boxes.count)
    }

    @Test(arguments: [("pattern", 0.5), ("II", 0.9), ("word", 0.9)])
    func whereTheLongestLinesGiveNoWordTheOthersAreLeftAlone(text: String, confidence: Double) throws {
        let read = Mutex<Set<Double>>([])
        let turns = LineTurns(ConcurrentMap(1), patience: 4) { quad in
            read.withLock { _ = $0.insert(max(quad.meanWidth, quad.meanHeight)) }
            return Self.line(quad, text, confidence)
        }
        let lines = try turns.lines(boxes)
        #expect(lines.count == boxes.count)
        #expect(read.withLock { $0 } == Set(text == "word" ? [100, 101, 102, 103, 104, 105] : [102, 103, 104, 105]))
        #expect((lines[0] == nil) == (text != "word"))
    }

    @Test func aShortWordDoesNotTellTheWay() throws {
        let turns = LineTurns(ConcurrentMap(1)) { quad in
            Self.runsDown(quad) ? Self.line(quad, "SOS", 0.99) : Self.line(quad, "shorthand", 0.99)
        }
        #expect(try turns.lines(Array(boxes.prefix(2))).map { $0?.text } == ["shorthand", "shorthand"])
    }
}

@Suite struct ConcurrentMapTests {
    @Test(arguments: [0, 1, 3, 50]) func resultsComeInTheOrderOfThings(count: Int) throws {
        let result = try ConcurrentMap(count).map(Array(0..<20)) { 2 * $0 }
        #expect(result == (0..<20).map { 2 * $0 })
        #expect(try ConcurrentMap(count).map([Int]()) { $0 }.isEmpty)
    }

    @Test(arguments: [1, 3]) func afterAFailureNoneIsBegun(count: Int) {
        let begun = Mutex(0)
        #expect(throws: TextError.cancelled) {
            try ConcurrentMap(count).map(Array(0..<1000)) { thing -> Int in
                begun.withLock { $0 += 1 }
                throw TextError.cancelled
            }
        }
        #expect(begun.withLock { $0 } <= count)
    }

    @Test func aCancelledTaskBeginsNothing() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return Result { try ConcurrentMap(1).map([1, 2, 3]) { $0 } }
        }
        task.cancel()
        await #expect(throws: TextError.cancelled) { try await task.value.get() }
    }
}
