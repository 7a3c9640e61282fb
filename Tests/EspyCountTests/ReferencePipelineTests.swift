import Espy
import EspyPixels
import Synchronization
import Testing

struct ReferencePipelineTests {
    private let image = RGBImage(width: 400, height: 300, red: 120, green: 120, blue: 120)

    /// Boxes of 20 × 20 in rows of ten.
    private func grid(_ count: Int) -> [Rect] {
        (0..<count).map { Rect(x: 10 + Double($0 % 10) * 35, y: 10 + Double($0 / 10) * 35, width: 20, height: 20) }
    }

    private func count(
        _ boxes: [Rect], embedder: TensorEmbedder? = nil, _ options: CountOptions = .init(pipeline: .reference)
    ) async throws -> Count {
        var options = options
        options.pipeline = .reference
        let models = CountModels(detector: .fake(boxes), embedder: embedder)
        return try await Counter(models: models, options: options).count(image)
    }

    @Test func nothingCountsZeroAndOneCountsOne() async throws {
        let none = try await count([])
        #expect(none.count == 0)
        #expect(none.warnings == [.nothingFound])
        #expect(none.clusters.isEmpty)
        #expect(none.detections.isEmpty)
        let embedder = TensorEmbedder.fake { _ in [1, 0] }
        #expect(try await count(grid(1), embedder: embedder).count == 1)
    }

    @Test func withoutAnEmbedderAllIsOneGroup() async throws {
        let result = try await count(grid(23))
        #expect(result.count == 23)
        #expect(result.range == .init(low: 23, high: 23))
        #expect(result.clusters == [.init(id: 0, count: 23)])
        #expect(result.model.embedder == nil)
        #expect(result.detections.map(\.rect) == grid(23))
    }

    @Test func theLargestGroupIsCountedAndComesFirst() async throws {
        let embedder = TensorEmbedder.fake { $0.y < 40 ? [1, 0] : [0, 1] }
        let result = try await count(grid(25), embedder: embedder)
        #expect(result.count == 15)
        #expect(result.clusters == [.init(id: 0, count: 15), .init(id: 1, count: 10)])
        #expect(result.detections.count == 25)
        #expect(result.main.allSatisfy { $0.cluster == 0 && $0.y > 40 })
    }

    @Test func anExampleChoosesItsGroup() async throws {
        let embedder = TensorEmbedder.fake { $0.y < 40 ? [1, 0] : [0, 1] }
        let options = CountOptions(like: Rect(x: 12, y: 12, width: 18, height: 18))
        #expect(try await count(grid(25), embedder: embedder, options).count == 10)
    }

    @Test func filtersCanBeSwitchedOff() async throws {
        let odd = [
            Rect(x: 5, y: 200, width: 200, height: 90), Rect(x: 300, y: 200, width: 5, height: 60),
        ]
        #expect(try await count(grid(25) + odd).count == 25)
        #expect(try await count(grid(25) + odd, CountOptions(filtersSize: false, filtersAspect: false)).count == 27)
        #expect(try await count(grid(25) + odd, CountOptions(filtersAspect: false)).count < 27)
    }

    @Test func constantsCanBeGiven() async throws {
        // Of 30 boxes, one is twice as long, and one has a ninth of the area.
        let long = Rect(x: 10, y: 200, width: 40, height: 20)
        let small = Rect(x: 100, y: 200, width: 7, height: 7)
        let boxes = grid(28) + [long, small]
        func left(_ constants: CountOptions.Constants?) async throws -> [Rect] {
            try await count(boxes, CountOptions(constants: constants)).detections.map(\.rect)
        }
        #expect(try await left(.init(size: nil, aspect: nil, area: nil)).count == 30)
        #expect(try await left(nil) == left(.script))
        let few = try await left(.init(size: 1, aspect: nil, area: nil))
        #expect(few == grid(28))
        #expect(try await left(.init(size: nil, aspect: nil, area: 1)) == few)
        #expect(try await left(.init(size: nil, aspect: 0.5, area: nil)) == grid(28) + [small])
        #expect(try await left(.init(size: 6, aspect: 6, area: 6)).count == 30)
        #expect(try await left(.strict) == grid(28))
        // The switches take precedence over the constants.
        let off = CountOptions(filtersSize: false, filtersAspect: false, constants: .strict)
        #expect(try await count(boxes, off).count == 30)
    }

    @Test func smallGroupsCanBeLeftOut() async throws {
        let embedder = TensorEmbedder.fake { $0.y < 40 ? [1, 0] : [0, 1] }
        func count(_ smallest: Int) async throws -> Count {
            let constants = CountOptions.Constants(smallestGroup: smallest)
            return try await self.count(grid(25), embedder: embedder, CountOptions(constants: constants))
        }
        #expect(try await count(10).clusters == [.init(id: 0, count: 15), .init(id: 1, count: 10)])
        #expect(try await count(11).clusters == [.init(id: 0, count: 15)])
        #expect(try await count(11).detections.count == 15)
        let none = try await count(16)
        #expect(none.count == 0)
        #expect(none.warnings == [.nothingFound])
    }

    @Test func constantsAreOfThisPipelineAlone() async {
        #expect(throws: CountError.constantsWithoutReference) { try CountOptions(constants: .strict).checkNumbers() }
        for constants in [CountOptions.Constants(size: 0), .init(aspect: .nan), .init(area: 101)] {
            #expect(throws: CountError.self) {
                try CountOptions(pipeline: .reference, constants: constants).checkNumbers()
            }
        }
        #expect(throws: CountError.unusableConstant(0)) {
            try CountOptions(pipeline: .reference, constants: .init(smallestGroup: 0)).checkNumbers()
        }
    }

    @Test func onlyTheRegionWithoutItsExclusionsCounts() async throws {
        let region = [Point(x: 0, y: 0), Point(x: 400, y: 0), Point(x: 400, y: 40), Point(x: 0, y: 40)]
        #expect(try await count(grid(25), CountOptions(region: region)).count == 10)
        #expect(try await count(grid(25), CountOptions(exclusions: [region])).count == 15)
    }

    @Test(arguments: [(CountOptions.BorderPolicy.all, 12), (.half, 11), (.whole, 10)])
    func borderPolicyDecidesAboutCutThings(policy: CountOptions.BorderPolicy, expected: Int) async throws {
        let cut = [Rect(x: -8, y: 200, width: 20, height: 20), Rect(x: 392, y: 100, width: 40, height: 20)]
        let options = CountOptions(filtersSize: false, filtersAspect: false, border: policy)
        #expect(try await count(grid(10) + cut, options).count == expected)
    }

    @Test func confidenceIsObjectnessTimesClassScore() {
        let box = Rect(x: 0, y: 0, width: 9, height: 9)
        let candidates = [
            Candidate(rect: box, objectness: 0.5, classScore: 0.4), Candidate(rect: box, objectness: 0.3),
        ]
        let found = ReferenceDetections(candidates, confidence: 0.25)
        #expect(found.candidates.map(\.objectness) == [0.3])
    }

    @Test func progressNeverFallsAndEndsComplete() async throws {
        let seen = Mutex<[CountProgress]>([])
        let models = CountModels(detector: .fake(grid(12)))
        let counter = Counter(models: models, options: CountOptions(pipeline: .reference))
        let result = try await counter.count(image) { report in seen.withLock { $0.append(report) } }
        let reports = seen.withLock { $0 }
        #expect(reports.map(\.fraction) == reports.map(\.fraction).sorted())
        #expect(reports.last == CountProgress(stage: .complete, fraction: 1))
        #expect(reports.first?.stage == .detecting)
        #expect(result.stages.allSatisfy { $0.ms == 0 })
    }

    @Test func cancelledWorkThrows() async {
        let counter = Counter(
            models: CountModels(detector: .fake(grid(12))), options: CountOptions(pipeline: .reference))
        let image = image
        let task = Task { () async throws(CountError) -> Count in
            while !Task.isCancelled { await Task.yield() }
            return try await counter.count(image)
        }
        task.cancel()
        await #expect(throws: CountError.cancelled) { try await task.value }
    }

    @Test(arguments: [
        (CountOptions(confidence: 1.5), CountError.unusableThreshold(1.5)),
        (CountOptions(similarity: -1), .unusableThreshold(-1)),
        (CountOptions(region: [Point(x: 1, y: 1)]), .unusableRegion([Point(x: 1, y: 1)])),
        (
            CountOptions(like: Rect(x: 900, y: 0, width: 5, height: 5)),
            .unusableExample(Rect(x: 900, y: 0, width: 5, height: 5))
        ),
    ])
    func unusableOptionsAreRefused(options: CountOptions, error: CountError) async {
        await #expect(throws: error) { try await count(grid(3), options) }
    }

    @Test func aPictureWithoutPixelsIsRefused() async {
        let counter = Counter(models: CountModels(detector: .fake([])))
        await #expect(throws: CountError.emptyImage(width: 0, height: 5)) {
            try await counter.count(RGBImage(width: 0, height: 5, pixels: []))
        }
    }
}
