import Espy
import EspyPixels
import Synchronization
import Testing

/// Finds the next scripted spines, and waits where the script says so.
private final class ScriptedDetector: SpineDetector {
    private struct State {
        var xs: [Double] = []
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var calls = 0
    }

    private let state = Mutex(State())

    func find(_ xs: [Double]) { state.withLock { $0.xs = xs } }
    var calls: Int { state.withLock { $0.calls } }

    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        let isHeld = state.withLock { state in
            state.calls += 1
            return state.isHeld
        }
        if isHeld {
            await withCheckedContinuation { continuation in
                let isStill = state.withLock { state in
                    if state.isHeld { state.held.append(continuation) }
                    return state.isHeld
                }
                if !isStill { continuation.resume() }
            }
        }
        return state.withLock { $0.xs }.map {
            DetectedSpine(quad: Quad(Rect(x: $0, y: 50, width: 30, height: 150)), row: 0, confidence: 0.9)
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct ShelfStreamTests {
    private let detector = ScriptedDetector()
    private let image = RGBImage(width: 320, height: 240, red: 120, green: 120, blue: 120)

    private func stream(
        _ options: ShelfStreamOptions = .init(waits: true), barcodes: ShelfStream.BarcodeSearch? = nil,
        observe: (@Sendable (Shelf) -> Void)? = nil
    ) -> ShelfStream {
        ShelfStream(detector: detector, barcodes: barcodes, options: options, observe: observe)
    }

    @Test func nothingStaysWhenTheSceneGoesEmpty() async {
        let stream = stream()
        detector.find([40, 100])
        var counts: [Int] = []
        for frame in 0..<30 {
            if frame == 10 { detector.find([]) }
            counts.append(await stream.look(at: image, time: Double(frame) / 8).spines.count)
        }
        #expect(counts == [0] + Array(repeating: 2, count: 14) + Array(repeating: 0, count: 15))
    }

    @Test func newestFrameWins() async {
        let stream = stream()
        detector.find([40])
        detector.hold()
        async let first = stream.look(at: image, time: 0)
        while detector.calls == 0 { await Task.yield() }
        let second = Task { await stream.look(at: image, time: 0.1) }
        // It waits: only a newer frame makes it return.
        while await stream.isWaiting == false { await Task.yield() }
        let third = Task { await stream.look(at: image, time: 0.2) }
        #expect(await second.value.outcome == .skipped)
        detector.release()
        #expect(await first.outcome == .processed)
        let last = await third.value
        #expect(last.outcome == .processed)
        #expect(last.frame == 2)
        #expect(last.spines.map(\.id) == [1])
        #expect(detector.calls == 2)
    }

    @Test func skippedAndFailedFramesChangeNothing() async {
        let stream = stream()
        detector.find([40])
        for time in [0, 0.1] { _ = await stream.look(at: image, time: time) }
        let empty = await stream.look(at: RGBImage(width: 0, height: 0, pixels: []), time: 0.2)
        #expect(empty.outcome == .failed(.emptyImage(width: 0, height: 0)))
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await stream.look(at: image, time: 9)
        }
        #expect(await cancelled.value.outcome == .skipped)
        #expect(await stream.look(at: image, time: 0.3).spines.map(\.id) == [1])
    }

    @Test func cancelledWhileWaitingIsSkipped() async {
        let stream = stream()
        detector.hold()
        async let first = stream.look(at: image, time: 0)
        while detector.calls == 0 { await Task.yield() }
        let second = Task { await stream.look(at: image, time: 0.1) }
        while await stream.isWaiting == false { await Task.yield() }
        second.cancel()
        #expect(await second.value.outcome == .skipped)
        detector.release()
        #expect(await first.outcome == .processed)
    }

    @Test func timeThatGoesBackStandsStill() async {
        let stream = stream()
        detector.find([40])
        #expect(await stream.look(at: image, time: 5).time == 5)
        #expect(await stream.look(at: image, time: 1).time == 5)
        #expect(await stream.look(at: image, time: .nan).time == 5)
        #expect(await stream.look(at: image, time: 5.5).spines.count == 1)
    }

    @Test func resetBeginsAnew() async {
        let stream = stream()
        detector.find([40, 100])
        for time in [0, 0.1] { _ = await stream.look(at: image, time: time) }
        await stream.reset()
        #expect(await stream.books().isEmpty)
        let shelf = await stream.look(at: image, time: 0)
        #expect(shelf.frame == 0)
        #expect(shelf.spines.isEmpty)
        #expect(await stream.look(at: image, time: 0.1).spines.map(\.id) == [1, 2])
    }

    @Test func sameShapeIsFollowedAndAnotherIsNot() async {
        let stream = stream()
        detector.find([40])
        for time in [0, 0.1] { _ = await stream.look(at: image, time: time) }
        let narrow = RGBImage(width: 240, height: 320, red: 120, green: 120, blue: 120)
        #expect(await stream.look(at: narrow, time: 0.2).spines.isEmpty)
        #expect(await stream.look(at: narrow, time: 0.3).spines.map(\.id) == [2])
    }

    private func code(_ x: Double) -> Barcode {
        Barcode(
            value: "9783161484100", symbology: .ean13, quad: Quad(Rect(x: x, y: 100, width: 20, height: 20)))
    }

    @Test func barcodesHaveTheirOwnFreshnessAndTellTheSpine() async {
        let found = Mutex([code(45)])
        let isThere = { @Sendable () -> [Barcode] in found.withLock { $0 } }
        let stream = stream(.init(barcodeInterval: 0, waits: true), barcodes: { _ in isThere() })
        detector.find([40, 100])
        _ = await stream.look(at: image, time: 0)
        let shelf = await stream.look(at: image, time: 0.1)
        #expect(shelf.barcodes.count == 1)
        #expect(shelf.spines.map { $0.isbn?.value } == ["9783161484100", nil])
        found.withLock { $0 = [] }
        #expect(await stream.look(at: image, time: 0.7).barcodes.count == 1)
        #expect(await stream.look(at: image, time: 0.9).barcodes.isEmpty)
        for time in [1, 1.1] { _ = await stream.look(at: image, time: time) }
        #expect(await stream.books().map { $0.isbn?.value } == ["9783161484100", nil])
    }

    @Test func slowLayersDoNotHoldFramesUp() async {
        let gate = ScriptedDetector()
        gate.hold()
        let stream = stream(
            .init(barcodeInterval: 0),
            barcodes: { image in
                _ = try? await gate.spines(in: RGBImage(width: 1, height: 1, red: 0, green: 0, blue: 0))
                return [
                    Barcode(
                        value: "9783161484100", symbology: .ean13, quad: Quad(Rect(x: 0, y: 0, width: 9, height: 9)))
                ]
            })
        for frame in 0..<5 {
            #expect(await stream.look(at: image, time: Double(frame) / 10).outcome == .processed)
        }
        gate.release()
        var time = 0.5
        while await stream.look(at: image, time: time).barcodes.isEmpty { time += 0.001 }
        #expect(gate.calls >= 1)
    }

    @Test func spinesAreReadAFewTimesAndKeepWhatWasRead() async {
        let calls = Mutex<[Int]>([])
        let reading = ScriptedReader { spines in
            let number = calls.withLock { calls in
                calls.append(spines.count)
                return calls.count
            }
            return spines.map { $0.topLeft.x < 80 ? Shelf.Reading(text: "A\(number)", confidence: 0.9) : nil }
        }
        // Pictures of one gray are too dark and flat for good advice, so this one has edges and light.
        var image = image
        for index in stride(from: 0, to: image.pixels.count, by: 60) { image.pixels[index + 1] = 250 }
        let stream = ShelfStream(
            detector: detector, barcodes: nil, reading: reading, options: .init(readingInterval: 0, waits: true))
        detector.find([40, 100])
        var texts: [[String?]] = []
        for frame in 0..<6 {
            let shelf = await stream.look(at: image, time: Double(frame) / 10)
            texts.append(shelf.spines.map { $0.reading?.text })
        }
        #expect(texts[0] == [], "\(texts)")
        #expect(texts.dropFirst().allSatisfy { $0 == ["A1", nil] }, "\(texts)")
        // Both once, then the unread one twice more.
        #expect(calls.withLock { $0 } == [2, 1, 1])
        #expect(await stream.books().map { $0.reading?.text } == ["A1", nil])
    }

    private struct ScriptedReader: SpineReader {
        let read: @Sendable ([Quad]) -> [Shelf.Reading?]

        func readings(of spines: [Quad], in image: RGBImage) async throws(CancellationError) -> [Shelf.Reading?] {
            read(spines)
        }
    }

    @Test func everyResultIsObserved() async {
        let seen = Mutex<[Shelf.Outcome]>([])
        let stream = stream(observe: { shelf in seen.withLock { $0.append(shelf.outcome) } })
        _ = await stream.look(at: image, time: 0)
        _ = await stream.look(at: RGBImage(width: 0, height: 3, pixels: []), time: 0)
        #expect(seen.withLock { $0 } == [.processed, .failed(.emptyImage(width: 0, height: 3))])
    }

    @Test func findingShowsOneLayer() {
        var shelf = Shelf(width: 9, height: 9, outcome: .skipped)
        #expect(shelf.finding == nil)
        shelf.outcome = .processed
        #expect(shelf.finding == .nothing)
        let region = Shelf.TextRegion(quad: code(1).quad, confidence: 0.5)
        shelf.text = [region]
        #expect(shelf.finding == .text([region]))
        let spine = Shelf.Spine(id: 1, quad: code(1).quad, row: 0, confidence: 1)
        shelf.spines = [spine]
        #expect(shelf.finding == .spines([spine]))
        shelf.barcodes = [code(1)]
        #expect(shelf.finding == .barcodes([code(1)]))
    }
}
