import EspyPixels
import EspyTestSupport
import Foundation
import Testing

@Suite struct GeometryTests {
    let square = Quad(Rect(x: 10, y: 20, width: 40, height: 40))

    @Test func distances() {
        let origin = Point(x: 0, y: 0)
        #expect(Point(x: 3, y: 4).distance(to: origin) == 5)
        #expect(Point(x: 5, y: 3).distance(toSegmentFrom: origin, to: Point(x: 10, y: 0)) == 3)
        #expect(Point(x: -3, y: 4).distance(toSegmentFrom: origin, to: Point(x: 10, y: 0)) == 5)
        #expect(Point(x: 3, y: 4).distance(toSegmentFrom: origin, to: origin) == 5)
    }

    @Test func turnsAreClockwiseInTheImage() {
        let right = Point(x: 1, y: 0)
        let down = right.rotated(byDegrees: 90, around: Point(x: 0, y: 0))
        #expect(down.distance(to: Point(x: 0, y: 1)) < 1e-12)
        #expect(right.cross(down) > 0)
    }

    @Test func areas() {
        #expect(square.signedArea == 1600)
        #expect(square.rotated(byDegrees: 33).area.isNear(1600, within: 1e-9))
        let mirrored = Quad(
            topLeft: square.topRight, topRight: square.topLeft, bottomRight: square.bottomLeft,
            bottomLeft: square.bottomRight)
        #expect(mirrored.signedArea == -1600)
        #expect(mirrored.area == 1600)
    }

    @Test func pointsInsideAndOutside() {
        let tilted = square.rotated(byDegrees: 45)
        #expect(tilted.contains(tilted.center))
        // The corner of the upright square is outside the tilted one.
        #expect(square.contains(Point(x: 11, y: 21)))
        #expect(!tilted.contains(Point(x: 11, y: 21)))
        #expect(!square.contains(Point(x: 9.9, y: 30)))
        #expect(!square.contains(Point(x: 30, y: 60.1)))
    }

    @Test func convexity() {
        #expect(square.isConvex)
        var dented = square
        dented.topLeft = Point(x: 45, y: 55)
        #expect(!dented.isConvex)
        var crossed = square
        swap(&crossed.topLeft, &crossed.topRight)
        #expect(!crossed.isConvex)
    }

    @Test func scalingKeepsTheCenter() {
        let half = square.scaled(by: 0.5)
        #expect(half.center == square.center)
        #expect(half.area == 400)
        #expect(half.meanWidth == 20)
        #expect(half.meanHeight == 20)
    }

    @Test func rectanglesMeet() {
        let first = Rect(x: 0, y: 0, width: 10, height: 10)
        let second = Rect(x: 5, y: 8, width: 10, height: 10)
        #expect(first.intersection(second) == Rect(x: 5, y: 8, width: 5, height: 2))
        #expect(first.union(second) == Rect(x: 0, y: 0, width: 15, height: 18))
        #expect(first.intersection(Rect(x: 10, y: 0, width: 5, height: 5)) == nil)
        #expect(first.expanded(by: 2) == Rect(x: -2, y: -2, width: 14, height: 14))
        #expect(first.contains(Point(x: 0, y: 0)))
        #expect(!first.contains(Point(x: 10, y: 5)))
        #expect(first.area == 100)
    }

    @Test func valuesSurviveJSON() throws {
        let decoder = JSONDecoder()
        let rect = Rect(x: 1.5, y: -2, width: 3, height: 0.25)
        #expect(try decoder.decode(Rect.self, from: JSONEncoder().encode(rect)) == rect)
        #expect(try decoder.decode(Quad.self, from: JSONEncoder().encode(square)) == square)
    }
}

@Suite struct HomographyTests {
    let frame = Quad(Rect(x: 0, y: 0, width: 9, height: 9))
    let tilted = Quad(
        topLeft: Point(x: 310, y: 205), topRight: Point(x: 1490, y: 320), bottomRight: Point(x: 1320, y: 1210),
        bottomLeft: Point(x: 220, y: 990))

    @Test func fourCornersAreHitExactly() throws {
        let map = try #require(Homography(from: frame, to: tilted))
        for (from, to) in zip(frame.corners, tilted.corners) {
            #expect(map.apply(from).distance(to: to) < 1e-7)
        }
        #expect(map.residual(from: frame.corners, to: tilted.corners) < 1e-7)
    }

    @Test func inverseTakesBack() throws {
        let map = try #require(Homography(from: frame, to: tilted))
        let back = try #require(map.inverse)
        for x in 0...9 {
            let point = Point(x: Double(x), y: 9 - 0.7 * Double(x))
            #expect(back.apply(map.apply(point)).distance(to: point) < 1e-9)
        }
        let round = map.then(back)
        #expect(round.apply(Point(x: 5, y: 2)).distance(to: Point(x: 5, y: 2)) < 1e-9)
    }

    @Test func straightLinesStayStraight() throws {
        let map = try #require(Homography(from: frame, to: tilted))
        let line = (0...9).map { map.apply(Point(x: Double($0), y: Double($0) / 2)) }
        for point in line { #expect(point.distance(toSegmentFrom: line[0], to: line[9]) < 1e-8) }
    }

    @Test func manyNoisyPairsAverageOut() throws {
        let truth = try #require(Homography(from: frame, to: tilted))
        let grid = (0..<100).map { Point(x: Double($0 % 10), y: Double($0 / 10)) }
        var sign = 1.0
        let noisy = grid.map { point in
            sign = -sign
            return truth.apply(point) + Point(x: sign, y: point.x.truncatingRemainder(dividingBy: 3) - 1)
        }
        let fitted = try #require(Homography(from: grid, to: noisy))
        for point in grid { #expect(fitted.apply(point).distance(to: truth.apply(point)) < 0.8) }
        #expect(fitted.residual(from: grid, to: noisy) <= truth.residual(from: grid, to: noisy) * 1.01)
    }

    @Test func arrangementsThatFixNoMap() {
        let line = (0..<5).map { Point(x: Double($0), y: 2 * Double($0)) }
        let corners = frame.corners
        #expect(Homography(from: line, to: line) == nil)
        #expect(Homography(from: corners, to: Array(line[..<4])) == nil)
        #expect(Homography(from: Array(line[..<4]), to: corners) == nil)
        #expect(Homography(from: Array(corners[..<3]), to: Array(corners[..<3])) == nil)
        #expect(Homography(from: corners, to: line) == nil)
        let same = [Point](repeating: Point(x: 1, y: 1), count: 4)
        #expect(Homography(from: same, to: corners) == nil)
        #expect(Homography(from: corners, to: same) == nil)
        // Three of four on one line.
        let three = [corners[0], corners[1], Point(x: 4.5, y: 0), corners[3]]
        #expect(Homography(from: three, to: corners) == nil)
        #expect(Homography(from: corners, to: three) == nil)
        let broken = [Point(x: .nan, y: 0)] + corners.dropFirst()
        #expect(Homography(from: broken, to: corners) == nil)
        #expect(Homography(from: corners, to: broken) == nil)
    }

    @Test func flatMapsHaveNoInverse() {
        #expect(Homography(a: 1, b: 2, c: 0, d: 2, e: 4, f: 0, g: 0, h: 0, i: 1).inverse == nil)
        #expect(Homography.identity.inverse == .identity)
    }
}
