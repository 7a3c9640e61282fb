import Espy
import EspyPixels
import Testing

@Suite struct CountAreaTests {
    private func polygon(_ numbers: Double...) -> [Point] {
        stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    }

    private func area(_ options: CountOptions) -> CountArea { CountArea(width: 400, height: 300, options: options) }

    @Test func wholePictureWithoutARegion() {
        #expect(area(.init()).contains(Point(x: 0, y: 0)))
        #expect(area(.init()).contains(Point(x: 399, y: 299)))
    }

    @Test func hollowOfAConcaveRegionIsOutside() {
        // A U, open at the top.
        let inside = area(
            .init(region: polygon(100, 100, 150, 100, 150, 200, 250, 200, 250, 100, 300, 100, 300, 250, 100, 250)))
        #expect(inside.contains(Point(x: 120, y: 120)))
        #expect(inside.contains(Point(x: 280, y: 120)))
        #expect(inside.contains(Point(x: 200, y: 230)))
        #expect(!inside.contains(Point(x: 200, y: 150)))
        #expect(!inside.contains(Point(x: 99, y: 120)))
        #expect(!inside.contains(Point(x: 200, y: 251)))
    }

    @Test func crossingRegionFollowsTheEvenOddRule() {
        // A five-pointed star: its center is outside.
        let corners = (0..<5).map { index in
            let places = [(200.0, 50.0), (259.0, 231.0), (105.0, 119.0), (295.0, 119.0), (141.0, 231.0)]
            return Point(x: places[index].0, y: places[index].1)
        }
        let star = area(.init(region: corners))
        #expect(star.contains(Point(x: 200, y: 90)))
        #expect(!star.contains(Point(x: 200, y: 150)))
    }

    @Test func everyPointIsInExactlyOneOfTwoHalves() {
        // Points on the shared edge belong to one side, so that two regions never count a thing twice.
        let left = area(.init(region: polygon(0, 0, 200, 0, 200, 300, 0, 300)))
        let right = area(.init(region: polygon(200, 0, 400, 0, 400, 300, 200, 300)))
        for x in stride(from: 0.0, to: 400, by: 12.5) {
            for y in stride(from: 0.0, to: 300, by: 12.5) {
                let point = Point(x: x, y: y)
                #expect(left.contains(point) != right.contains(point), "\(point)")
            }
        }
    }

    @Test func nothingCountsInAnExclusion() {
        let holed = area(
            .init(
                region: polygon(50, 50, 350, 50, 350, 250, 50, 250),
                exclusions: [polygon(100, 100, 200, 100, 200, 200, 100, 200), polygon(300, 50, 350, 50, 350, 100)]))
        #expect(!holed.contains(Point(x: 150, y: 150)))
        #expect(holed.contains(Point(x: 250, y: 150)))
        #expect(!holed.contains(Point(x: 345, y: 60)))
        #expect(!holed.contains(Point(x: 20, y: 20)))
    }

    /// A row of things 40 pixels wide; the first shows 10, the last 30 pixels of its width.
    private let row =
        [Rect(x: 0, y: 100, width: 10, height: 40)]
        + (0..<6).map { Rect(x: 30 + 50 * Double($0), y: 100, width: 40, height: 40) }
        + [Rect(x: 370, y: 100, width: 30, height: 40)]

    @Test(arguments: [
        (CountOptions.BorderPolicy.all, [true, true]), (.half, [false, true]), (.whole, [false, false]),
    ])
    func borderPolicy(policy: CountOptions.BorderPolicy, ends: [Bool]) {
        let counted = area(.init(border: policy)).counts(row)
        #expect(counted == [ends[0]] + Array(repeating: true, count: 6) + [ends[1]])
    }

    @Test func halfIsJudgedByTheNeighbors() {
        // Far things are 20 pixels wide, near ones 80: 15 pixels are most of a far thing, but little of a near one.
        let far = (1...9).map { Rect(x: 30 * Double($0), y: 20, width: 20, height: 20) }
        let near = (2..<8).map { Rect(x: 90 * Double($0 / 2), y: 120 + 85 * Double($0 % 2), width: 80, height: 80) }
        let cut = [Rect(x: 0, y: 20, width: 15, height: 20), Rect(x: 0, y: 200, width: 15, height: 80)]
        let counted = area(.init(border: .half)).counts(far + near + cut)
        #expect(counted.dropLast(2).allSatisfy { $0 })
        #expect(counted.suffix(2) == [true, false])
    }

    @Test func cornerMultipliesBothSides() {
        let whole = (1...4).map { Rect(x: 50 * Double($0), y: 100, width: 40, height: 40) }
        let corner = Rect(x: 0, y: 0, width: 26, height: 26)
        #expect(area(.init(border: .half)).counts(whole + [corner]).last == false)
        #expect(area(.init(border: .half)).counts(whole + [Rect(x: 0, y: 0, width: 30, height: 30)]).last == true)
    }

    @Test func guessOfTheDetectorBeyondTheBorderDoesNotCount() {
        // Two boxes of a whole thing each: one shows a quarter of it, the other three quarters.
        let cut = [Rect(x: -30, y: 100, width: 40, height: 40), Rect(x: 370, y: 100, width: 40, height: 40)]
        #expect(area(.init(border: .half)).counts(cut) == [false, true])
        #expect(area(.init(border: .half)).counts(cut + row.dropFirst().dropLast())[..<2] == [false, true])
        #expect(area(.init()).counts(cut) == [true, true])
    }

    @Test func regionCutsAsThePictureDoes() {
        let region = polygon(100, 50, 300, 50, 300, 250, 100, 250)
        let rects = [115.0, 95, 85, 150].map { Rect(x: $0 - 20, y: 100, width: 40, height: 40) }
        #expect(area(.init(border: .all, region: region)).counts(rects) == [true, false, false, true])
        #expect(area(.init(border: .half, region: region)).counts(rects) == [true, false, false, true])
        #expect(area(.init(border: .whole, region: region)).counts(rects) == [false, false, false, true])
    }

    @Test func loneThingAtTheBorderCountsByHalf() {
        // Without a neighbor, its full size is unknown.
        #expect(area(.init(border: .half)).counts([Rect(x: 0, y: 0, width: 40, height: 40)]) == [true])
        #expect(area(.init(border: .whole)).counts([Rect(x: 0, y: 0, width: 40, height: 40)]) == [false])
        #expect(area(.init()).counts([]).isEmpty)
    }
}
