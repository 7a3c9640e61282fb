import Espy
import EspyPixels
import Testing

struct ScaleSearchTests {
    private let image = RGBImage(width: 512, height: 384, red: 90, green: 90, blue: 90)
    private let things = (0..<80).map {
        Rect(x: 8 + 50 * Double($0 % 10), y: 6 + 46 * Double($0 / 10), width: 20, height: 20)
    }

    private func zooms(_ detector: ZoomDetector, side: Double? = nil) async throws -> [Double] {
        var search = ScaleSearch(ScaleDetector(detector: detector, image: image))
        return try search.best(side: side) { _ in }.map(\.zoom)
    }

    /// The scale at `place` first, then its neighbors.
    private func around(_ place: Int) -> [Double] {
        [place, place - 1, place + 1].filter(ScaleDetector.zooms.indices.contains).map { ScaleDetector.zooms[$0] }
    }

    @Test(arguments: ScaleDetector.zooms.indices) func endsWhereThingsAreSeenBest(place: Int) async throws {
        let detector = ZoomDetector(things, best: ScaleDetector.zooms[place])
        #expect(try await zooms(detector) == around(place))
    }

    @Test func withoutAnyThingItIsTheWholePicture() async throws {
        let detector = ZoomDetector([], best: 4)
        #expect(try await zooms(detector) == around(3))
        #expect(detector.log.tiles.count == 5)
    }

    @Test(arguments: 0..<20) func looksAtEachScaleOnceAtMost(seed: Int) async throws {
        // Random scores: the search must end in any case.
        let detector = ZoomDetector(things) { zoom in
            0.4 + 0.5 * (zoom * 1000 * Double(seed * seed + 7)).truncatingRemainder(dividingBy: 1)
        }
        let found = try await zooms(detector)
        let scales = detector.log.tiles.compactMap { $0.first?.scale }
        #expect(Set(scales).count == scales.count)
        #expect(scales.count <= ScaleDetector.zooms.count)
        #expect((2...3).contains(found.count))
    }

    @Test(arguments: [(0.875, 3), (0.4375, 5), (0.01, 7), (3, 0)])
    func exampleChoosesTheScale(side: Double, place: Int) async throws {
        let detector = ZoomDetector(things, best: 1)
        #expect(try await zooms(detector, side: side) == around(place))
        #expect(detector.log.tiles.count == around(place).count)
    }

    @Test func progressRisesToOneAtMost() async throws {
        var reports: [Double] = []
        var search = ScaleSearch(ScaleDetector(detector: ZoomDetector(things, best: 4), image: image))
        _ = try search.best(side: nil) { reports.append($0) }
        #expect(reports == reports.sorted())
        #expect(reports.count >= 4)
        #expect(reports.allSatisfy { (0...1).contains($0) })
    }

    @Test func cancelledSearchLooksNoMore() async {
        let detector = ZoomDetector(things, best: 1)
        let looker = ScaleDetector(detector: detector, image: image)
        let task = Task { () async throws(CountError) -> Int in
            while !Task.isCancelled { await Task.yield() }
            var search = ScaleSearch(looker)
            return try search.best(side: nil) { _ in }.count
        }
        task.cancel()
        await #expect(throws: CountError.cancelled) { try await task.value }
        #expect(detector.log.tiles.isEmpty)
    }
}
