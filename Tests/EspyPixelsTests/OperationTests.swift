import EspyPixels
import EspyTestSupport
import Testing

@Suite struct ResizeTests {
    @Test func shrinkingTakesTheMeanOfTheArea() {
        let image = GrayImage(width: 4, height: 2, pixels: [0, 100, 10, 20, 200, 100, 30, 40])
        #expect(image.resized(width: 2, height: 1).pixels == [100, 25])
        // Three into two: the middle pixel counts half for each side.
        let three = GrayImage(width: 3, height: 1, pixels: [0, 90, 240])
        #expect(three.resized(width: 2, height: 1).pixels == [30, 190])
    }

    /// Compared with the direct way: each new pixel from all old ones that it covers.
    @Test(arguments: [(90, 70), (31, 20), (30, 19), (7, 3), (1, 1), (123, 2), (3, 801)])
    func shrinkingTakesTheMeanOfAnyArea(_ width: Int, _ height: Int) {
        let picture = Pictures.noise(width: 123, height: 801)
        let small = picture.resized(width: width, height: height)
        #expect(Pictures.mostDifferent(small.pixels, Pictures.mean(picture, width: width, height: height)) < 0.51)
        let gray = picture.gray
        let drawn = RGBImage(width: 123, height: 801, pixels: gray.pixels.flatMap { [$0, $0, $0] })
        let plain = Pictures.mean(drawn, width: width, height: height)
        let found = gray.resized(width: width, height: height).pixels.flatMap { [$0, $0, $0] }
        #expect(Pictures.mostDifferent(found, plain) < 0.51)
    }

    @Test func growingIsBilinear() {
        let pair = GrayImage(width: 2, height: 1, pixels: [0, 100])
        #expect(pair.resized(width: 4, height: 1).pixels == [0, 25, 75, 100])
        let dot = GrayImage(width: 1, height: 1, pixels: [77])
        #expect(dot.resized(width: 3, height: 2).pixels == [UInt8](repeating: 77, count: 6))
    }

    @Test(arguments: [(1, 1), (7, 5), (64, 3), (200, 150), (63, 49)])
    func flatPicturesStayFlat(_ width: Int, _ height: Int) {
        let flat = RGBImage(width: 64, height: 48, red: 255, green: 1, blue: 128)
        #expect(
            flat.resized(width: width, height: height)
                == RGBImage(width: width, height: height, red: 255, green: 1, blue: 128))
    }

    @Test func brightnessAndDirectionSurvive() {
        let picture = Pictures.gradient(width: 123, height: 77)
        let small = picture.resized(width: 31, height: 20)
        #expect(Pictures.distance(small, Pictures.gradient(width: 31, height: 20)) < 3)
        #expect(Pictures.distance(small.resized(width: 123, height: 77), picture) < 3)
    }

    @Test func fittingNeverEnlarges() {
        let picture = Pictures.gradient(width: 100, height: 40)
        #expect(picture.fitted(longSide: 100) == picture)
        #expect(picture.fitted(longSide: 500) == picture)
        let small = picture.fitted(longSide: 25)
        #expect(small.width == 25)
        #expect(small.height == 10)
        #expect(picture.fitted(longSide: 1).height == 1)
    }
}

@Suite struct CropTests {
    let picture = Pictures.gradient(width: 20, height: 10)

    @Test func partsKeepTheirPixels() {
        let part = picture.cropped(to: Rect(x: 3, y: 2, width: 5, height: 4))
        #expect(part.width == 5)
        #expect(part.height == 4)
        #expect(part.color(0, 0) == picture.color(3, 2))
        #expect(part.color(4, 3) == picture.color(7, 5))
        #expect(picture.gray.cropped(to: Rect(x: 3, y: 2, width: 5, height: 4)) == part.gray)
    }

    @Test func fractionsRoundOutward() {
        let part = picture.cropped(to: Rect(x: 3.6, y: 2.2, width: 1, height: 1))
        #expect(part.width == 2)
        #expect(part.height == 2)
        #expect(part.color(0, 0) == picture.color(3, 2))
    }

    @Test func whatLiesOutsideIsCutOff() {
        let corner = picture.cropped(to: Rect(x: -5, y: -5, width: 7, height: 8))
        #expect(corner.width == 2)
        #expect(corner.height == 3)
        #expect(picture.cropped(to: Rect(x: -1e300, y: -1e300, width: 3e300, height: 3e300)) == picture)
        for rect in [
            Rect(x: 30, y: 0, width: 5, height: 5), Rect(x: 0, y: 0, width: 0, height: 5),
            Rect(x: .nan, y: 0, width: 5, height: 5), Rect(x: 0, y: 0, width: -3, height: 5),
        ] {
            #expect(picture.cropped(to: rect).pixels.isEmpty)
        }
    }
}

@Suite struct WarpTests {
    let picture = Pictures.quarters(width: 60, height: 40)

    @Test func theWholeFrameIsThePictureItself() throws {
        let frame = Quad(Rect(x: 0, y: 0, width: 60, height: 40))
        #expect(try #require(picture.rectified(frame, width: 60, height: 40)) == picture)
    }

    @Test func cornersGoWhereTheyAreNamed() throws {
        let frame = Quad(Rect(x: 0, y: 0, width: 60, height: 40))
        let turned = Quad(
            topLeft: frame.bottomLeft, topRight: frame.topLeft, bottomRight: frame.topRight,
            bottomLeft: frame.bottomRight)
        let result = try #require(picture.rectified(turned, width: 40, height: 60))
        #expect(Pictures.distance(result, picture.oriented(.rotate90)) < 1)
        let gray = try #require(picture.gray.rectified(turned, width: 40, height: 60))
        #expect(Pictures.distance(gray, picture.gray.oriented(.rotate90)) < 1)
    }

    /// A picture drawn in perspective is rectified.
    @Test func perspectiveIsUndone() throws {
        let quad = Quad(
            topLeft: Point(x: 30, y: 20), topRight: Point(x: 170, y: 45), bottomRight: Point(x: 150, y: 140),
            bottomLeft: Point(x: 15, y: 110))
        let map = try #require(Homography(from: Quad(Rect(x: 0, y: 0, width: 2, height: 2)), to: quad))
        var canvas = Canvas(RGBImage(width: 200, height: 160, red: 0, green: 0, blue: 0))
        for (index, hex) in [0xDC1E1E, 0x1EB428, 0x2832D2, 0xE6DC28].enumerated() {
            let cell = Rect(x: Double(index % 2), y: Double(index / 2), width: 1, height: 1)
            canvas.fill(map.apply(Quad(cell)), Color(hex: UInt32(hex)))
        }
        let upright = try #require(canvas.image.rectified(quad, width: 60, height: 40))
        #expect(Pictures.distance(upright, picture) < 6)
    }

    @Test func outsideIsBackground() throws {
        let beyond = Quad(Rect(x: 100, y: 100, width: 10, height: 10))
        let result = try #require(picture.rectified(beyond, width: 4, height: 4, background: Color(hex: 0x010203)))
        #expect(result == RGBImage(width: 4, height: 4, red: 1, green: 2, blue: 3))
    }

    @Test func quadsWithoutAreaGiveNothing() {
        let flat = Quad(Rect(x: 5, y: 5, width: 10, height: 0))
        #expect(picture.rectified(flat, width: 4, height: 4) == nil)
    }

    @Test func strongShrinkingAverages() throws {
        var stripes = GrayImage(width: 64, height: 64, pixels: [UInt8](repeating: 0, count: 4096))
        for index in stride(from: 0, to: 4096, by: 2) { stripes.pixels[index] = 200 }
        let frame = Quad(Rect(x: 0, y: 0, width: 64, height: 64))
        let small = try #require(stripes.rectified(frame, width: 16, height: 16))
        #expect(small.pixels.allSatisfy { abs(Int($0) - 100) < 12 })
    }

    @Test(arguments: [(90.0, Orientation.rotate90), (180, .rotate180), (-90, .rotate270), (360, .identity)])
    func quarterTurnsMatchTheOrientations(_ degrees: Double, _ orientation: Orientation) {
        #expect(Pictures.distance(picture.rotated(byDegrees: degrees), picture.oriented(orientation)) < 0.5)
        #expect(Pictures.distance(picture.gray.rotated(byDegrees: degrees), picture.gray.oriented(orientation)) < 0.5)
    }

    @Test func slantedTurnsHoldThePictureAndTheBackground() {
        let turned = picture.rotated(byDegrees: 30, background: .black)
        // 60 cos 30 + 40 sin 30, and 60 sin 30 + 40 cos 30.
        #expect(turned.width == 72)
        #expect(turned.height == 65)
        #expect(turned.color(0, 0) == [0, 0, 0])
        #expect(turned.color(36, 32) != [0, 0, 0])
        let back = turned.rotated(byDegrees: -30, background: .black)
        let inner = back.cropped(
            to: Rect(x: Double(back.width - 60) / 2, y: Double(back.height - 40) / 2, width: 60, height: 40))
        #expect(Pictures.distance(inner.resized(width: 60, height: 40), picture) < 12)
    }
}
