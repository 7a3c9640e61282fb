import Espy
import EspyPixels
import Testing

struct CountBuilderTests {
    private let large = Rect(x: 200, y: 200, width: 60, height: 60)
    private let long = Rect(x: 100, y: 200, width: 8, height: 50)

    @Test func filtersCanBeSwitchedOff() async throws {
        let boxes = Grids.boxes(20) + [large, long]
        #expect(try await Grids.count(boxes).count == 20)
        #expect(try await Grids.count(boxes, CountOptions(filtersSize: false)).count == 21)
        #expect(try await Grids.count(boxes, CountOptions(filtersAspect: false)).count == 21)
        #expect(try await Grids.count(boxes, CountOptions(filtersSize: false, filtersAspect: false)).count == 22)
    }

    @Test func whatIsFilteredIsShownAndNotCounted() async throws {
        let count = try await Grids.count(Grids.boxes(20) + [large])
        #expect(count.detections.count == 21)
        #expect(count.detections.filter { !$0.main }.map(\.rect) == [large])
        #expect(count.clusters == [.init(id: 0, count: 20)])
    }

    @Test func amongFewNothingIsUnusual() async throws {
        #expect(try await Grids.count(Grids.boxes(3) + [large]).count == 4)
    }

    @Test(arguments: [(CountOptions.BorderPolicy.all, 12), (.half, 11), (.whole, 10)])
    func borderPolicyDecidesAboutCutThings(policy: CountOptions.BorderPolicy, expected: Int) async throws {
        let cut = [Rect(x: 0, y: 200, width: 8.5, height: 20), Rect(x: 386, y: 100, width: 14, height: 20)]
        #expect(try await Grids.count(Grids.boxes(10) + cut, CountOptions(border: policy)).count == expected)
    }

    @Test func onlyTheRegionWithoutItsExclusionsCounts() async throws {
        let band = [Point(x: 0, y: 0), Point(x: 400, y: 0), Point(x: 400, y: 40), Point(x: 0, y: 40)]
        #expect(try await Grids.count(Grids.boxes(25), CountOptions(region: band)).count == 10)
        let rest = try await Grids.count(Grids.boxes(25), CountOptions(exclusions: [band]))
        #expect(rest.count == 15)
        #expect(rest.detections.allSatisfy { $0.y > 40 })
    }

    @Test func detectionsAreNumberedAsAPersonReads() async throws {
        let count = try await Grids.count(Grids.boxes(23).reversed())
        #expect(count.detections.map(\.rect) == Grids.boxes(23))
        #expect(count.numbers == Array(1...23))
    }

    @Test func groupsAddUpToAllThatWasFound() async throws {
        let count = try await Grids.count(Grids.boxes(37)) { box in
            box.y < 20 ? [1, 0, 0] : box.y < 100 ? [0, 1, 0] : [0, 0, 1]
        }
        #expect(count.clusters == [.init(id: 0, count: 20), .init(id: 1, count: 10), .init(id: 2, count: 7)])
        #expect(count.detections.count == 37)
        #expect(count.count == 20)
        #expect(count.main.allSatisfy { $0.cluster == 0 && (20..<100).contains($0.y) })
    }

    @Test func faintThingsLikeTheRestAreTakenInWithDoubt() async throws {
        let scores = Array(repeating: 0.9, count: 12) + Array(repeating: 0.45, count: 3)
        let count = try await Grids.count(Grids.boxes(15), scores: scores) { _ in [1, 0] }
        #expect(count.count == 15)
        #expect(count.range.low == 12)
        #expect(count.main.filter(\.isDoubtful).allSatisfy { $0.confidence < 0.5 })
        #expect(count.review.count == 3)
    }

    @Test func faintThingsUnlikeTheRestAreNothing() async throws {
        let scores = Array(repeating: 0.9, count: 12) + Array(repeating: 0.45, count: 3)
        let count = try await Grids.count(Grids.boxes(15), scores: scores) {
            $0.y < 40 || $0.x < 60 ? [1, 0] : [0, 1]
        }
        #expect(count.count == 12)
        #expect(count.detections.count == 12)
    }

    @Test func faintThingsThatMayBelongWidenTheRange() async throws {
        let scores = Array(repeating: 0.9, count: 12) + [0.45]
        let count = try await Grids.count(Grids.boxes(13), scores: scores) {
            $0.y > 40 && $0.x > 80 ? [0.96, 0.28] : [1, 0]
        }
        #expect(count.count == 12)
        #expect(count.range == .init(low: 12, high: 13))
        #expect(count.detections.count == 13)
        #expect(count.review.count == 1)
    }

    @Test func amongFewThereIsNoSecondLook() async throws {
        #expect(try await Grids.count(Grids.boxes(4), scores: [0.9, 0.9, 0.9, 0.45]).count == 3)
    }

    @Test(arguments: 0..<30) func rangeHoldsTheCountAndGroupsTheirThings(seed: Int) async throws {
        var random = ParityRandom(seed: seed)
        let boxes = (0..<60).map { _ in
            Rect(
                x: 360 * random.unit(), y: 260 * random.unit(), width: 8 + 30 * random.unit(),
                height: 8 + 30 * random.unit())
        }
        let scores = boxes.map { _ in 0.3 + 0.65 * random.unit() }
        let count = try await Grids.count(boxes, scores: scores) { $0.width > 20 ? [1, 0] : [0.8, 0.6] }
        #expect(count.range.low <= count.count)
        #expect(count.count <= count.range.high)
        #expect(count.range.low >= 0)
        #expect(count.count == count.main.count)
        #expect(count.clusters.first?.count == count.count)
        #expect(count.main.allSatisfy { $0.cluster == 0 })
        for cluster in count.clusters.dropFirst() {
            #expect(count.detections.count { $0.cluster == cluster.id } == cluster.count)
        }
        #expect(count.detections.allSatisfy { (0...1).contains($0.doubt) })
    }
}
