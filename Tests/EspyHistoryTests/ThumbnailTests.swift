import Espy
import Testing

struct ThumbnailTests {
    /// A picture with a red, a green, a blue and a white quarter.
    private static func quarters(width: Int, height: Int) -> RGBImage {
        var image = RGBImage(width: width, height: height, red: 0, green: 0, blue: 0)
        for row in 0..<height {
            for column in 0..<width {
                let start = (row * width + column) * 3
                let (isRight, isLow) = (column >= width / 2, row >= height / 2)
                image.pixels[start] = !isLow && !isRight || isLow && isRight ? 255 : 0
                image.pixels[start + 1] = isRight ? 255 : 0
                image.pixels[start + 2] = isLow ? 255 : 0
            }
        }
        return image
    }

    private func pixel(_ image: RGBImage, _ x: Int, _ y: Int) -> [UInt8] {
        Array(image.pixels[((y * image.width + x) * 3)..<((y * image.width + x) * 3 + 3)])
    }

    private let gray: [UInt8] = [128, 128, 128]

    @Test(arguments: [(400, 400), (401, 399), (50, 50), (1, 1), (4_000, 3)])
    func alwaysTheSameSize(width: Int, height: Int) {
        let picture = HistoryThumbnail.crop(Self.quarters(width: width, height: height), around: nil)
        #expect(picture.width == HistoryThumbnail.side)
        #expect(picture.height == HistoryThumbnail.side)
    }

    @Test func wholeWidePictureIsPadded() {
        let picture = HistoryThumbnail.crop(Self.quarters(width: 400, height: 200), around: nil)
        #expect(pixel(picture, 100, 10) == gray)
        #expect(pixel(picture, 100, 190) == gray)
        #expect(pixel(picture, 20, 70) == [255, 0, 0])
        #expect(pixel(picture, 180, 70) == [0, 255, 0])
        #expect(pixel(picture, 20, 130) == [0, 0, 255])
        #expect(pixel(picture, 180, 130) == [255, 255, 255])
        // Half as high as wide, like the picture: nothing is stretched.
        #expect(pixel(picture, 20, 48) == gray)
        #expect(pixel(picture, 20, 52) == [255, 0, 0])
    }

    @Test func thingIsInTheMiddleWithItsSurroundings() {
        let picture = HistoryThumbnail.crop(
            Self.quarters(width: 400, height: 400), around: Rect(x: 150, y: 150, width: 100, height: 100))
        #expect(pixel(picture, 2, 2) == [255, 0, 0])
        #expect(pixel(picture, 197, 197) == [255, 255, 255])
        #expect(pixel(picture, 97, 97) == [255, 0, 0])
        #expect(pixel(picture, 103, 97) == [0, 255, 0])
    }

    @Test func longThingGetsASquare() {
        let picture = HistoryThumbnail.crop(
            Self.quarters(width: 400, height: 400), around: Rect(x: 100, y: 190, width: 200, height: 20))
        // The square extends from row 84 to row 316, with the border between the quarters in the middle.
        #expect(pixel(picture, 50, 90) == [255, 0, 0])
        #expect(pixel(picture, 50, 110) == [0, 0, 255])
    }

    @Test func beyondTheCornerItIsGray() {
        let picture = HistoryThumbnail.crop(
            Self.quarters(width: 400, height: 400), around: Rect(x: -20, y: -20, width: 60, height: 60))
        #expect(pixel(picture, 2, 2) == gray)
        #expect(pixel(picture, 100, 100) == [255, 0, 0])
    }

    @Test(arguments: [
        Rect(x: 900, y: 0, width: 5, height: 5), Rect(x: 5, y: 5, width: 0, height: 3),
        Rect(x: .nan, y: 0, width: 9, height: 9), Rect(x: 0, y: 0, width: -4, height: 9),
        Rect(x: -.infinity, y: 0, width: .infinity, height: 9),
    ])
    func unusablePlacesShowThePicture(rect: Rect) {
        let image = Self.quarters(width: 80, height: 60)
        #expect(HistoryThumbnail.crop(image, around: rect) == HistoryThumbnail.crop(image, around: nil))
    }

    @Test func linesAreSeenAtAnySize() {
        let green = Results.count(1).thumbnailMarks[0].color
        // Too thin to be visible if they were drawn one pixel wide on the large picture.
        for size in [100, 400, 4_000] {
            let (whole, side) = (Double(size), Double(size) / 4)
            let image = RGBImage(width: size, height: size, red: 0, green: 0, blue: 0)
            let box = Quad(Rect(x: side, y: side, width: 2 * side, height: 2 * side)).corners
            let far = box.map { Point(x: $0.x + 9 * whole, y: $0.y) }
            let picture = HistoryThumbnail.crop(image, around: nil, marks: [(box, green), (far, green)])
            #expect((48...52).contains { pixel(picture, $0, 100)[1] > 90 }, "\(size)")
            #expect((148...152).contains { pixel(picture, 100, $0)[1] > 90 }, "\(size)")
            #expect(pixel(picture, 100, 100) == [0, 0, 0])
            #expect(pixel(picture, 20, 20) == [0, 0, 0])
        }
    }

    @Test func everyVerbMarksItsPicture() async throws {
        let image = RGBImage(width: 300, height: 200, red: 255, green: 255, blue: 255)
        var count = Results.count(0)
        (count.width, count.height) = (600, 400)
        count.detections = [
            .init(x: 100, y: 100, width: 80, height: 80, confidence: 1, cluster: 0, main: true),
            .init(x: 190, y: 100, width: 80, height: 80, confidence: 1, cluster: 1, main: false),
        ]
        #expect(count.thumbnailMarks.map(\.corners)[1] == Quad(Rect(x: 100, y: 100, width: 80, height: 80)).corners)
        let rack = Rack(
            width: 300, height: 200, rows: 1, cols: 2, origin: .box, layout: .given,
            cells: [
                .init(place: .init(row: 0, col: 0), status: .unread, center: Point(x: 100, y: 100)),
                .init(place: .init(row: 0, col: 1), status: .empty, center: Point(x: 200, y: 100)),
            ], vials: [])
        #expect(rack.thumbnailMarks.count == 1)
        let spine = Shelf.Spine(
            id: 0, quad: Quad(Rect(x: 100, y: 20, width: 30, height: 150)), row: 0, confidence: 1)
        let shelf = Shelf(width: 300, height: 200, spines: [spine])
        let folder = try HistoryFolder()
        let history = try History(path: folder.file)
        let entries = [
            try await history.add(count, of: image, title: "count", at: 1),
            try await history.add(rack, .init(), of: image, title: "rack", at: 1),
            try await history.add(shelf, .init(), of: image, title: "shelf", at: 1),
        ]
        for entry in entries {
            let picture = try ImageDecoder().decode(try await history.thumbnail(entry.id))
            let colored = stride(from: 0, to: picture.pixels.count, by: 3).count { start in
                let pixel = picture.pixels[start..<(start + 3)]
                return Int(pixel.max() ?? 0) - Int(pixel.min() ?? 0) > 40
            }
            #expect(colored > 30, "\(entry.title)")
        }
    }

    @Test func tinyThingIsEnlarged() {
        let picture = HistoryThumbnail.crop(
            Self.quarters(width: 400, height: 400), around: Rect(x: 10, y: 10, width: 1, height: 1))
        #expect(pixel(picture, 100, 100) == [255, 0, 0])
        #expect(pixel(picture, 0, 0) == [255, 0, 0])
    }
}

struct RepresentativeTests {
    private func count(_ rects: [(Rect, Double, Bool)]) -> Count {
        var count = Results.count(0)
        count.width = 1_000
        count.height = 1_000
        count.detections = rects.map { rect, doubt, main in
            Count.Detection(
                x: rect.x, y: rect.y, width: rect.width, height: rect.height, confidence: 1, cluster: 0, main: main,
                doubt: doubt)
        }
        return count
    }

    private func square(_ x: Double, _ size: Double = 50) -> Rect { Rect(x: x, y: 100, width: size, height: size) }

    @Test func nothingHasNone() {
        #expect(count([]).representative == nil)
        #expect(count([(square(5), 0, false)]).representative == nil)
        #expect(count([(Rect(x: 5, y: 5, width: 0, height: 9), 0, true)]).representative == nil)
    }

    @Test func surestOfEqualSize() {
        let chosen = count([(square(10), 0.3, true), (square(90), 0.1, true), (square(200), 0.2, true)])
        #expect(chosen.representative?.x == 90)
    }

    @Test func usualSizeOfEquallySure() {
        let chosen = count([
            (square(10, 20), 0, true), (square(90, 49), 0, true), (square(200), 0, true), (square(300, 51), 0, true),
            (square(400, 180), 0, true),
        ])
        #expect(chosen.representative?.x == 200)
    }

    @Test func usualShapeOfEqualSize() {
        let long = Rect(x: 10, y: 10, width: 100, height: 25)
        let chosen = count([(long, 0, true), (square(90), 0, true), (square(200), 0, true)])
        #expect(chosen.representative?.x == 90)
    }

    @Test func wholeOnesGoBeforeCutOnes() {
        let chosen = count([(square(0), 0, true), (square(950), 0, true), (square(500), 0.5, true)])
        #expect(chosen.representative?.x == 500)
        #expect(count([(square(0), 0, true)]).representative?.x == 0)
    }

    @Test func othersDoNotCount() {
        let chosen = count([(square(10), 0, false), (square(90), 0.4, true)])
        #expect(chosen.representative?.x == 90)
    }
}
