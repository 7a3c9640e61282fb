import Espy
import EspyPixels
import Testing

@Suite struct CountReviewTests {
    private let count = Count.made([
        .init(at: 100, 50), .init(at: 200, 50, cluster: 1, main: false, doubt: 0.6), .init(at: 300, 50, doubt: 0.5),
        .init(at: 100, 150, doubt: 0.49), .init(at: 200, 150, cluster: 1, main: false),
        .init(at: 300, 150, doubt: 0.95),
    ])

    @Test func countedThingsAreNumberedFirst() {
        #expect(count.numbers == [1, 5, 2, 3, 6, 4])
        #expect(Count.made([Count.Detection]()).numbers.isEmpty)
    }

    @Test func mostDoubtfulComesFirst() {
        #expect(count.review.map(\.number) == [4, 5, 2])
        #expect(count.review.map(\.detection.doubt) == [0.95, 0.6, 0.5])
    }

    @Test func equalDoubtFollowsTheNumbers() {
        let equal = Count.made([.init(at: 100, 50, doubt: 0.7), .init(at: 200, 50, main: false, doubt: 0.7)])
        #expect(equal.review.map(\.number) == [1, 2])
    }

    @Test func rangeIsWhatDoubtLeaves() {
        #expect(count.count == 4)
        #expect(count.range == .init(low: 2, high: 5))
    }

    private func forty(_ confidence: Double) -> [Count.Detection] {
        (0..<40).map { place in
            let (column, row) = (place % 8, place / 8)
            return Count.Detection(at: Double(20 + 50 * column), Double(20 + 50 * row), confidence: confidence)
        }
    }

    @Test(arguments: [(0.95, 40), (0.92, 40), (0.82, 46), (0.6, 59)])
    func whatIsSeenPoorlyMayHideMore(confidence: Double, high: Int) {
        let many = forty(confidence)
        #expect(Count.made(many).range == .init(low: 40, high: high))
        #expect(Count.made(many, options: .init(pipeline: .reference)).range == .init(low: 40, high: 40))
    }

    @Test func whoAddsWhatWasMissedHasSeenAll() throws {
        let many = forty(0.6)
        let added = Rect(x: 500, y: 300, width: 40, height: 40)
        let right = try #require(Count.made(many).corrected(by: CountCorrections(added: [added])))
        #expect(right.range == .init(low: 41, high: 41))
    }

    /// A counted group of eight, and one doubtful thing beside it.
    private func reasons(_ doubtful: Count.Detection) -> [Count.Reason] {
        var detections: [Count.Detection] = [doubtful]
        for index in 0..<8 {
            detections.append(.init(at: Double(100 + 60 * (index % 4)), Double(100 + 60 * (index / 4))))
        }
        return Count.made(detections).review.first?.reasons ?? []
    }

    @Test func reasonsAreWhatCanBeSeen() {
        #expect(reasons(.init(at: 500, 300, doubt: 0.8)).isEmpty)
        #expect(reasons(.init(at: 20, 300, doubt: 0.8)) == [.cut])
        #expect(reasons(.init(at: 110, 110, doubt: 0.8)) == [.overlapping])
        #expect(reasons(.init(at: 500, 300, side: 25, doubt: 0.8)) == [.small])
        #expect(reasons(.init(at: 500, 300, side: 60, doubt: 0.8)) == [.large])
        #expect(reasons(.init(at: 500, 300, confidence: 0.2, doubt: 0.8)) == [.faint])
    }
}
