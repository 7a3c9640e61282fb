import Espy
import EspyPixels
import Foundation
import Testing

struct AppearanceModelTests {
    private func row(_ count: Int, side: Double = 20) -> [Rect] {
        (0..<count).map { Rect(x: 40 * Double($0), y: 50, width: side, height: side) }
    }

    @Test func perspectiveIsUsual() {
        // Ten rows of eight; each row a fifth larger than the one behind it.
        var (boxes, top, side) = ([Rect](), 10.0, 12.0)
        for _ in 0..<10 {
            boxes += (0..<8).map { Rect(x: 1.1 * side * Double($0), y: top, width: side, height: side) }
            (top, side) = (top + 1.1 * side, 1.2 * side)
        }
        let sizes = LocalSize(boxes)
        #expect(boxes.allSatisfy { abs(sizes.excess(of: $0)) < log(1.5) })
        // As large as the nearest ones, but far away.
        let stranger = Rect(x: 40, y: 14, width: side / 1.2, height: side / 1.2)
        #expect(sizes.excess(of: stranger) > log(2.5))
    }

    @Test func excessIsTheLogarithmOfTheRatioOfSides() {
        let sizes = LocalSize(row(9))
        #expect(abs(sizes.excess(of: Rect(x: 90, y: 200, width: 40, height: 40)) - log(2)) < 1e-9)
        #expect(abs(sizes.excess(of: Rect(x: 90, y: 200, width: 5, height: 20)) + log(2)) < 1e-9)
    }

    @Test func aThingIsNotItsOwnNeighbor() {
        #expect(LocalSize([]).excess(of: row(1)[0]) == 0)
        #expect(LocalSize(row(1)).excess(of: row(1)[0]) == 0)
        let pair = [Rect(x: 0, y: 0, width: 40, height: 40), Rect(x: 100, y: 0, width: 20, height: 20)]
        #expect(abs(LocalSize(pair).excess(of: pair[0]) - log(2)) < 1e-9)
    }

    @Test func commonLooksAreNotStrange() {
        let likeness = AppearanceModel(row(6), vectors: Array(repeating: [1, 0], count: 6))
        #expect(abs(likeness.strangeness(of: [1, 0])) < 1e-5)
        #expect(likeness.strangeness(of: [0, 1]) > 10)
        #expect(likeness.strangeness(of: [0.98, 0.199]) < likeness.strangeness(of: [0.9, 0.436]))
    }

    @Test func atTheEdgeOfTheGroupStrangenessIsOne() {
        // Directions spread evenly on both sides of the first axis.
        let angles = (-10...10).map { Float($0) * 0.06 }
        let likeness = AppearanceModel(row(21), vectors: angles.map { [cosf($0), sinf($0)] })
        let inside = angles.count { likeness.strangeness(of: [cosf($0), sinf($0)]) <= 1.0001 }
        #expect(inside >= 17)
        #expect(inside < 21)
    }

    @Test func withoutDescriptionsNothingIsStrange() {
        #expect(AppearanceModel(row(3), vectors: nil).strangeness(of: [1, 0]) == 0)
        #expect(AppearanceModel(row(3), vectors: [[1, 0], [1, 0], [1, 0]]).strangeness(of: nil) == 0)
        #expect(AppearanceModel([], vectors: []).strangeness(of: [1, 0]) == 0)
        // Crops without pixels have embeddings of zeros.
        #expect(AppearanceModel(row(2), vectors: [[0, 0], [0, 0]]).strangeness(of: [1, 0]) == 0)
    }

    @Test func thingsMayLieAnyWayRound() {
        let lying = (0..<5).map { Rect(x: 60 * Double($0), y: 0, width: 40, height: 20) }
        let likeness = AppearanceModel(lying, vectors: nil)
        #expect(abs(likeness.aspectExcess(of: Rect(x: 0, y: 90, width: 20, height: 40))) < 1e-9)
        #expect(abs(likeness.aspectExcess(of: Rect(x: 0, y: 90, width: 10, height: 40)) - log(2)) < 1e-9)
        #expect(abs(likeness.aspectExcess(of: Rect(x: 0, y: 90, width: 30, height: 30)) + log(2)) < 1e-9)
    }
}
