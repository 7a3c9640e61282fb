import Espy
import EspyInference
import EspyPixels
import Testing

/// Progress and result as one sequence.
@Suite struct CountUpdateTests {
    private let image = RGBImage(width: 400, height: 300, red: 90, green: 90, blue: 90)
    private let rects = (0..<5).map { Rect(x: 20 + 70 * Double($0), y: 100, width: 40, height: 40) }

    private func counter(_ detector: TensorDetector, _ options: CountOptions = .init()) -> Counter {
        Counter(models: CountModels(detector: detector), options: options)
    }

    @Test func progressComesFirstAndTheResultLast() async throws {
        var updates: [CountUpdate] = []
        for try await update in counter(.fake(rects), .init(pipeline: .reference)).updates(for: image) {
            updates.append(update)
        }
        guard case .result(let count)? = updates.last else {
            Issue.record("no result: \(updates)")
            return
        }
        #expect(count.count == 5)
        let steps = updates.dropLast().compactMap { update -> CountProgress? in
            if case .progress(let progress) = update { return progress }
            return nil
        }
        #expect(steps.count == updates.count - 1)
        #expect(steps.first?.stage == .detecting)
        #expect(steps.last == CountProgress(stage: .complete, fraction: 1))
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.fraction <= $1.fraction })
        #expect(steps.contains { $0.stage == .clustering })
    }

    @Test func errorsEndTheSequence() async {
        await #expect(throws: CountError.unusableThreshold(3)) {
            for try await _ in counter(.fake(rects), .init(confidence: 3)).updates(for: image) {
                Issue.record("an update before the error")
            }
        }
    }

    @Test func whoStopsListeningEndsTheWork() async {
        let updates = counter(.stuck).updates(for: image)
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let listener = Task {
            do { for try await _ in updates { arrival.yield() } } catch {}
            arrival.finish()
        }
        var count = 0
        for await _ in arrivals {
            count += 1
            listener.cancel()
        }
        #expect(count >= 1)
    }

    @Test func photosOfOtherSizesGiveTheSameCount() async throws {
        let photo = CountPhoto(image, width: 4000, height: 3000)
        let count = try await counter(.fake(rects), .init(pipeline: .reference)).count(photo)
        #expect(count.count == 5)
        #expect((count.width, count.height) == (4000, 3000))
        #expect(count.detections.map(\.x) == rects.map { $0.x * 10 })
    }
}

extension TensorDetector {
    /// Waits until it is canceled.
    fileprivate static let stuck = TensorDetector(id: "stuck", inputSide: 640) { _, _, _, _ throws(CountError) in
        while !Task.isCancelled {}
        throw .cancelled
    }
}
