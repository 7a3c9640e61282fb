import Espy
import EspyPixels
import EspyTestSupport
import Synchronization
import Testing

/// Which pipeline decides the count if the user did not choose one.
@Suite(.enabled(if: Shipped.areThere, "models or runtime are not there"), .serialized)
struct ChoosingTests {
    private func count(_ tray: String, _ options: CountOptions = .init()) async throws -> Count {
        let photo = try CountPhoto(CountTruth.tray(tray).photo)
        return try await Counter(models: try await Shipped.models, options: options).count(photo)
    }

    private let left = [
        Point(x: 0, y: 0), Point(x: 600, y: 0), Point(x: 600, y: 5_000), Point(x: 0, y: 5_000),
    ]

    @Test func clearCountIsTheDetectors() async throws {
        let count = try await count("tarts-5x7")
        #expect(count.parameters.pipeline == .adaptive)
        #expect(count.alternatives == nil)
        #expect(count.range.low <= 35)
        #expect(count.range.high >= 35)
    }

    @Test func doubtfulCountIsTheSeekers() async throws {
        let count = try await count("vials-6x10")
        #expect(count.parameters.pipeline == .seeker)
        #expect(abs(count.count - 60) <= 3)
        #expect(count.alternatives?.isEmpty == false)
        // The time of the first look is reported as well.
        #expect(count.stages.count { $0.name == CountProgress.Stage.detecting.rawValue } == 2)
    }

    @Test(arguments: [("tarts-5x7", CountOptions.Pipeline.adaptive), ("vials-6x10", .seeker)])
    func otherWishesDoNotChangeTheWay(tray: String, way: CountOptions.Pipeline) async throws {
        let whole = try await count(tray)
        for options in [CountOptions(region: left), CountOptions(similarity: 0.9), CountOptions(border: .whole)] {
            let other = try await count(tray, options)
            #expect(other.parameters.pipeline == way)
            #expect(other.count <= whole.count)
            #expect(other.parameters.region == options.region)
            #expect(other.parameters.similarity == options.similarity)
        }
    }

    @Test func emptyTrayIsEmptyForSure() async throws {
        let count = try await count("empty")
        #expect(count.count == 0)
        #expect(count.range == Count.Range(low: 0, high: 0))
        #expect(count.parameters.pipeline == .adaptive)
        #expect(count.warnings.contains(.nothingFound))
    }

    /// The seeker may find things that the detector missed, so zero is uncertain.
    @Test func whatTheDetectorOverlooksIsInTheRange() async throws {
        let shipped = try await Shipped.models
        let blind = CountModels(detector: .fake([]), seeker: try shipped.seeker)
        let photo = try CountPhoto(CountTruth.tray("coins").photo)
        let whole = try await Counter(models: blind).count(photo)
        #expect(whole.count == 0)
        #expect(whole.range.low == 0)
        #expect(whole.range.high >= 20)
        let half = try await Counter(models: blind, options: CountOptions(region: left)).count(photo)
        #expect(half.count == 0)
        #expect(half.range.high < whole.range.high)
        #expect(half.parameters.region == left)
    }

    @Test func leastScoreIsOneOfTheDetectors() async throws {
        let count = try await count("vials-6x10", CountOptions(confidence: 0.5))
        #expect(count.parameters.pipeline == .adaptive)
    }

    @Test func withoutTheSeekerTheDetectorIsBelieved() async throws {
        let boxes = Grids.boxes(12)
        let faint = CountModels(
            detector: .fake(boxes, scores: boxes.map { _ in 0.55 }), soundness: try Shipped.soundness)
        let count = try await Counter(models: faint).count(Grids.image)
        #expect(count.parameters.pipeline == .adaptive)
        #expect(count.count == 12)
        #expect(count.range.low < count.count)
        #expect(count.range.high > count.count)
    }

    @Test(arguments: ["tarts-5x7", "vials-6x10", "empty"]) func progressRisesToTheEnd(tray: String) async throws {
        let steps = Mutex<[CountProgress]>([])
        let photo = try CountPhoto(CountTruth.tray(tray).photo)
        _ = try await Counter(models: try await Shipped.models).count(photo) { step in
            steps.withLock { $0.append(step) }
        }
        let told = steps.withLock { $0 }
        #expect(told.map(\.fraction) == told.map(\.fraction).sorted())
        #expect(told.last == CountProgress(stage: .complete, fraction: 1))
        #expect(told.count { $0.stage == .complete } == 1)
    }
}
