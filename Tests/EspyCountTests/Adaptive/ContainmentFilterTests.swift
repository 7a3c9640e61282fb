import Espy
import EspyPixels
import Testing

struct ContainmentFilterTests {
    private func kept(_ things: [(Rect, Double)]) -> [Int] {
        ContainmentFilter.kept(things.map { Candidate(rect: $0.0, objectness: $0.1) })
    }

    private func square(_ x: Double, _ y: Double, _ side: Double) -> Rect {
        Rect(x: x, y: y, width: side, height: side)
    }

    private let whole = Rect(x: 100, y: 100, width: 100, height: 100)

    @Test func aPartOfAWholeGoes() {
        #expect(kept([(square(120, 120, 40), 0.8), (whole, 0.8)]) == [1])
        #expect(kept([(square(120, 120, 40), 0.9), (whole, 0.8)]) == [1])
    }

    @Test func aPartThatReachesOutALittleGoesToo() {
        #expect(kept([(whole, 0.8), (square(95, 120, 40), 0.8)]) == [0])
        #expect(kept([(whole, 0.8), (square(85, 120, 40), 0.8)]) == [0, 1])
    }

    @Test func aPartSeenFarBetterStays() {
        #expect(kept([(whole, 0.6), (square(120, 120, 40), 0.8)]) == [0, 1])
    }

    @Test func whatIsNearlyAsLargeAsTheWholeIsNoPart() {
        #expect(kept([(whole, 0.8), (square(105, 105, 80), 0.8)]) == [0, 1])
    }

    @Test func aBoxAroundAGroupGoes() {
        let four = [(105.0, 105.0), (155, 105), (105, 155), (155, 155)].map { (square($0, $1, 40), 0.8) }
        #expect(kept([(whole, 0.82)] + four) == [1, 2, 3, 4])
        #expect(kept([(whole, 0.9)] + four) == [0], "things seen much worse than the whole are its parts")
    }

    @Test func aFewSpotsAreNoGroup() {
        #expect(kept([(square(110, 110, 20), 0.8), (whole, 0.8), (square(160, 160, 20), 0.8)]) == [1])
    }

    @Test func ofThreeInEachOtherTheOutermostStays() {
        #expect(kept([(square(130, 130, 30), 0.8), (square(115, 115, 62), 0.8), (whole, 0.8)]) == [2])
    }

    @Test func groupsInGroupsLeaveTheThings() {
        let row = (0..<4).map { (square(105 + 50 * Double($0), 105, 40), 0.8) }
        let pairs = [
            (Rect(x: 103, y: 103, width: 94, height: 44), 0.8), (Rect(x: 203, y: 103, width: 94, height: 44), 0.8),
        ]
        #expect(kept(row + pairs + [(Rect(x: 100, y: 100, width: 200, height: 50), 0.8)]) == [0, 1, 2, 3])
    }

    @Test func neighborsStayInOrder() {
        let row = (0..<6).reversed().map { (square(50 * Double($0), 10, 45 + Double($0)), 0.5 + Double($0) / 20) }
        #expect(kept(row) == Array(0..<6))
        #expect(kept([]).isEmpty)
    }
}
