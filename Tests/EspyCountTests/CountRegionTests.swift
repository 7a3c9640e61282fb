import Espy
import EspyPixels
import Foundation
import Testing

@Suite struct RegionLayoutTests {
    private func names(_ grid: RegionLayout.Grid) throws -> [String] {
        try RegionLayout(grid: grid).regions(width: 600, height: 400).map(\.name)
    }

    @Test func gridIsNamedAsWellsAre() throws {
        #expect(try names(.init(rows: 2, columns: 3)) == ["A1", "A2", "A3", "B1", "B2", "B3"])
        let large = try names(.init(rows: 32, columns: 48))
        #expect(large.count == 1536)
        #expect(large.last == "AF48")
        #expect(Set(large).count == 1536)
    }

    @Test func gridDividesTheWholePicture() throws {
        let regions = try RegionLayout(grid: .init(rows: 2, columns: 3)).regions(width: 600, height: 400)
        #expect(regions[4].corners == Quad(Rect(x: 200, y: 200, width: 200, height: 200)).corners)
        #expect(regions[0].corners[0] == Point(x: 0, y: 0))
    }

    @Test func farRowsOfAGridSeenFromTheSideAreNarrower() throws {
        let within = Quad(
            topLeft: Point(x: 200, y: 100), topRight: Point(x: 400, y: 100), bottomRight: Point(x: 600, y: 400),
            bottomLeft: Point(x: 0, y: 400))
        let regions = try RegionLayout(grid: .init(rows: 2, columns: 2, within: within)).regions(
            width: 600, height: 400)
        #expect(regions[0].corners[0] == within.topLeft)
        #expect(regions[3].corners[2] == within.bottomRight)
        let far = try #require(Rect(around: regions[0].corners))
        let near = try #require(Rect(around: regions[2].corners))
        #expect(far.height < near.height)
        #expect(abs(far.maxY - near.y) < 0.02)
        // The middle column line of a symmetric view stays vertical.
        #expect(regions[0].corners[1].x == 300)
        #expect(regions[2].corners[1].x == 300)
    }

    @Test(arguments: [(0, 3), (3, -1), (64, 64), (1 << 40, 1 << 40)])
    func gridsThatNoPhotoHas(rows: Int, columns: Int) {
        #expect(throws: CountError.unusableGrid(rows: rows, columns: columns)) {
            try RegionLayout(grid: .init(rows: rows, columns: columns)).regions(width: 10, height: 10)
        }
    }

    @Test func cornersOnALineHoldNoGrid() {
        let flat = Quad(
            topLeft: Point(x: 0, y: 0), topRight: Point(x: 1, y: 1), bottomRight: Point(x: 2, y: 2),
            bottomLeft: Point(x: 3, y: 3))
        #expect(throws: CountError.unusableGrid(rows: 2, columns: 2)) {
            try RegionLayout(grid: .init(rows: 2, columns: 2, within: flat)).regions(width: 10, height: 10)
        }
    }

    @Test func layoutsFollowTheSizeOfThePhoto() throws {
        let region = CountOptions.Region(
            name: "a", corners: [.init(x: 0, y: 0), .init(x: 50, y: 0), .init(x: 0, y: 20)])
        var layout = RegionLayout(size: .init(width: 100, height: 100), regions: [region])
        #expect(
            try layout.regions(width: 200, height: 300)[0].corners[1...] == [.init(x: 100, y: 0), .init(x: 0, y: 60)])
        layout.size = nil
        #expect(try layout.regions(width: 200, height: 300) == [region])
    }

    @Test func filesMayBeTypedByHand() throws {
        let text = """
            {"width": 600, "height": 400, "grid": {"rows": 1, "columns": 2, "within": [[0, 0], [9, 0], [9, 5], [0, 5]]},
             "regions": [{"name": "left", "corners": [[0, 0], [300, 0], [0, 400]]}, {"name": "right", "box": [300, 0, 300, 400]},
             {"name": "as results say", "corners": [{"x": 0, "y": 0}, {"x": 1, "y": 0}, {"x": 1, "y": 1}]}]}
            """
        let layout = try RegionLayout(reading: Data(text.utf8))
        #expect(layout.size == .init(width: 600, height: 400))
        #expect(layout.grid?.within?.bottomRight == Point(x: 9, y: 5))
        #expect(layout.regions.map(\.name) == ["left", "right", "as results say"])
        #expect(layout.regions[1].corners == Quad(Rect(x: 300, y: 0, width: 300, height: 400)).corners)
        #expect(try RegionLayout(reading: JSONEncoder().encode(layout)) == layout)
    }

    @Test func polygonsOfLabelMeAreRegions() throws {
        let text = """
            {"version": "5.0.1", "imageWidth": 60, "imageHeight": 40, "shapes": [
            {"label": "bag", "points": [[0, 0], [9, 0], [5, 5]], "shape_type": "polygon"},
            {"label": "bag", "points": [[30, 20], [10, 5]], "shape_type": "rectangle"},
            {"label": "mark", "points": [[3, 2]], "shape_type": "point"}]}
            """
        let layout = try RegionLayout(reading: Data(text.utf8))
        #expect(layout.size == .init(width: 60, height: 40))
        #expect(layout.regions.map(\.name) == ["bag", "bag 2"])
        #expect(Rect(around: layout.regions[1].corners) == Rect(x: 10, y: 5, width: 20, height: 15))
    }

    @Test(arguments: [
        "", "[]", "7", #"{"regions": 3}"#, #"{"regions": [{"corners": []}]}"#, #"{"width": 10}"#,
        #"{"regions": [{"name": "a", "box": [1, 2, 3]}]}"#, #"{"regions": [{"name": "a", "corners": [[1, 2, 3]]}]}"#,
        #"{"grid": {"rows": 2, "columns": 2, "within": [[1, 2]]}}"#,
    ])
    func brokenFiles(text: String) {
        #expect(throws: DecodingError.self) { try RegionLayout(reading: Data(text.utf8)) }
    }
}

@Suite struct CountRegionTests {
    private static let left = CountOptions.Region(
        name: "left", corners: Quad(Rect(x: 0, y: 0, width: 300, height: 400)).corners)
    private static let top = CountOptions.Region(
        name: "top", corners: Quad(Rect(x: 0, y: 0, width: 600, height: 100)).corners)
    private let options = CountOptions(regions: [left, top])

    @Test func aThingBelongsToTheFirstRegionThatHoldsIt() {
        let count = Count.made([(x: 100, y: 50), (x: 400, y: 50), (x: 100, y: 300)], options: options)
        #expect(count.regions.map(\.name) == ["left", "top"])
        #expect(count.regions.map(\.count) == [2, 1])
        #expect(count.regions.map(\.numbers) == [[1, 3], [2]])
        #expect(count.regions[0].range == .init(low: 2, high: 2))
    }

    @Test func nothingCountsOutsideOfAllRegions() {
        let area = CountArea(width: 600, height: 400, options: options)
        let boxes = [(100.0, 50.0), (500.0, 300.0)].map { Rect(x: $0.0, y: $0.1, width: 20, height: 20) }
        #expect(area.counts(boxes) == [true, false])
        #expect(CountArea(width: 600, height: 400, options: .init()).counts(boxes) == [true, true])
    }

    @Test func theBorderRuleHoldsInEachRegion() {
        var options = options
        // Two fifths of the first box are outside its region, and three fifths of the second.
        let boxes = [Rect(x: 270, y: 200, width: 50, height: 50), Rect(x: 50, y: 200, width: 50, height: 50)]
        options.border = .whole
        #expect(CountArea(width: 600, height: 400, options: options).counts(boxes) == [false, true])
        options.border = .half
        #expect(CountArea(width: 600, height: 400, options: options).counts(boxes) == [true, true])
        #expect(CountArea(width: 600, height: 400, options: options).isCut(boxes[0]))
    }

    @Test func doubtOfARegionIsItsOwn() {
        var count = Count.made(
            [
                .init(at: 100, 50), .init(at: 100, 300, doubt: 0.9), .init(at: 400, 50),
                .init(at: 200, 300, main: false, doubt: 0.7),
            ], options: options)
        #expect(count.range == .init(low: 2, high: 4))
        #expect(count.regions.map(\.range) == [.init(low: 1, high: 3), .init(low: 1, high: 1)])
        // Three more may be hidden anywhere; two thirds of the counted things are on the left.
        count.range.high += 3
        #expect(count.regions.map(\.range) == [.init(low: 1, high: 5), .init(low: 1, high: 2)])
    }

    @Test func correctionsAreCountedWhereTheyLie() throws {
        let count = Count.made([(x: 100, y: 50), (x: 400, y: 50)], options: options)
        let added = Rect(x: 500, y: 10, width: 40, height: 40)
        let corrected = try #require(count.corrected(by: .init(added: [added], removed: [0])))
        #expect(corrected.regions.map(\.count) == [0, 2])
    }

    @Test func tableAndAnswerNameTheRegions() throws {
        let count = Count.made([.init(at: 100, 50), .init(at: 500, 300, main: false)], options: options)
        let lines = count.csv().split(separator: "\r\n")
        #expect(lines[0].hasSuffix(",doubt,region"))
        #expect(lines[1].hasSuffix(",left"))
        #expect(lines[2].hasSuffix(","))
        let json = try JSONEncoder().encode(CountAnswer(count, file: "a.jpg"))
        let answer = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect((answer["regions"] as? [[String: Any]])?.compactMap { $0["count"] as? Int } == [1, 0])
        #expect(try JSONDecoder().decode(Count.self, from: json) == count)
        let plain = try JSONEncoder().encode(CountAnswer(Count.made([(x: 100, y: 50)]), file: "a.jpg"))
        #expect(try #require(try JSONSerialization.jsonObject(with: plain) as? [String: Any])["regions"] == nil)
    }

    @Test func everyRegionIsOutlined() {
        let image = RGBImage(width: 600, height: 400, pixels: [UInt8](repeating: 100, count: 600 * 400 * 3))
        let drawn = CountAnnotator().annotate(Count.made([(x: 500, y: 350)], options: options), on: image)
        // The right edge of the left region; the photo may be enlarged.
        let scale = drawn.width / 600
        let row = 250 * scale * drawn.width
        #expect(((298 * scale)...(302 * scale)).contains { drawn.pixels[3 * (row + $0)] > 140 })
    }

    @Test(arguments: ["", "two\nlines", String(repeating: "x", count: 81), "left"])
    func unusableNames(name: String) {
        let options = CountOptions(regions: [Self.left, .init(name: name, corners: Self.top.corners)])
        #expect(throws: CountError.unusableRegionName(name)) { try options.checkNumbers() }
    }

    @Test func regionsNeedThreeFiniteCorners() {
        for corners in [[Point(x: 0, y: 0)], [Point(x: 0, y: 0), Point(x: .nan, y: 0), Point(x: 1, y: 1)]] {
            #expect(throws: CountError.self) {
                try CountOptions(regions: [.init(name: "a", corners: corners)]).checkNumbers()
            }
        }
    }
}
