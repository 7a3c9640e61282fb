import Espy
import EspyPixels
import Testing

struct CandidateSetTests {
    private func found(_ seen: [(Rect, Double)], _ options: CountOptions = .init()) -> CandidateSet {
        let area = CountArea(width: 4000, height: 4000, options: options)
        return CandidateSet(seen.map { Candidate(rect: $0.0, objectness: $0.1) }, options: options, area: area)
    }

    private func square(_ place: Int, side: Double = 20) -> Rect {
        Rect(x: 10 + 50 * Double(place % 70), y: 10 + 50 * Double(place / 70), width: side, height: side)
    }

    private func grouped(_ found: CandidateSet) async throws -> CandidateSet {
        var found = found
        let members = found.sure.map { found.candidates[$0] }
        found.group(try #require(Clustering(members, vectors: nil, similarity: 0.6, example: found.example)))
        return found
    }

    @Test func sureOnesFoundGroupsAndFaintOnesWait() async throws {
        let found = found([(square(0), 0.9), (square(1), 0.5), (square(2), 0.45), (square(3), 0.35)])
        #expect(found.candidates.count == 3)
        #expect(found.sure == [0, 1])
        #expect(found.labels == [nil, nil, nil])
        #expect(found.example == nil)
        #expect(!found.isCapped)
        #expect(try await grouped(found).labels == [0, 0, nil])
    }

    @Test func confidenceMovesBothLimits() {
        let seen = [(square(0), 0.9), (square(1), 0.75), (square(2), 0.6)]
        let strict = found(seen, CountOptions(confidence: 0.8))
        #expect(strict.confidence == 0.8)
        #expect(strict.candidates.count == 2)
        #expect(strict.sure == [0])
        #expect(found(seen, CountOptions(confidence: 0.1)).sure.count == 3)
    }

    @Test func onlyWhatIsInTheRegionIsUsed() {
        let left = [Point(x: 0, y: 0), Point(x: 55, y: 0), Point(x: 55, y: 100), Point(x: 0, y: 100)]
        let seen = [(square(0), 0.9), (square(1), 0.9)]
        #expect(found(seen, CountOptions(region: left)).candidates.map(\.rect) == [square(0)])
        #expect(found(seen, CountOptions(exclusions: [left])).candidates.map(\.rect) == [square(1)])
    }

    @Test func exampleTakesThePlaceOfWhatWasSeenThere() {
        var example = square(1)
        example.x += 2
        let found = found([(square(0), 0.9), (square(1), 0.8)], CountOptions(like: example))
        #expect(found.candidates.map(\.rect) == [example, square(0)])
        #expect(found.candidates[0].objectness == 1)
        #expect(found.example == 0)
        #expect(found.sure == [0, 1])
    }

    @Test func partsAreDroppedUnlessAPersonPointedAtThem() async throws {
        let whole = Rect(x: 0, y: 0, width: 34, height: 34)
        let part = Rect(x: 4, y: 4, width: 22, height: 22)
        let free = try await grouped(found([(whole, 0.9), (part, 0.8), (square(3), 0.7)]))
        #expect(free.labels == [0, nil, 0])
        #expect(free.dropped == [1])
        let shown = try await grouped(found([(whole, 0.9), (square(3), 0.7)], CountOptions(like: part)))
        #expect(shown.labels[0] == 0)
        #expect(!shown.dropped.contains(0))
    }

    @Test func groupsAreNumberedByWorth() async throws {
        let large = (0..<3).map { (square(10 + 3 * $0, side: 120), 0.95) }
        let small = (0..<12).map { (square(210 + $0), 0.9) }
        let labels = try await grouped(found(large + small)).labels
        #expect(labels == Array(repeating: 1, count: 3) + Array(repeating: 0, count: 12))
    }

    @Test func tooManyAreCutOffFromTheLeastSure() {
        let found = found((0..<5100).map { (square($0, side: 10), 0.99 - Double($0) / 20_000) })
        #expect(found.isCapped)
        #expect(found.candidates.count == 5000)
        #expect(found.candidates.first?.objectness == 0.99)
    }
}
