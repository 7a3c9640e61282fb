import Espy
import EspyPixels
import Synchronization
import Testing

/// The default pipeline, from the picture to the result.
struct AdaptivePipelineTests {
    @Test func nothingIsAResult() async throws {
        let none = try await Grids.count([]) { _ in [1, 0] }
        #expect(none.count == 0)
        #expect(none.range == .init(low: 0, high: 0))
        #expect(none.warnings == [.nothingFound])
        #expect(none.clusters.isEmpty)
        #expect(none.detections.isEmpty)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 37]) func thingsAlikeAreCounted(number: Int) async throws {
        let count = try await Grids.count(Grids.boxes(number)) { _ in [1, 0] }
        #expect(count.count == number)
        #expect(count.range.low == number)
        #expect(count.clusters == [.init(id: 0, count: number)])
        #expect(count.warnings.isEmpty)
        #expect(count.detections.map(\.rect) == Grids.boxes(number))
        #expect((count.width, count.height) == (400, 300))
    }

    @Test func modelsAndOptionsAreTold() async throws {
        let options = CountOptions(pipeline: .adaptive, confidence: 0.4, border: .half)
        let count = try await Grids.count(Grids.boxes(5), options) { _ in [1, 0] }
        #expect(count.model == .init(detector: "fake-detector", embedder: "fake-embedder"))
        #expect(count.parameters == options)
        #expect(try await Grids.count(Grids.boxes(5)).model.embedder == nil)
    }

    @Test func exampleChoosesItsKindAndCountsOnce() async throws {
        let describe: @Sendable (Rect) -> [Float] = { $0.y < 35 ? [1, 0] : [0, 1] }
        #expect(try await Grids.count(Grids.boxes(25), describe: describe).count == 15)
        let options = CountOptions(like: Rect(x: 11, y: 11, width: 19, height: 19))
        #expect(try await Grids.count(Grids.boxes(25), options, describe: describe).count == 10)
    }

    @Test func kindsThatAStricterSimilarityTellsApartAreOffered() async throws {
        // A cosine of 0.8: one kind at the usual similarity, two at a stricter one.
        let describe: @Sendable (Rect) -> [Float] = { $0.y < 35 ? [1, 0] : [0.8, 0.6] }
        let count = try await Grids.count(Grids.boxes(25), describe: describe)
        #expect(count.count == 25)
        let alternatives = try #require(count.alternatives)
        #expect(alternatives.map(\.count) == [25, 15])
        #expect(alternatives[0].cluster == 0)
        #expect(alternatives[1].similarity == 0.9)
        #expect(alternatives[1].example.y >= 35)
        let strict = try await Grids.count(Grids.boxes(25), CountOptions(similarity: 0.9), describe: describe)
        #expect(strict.clusters.map(\.count) == [15, 10])
        #expect(strict.alternatives == nil)
    }

    @Test func singleThingsThatDifferAreNoKinds() async throws {
        let count = try await Grids.count(Grids.boxes(25)) { $0.x < 25 && $0.y < 25 ? [1, 0] : [0.8, 0.6] }
        #expect(count.count == 25)
        #expect(count.alternatives == nil)
    }

    @Test func exampleThatTheDetectorDoesNotSeeCounts() async throws {
        let options = CountOptions(like: Rect(x: 200, y: 200, width: 20, height: 20))
        #expect(try await Grids.count(Grids.boxes(9), options).count == 10)
    }

    @Test func tilesDoNotCountTwice() async throws {
        let boxes = Grids.boxes(70)
        let models = CountModels(detector: ZoomDetector(boxes, best: 4))
        #expect(try await Counter(models: models).count(Grids.image).count == 70)
    }

    @Test func moreThanCanBeComparedIsToldSo() async throws {
        let boxes = (0..<5_300).map { Rect(x: 4 * Double($0 % 98), y: 4 * Double($0 / 98), width: 3, height: 3) }
        let count = try await Grids.count(boxes, scores: boxes.map { _ in 0.9 })
        #expect(count.warnings == [.tooMany])
        #expect(count.count == 5_000)
    }

    @Test func darkPicturesAreToldSo() async throws {
        let dark = RGBImage(width: 400, height: 300, red: 8, green: 9, blue: 10)
        let counter = Counter(models: CountModels(detector: .fake(Grids.boxes(6))))
        let count = try await counter.count(dark)
        #expect(count.count == 6)
        #expect(count.warnings == [.dark])
    }

    @Test(arguments: [(1, 1), (1, 5000), (5000, 1)]) func oddPicturesAreCounted(width: Int, height: Int) async throws {
        let image = RGBImage(width: width, height: height, red: 99, green: 99, blue: 99)
        let box = Rect(x: 0, y: 0, width: 1, height: 1)
        let detector = ZoomDetector([box]) { _ in 0.8 }
        let models = CountModels(detector: detector, embedder: .fake { _ in [1, 0] })
        let count = try await Counter(models: models).count(image)
        #expect(count.count == 1)
        #expect(count.detections.first?.rect == box)
    }

    @Test func progressRisesThroughAllStages() async throws {
        let seen = Mutex<[CountProgress]>([])
        let counter = Counter(
            models: CountModels(detector: .fake(Grids.boxes(12)), embedder: .fake { _ in [1, 0] }),
            clock: ContinuousClock())
        let count = try await counter.count(Grids.image) { report in seen.withLock { $0.append(report) } }
        let reports = seen.withLock { $0 }
        #expect(reports.map(\.fraction) == reports.map(\.fraction).sorted())
        #expect(reports.first == CountProgress(stage: .detecting, fraction: 0))
        #expect(reports.last == CountProgress(stage: .complete, fraction: 1))
        let all = Set(CountProgress.Stage.allCases)
        #expect(Set(reports.map(\.stage)) == all.subtracting([.measuring]), "nothing is measured unasked")
        #expect(count.stages.map(\.name) == ["detecting", "embedding", "clustering", "searching"])
        #expect(count.stages.allSatisfy { $0.ms >= 0 })
        #expect(count.stages[0].ms > 0)
    }

    @Test func cancelledWorkThrows() async {
        let counter = Counter(models: CountModels(detector: .fake(Grids.boxes(12))))
        let task = Task { () async throws(CountError) -> Count in
            while !Task.isCancelled { await Task.yield() }
            return try await counter.count(Grids.image)
        }
        task.cancel()
        await #expect(throws: CountError.cancelled) { try await task.value }
    }

    @Test func unusableOptionsAreRefused() async {
        await #expect(throws: CountError.unusableThreshold(1.5)) {
            try await Grids.count(Grids.boxes(3), CountOptions(confidence: 1.5))
        }
    }
}
