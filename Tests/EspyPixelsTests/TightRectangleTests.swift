import EspyPixels
import Foundation
import Testing

struct TightRectangleTests {
    @Test func hullLeavesOutWhatLiesInside() {
        let square = [Point(x: 0, y: 0), Point(x: 4, y: 0), Point(x: 4, y: 4), Point(x: 0, y: 4)]
        let inside = [Point(x: 2, y: 2), Point(x: 2, y: 0), Point(x: 4, y: 1)]
        #expect(Set(convexHull(of: inside + square + square)) == Set(square))
        #expect(convexHull(of: [Point(x: 1, y: 1)]).count == 1)
        #expect(convexHull(of: []).isEmpty)
    }

    @Test(arguments: [0.0, 12, 45, 90, 171]) func sidesDoNotDependOnTheAngle(degrees: Double) throws {
        let corners = Quad(Rect(x: 10, y: 20, width: 30, height: 8)).rotated(byDegrees: degrees).corners
        let found = try #require(TightRectangle(around: corners + [Point(x: 25, y: 24)]))
        #expect(abs(found.length - 30) < 1e-9)
        #expect(abs(found.width - 8) < 1e-9)
        #expect(abs(area(of: corners) - 240) < 1e-9)
    }

    @Test func pointsOnALineHaveNoRectangle() {
        #expect(TightRectangle(around: [Point(x: 0, y: 0), Point(x: 1, y: 1), Point(x: 2, y: 2)]) == nil)
        #expect(TightRectangle(around: []) == nil)
    }

    @Test func areaOfAPolygonThatIsNotConvex() {
        let corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)].map { Point(x: Double($0.0), y: Double($0.1)) }
        #expect(area(of: corner) == 7)
        #expect(area(of: corner.reversed()) == 7)
    }
}
