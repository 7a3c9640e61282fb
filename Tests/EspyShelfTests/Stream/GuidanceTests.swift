import Espy
import EspyPixels
import EspySamples
import Testing

/// Advice on rendered shelves that were degraded on purpose.
@Suite struct GuidanceTests {
    private static func scene(
        optics: SampleOptics = .init(blur: 0.4, noise: 1, quality: 90), roll: Double = 0, size: Double = 1
    ) -> BookshelfScene {
        var scene = BookshelfScene(
            seed: 11, width: 960, height: 540, area: SIMD2(60 * size, 32 * size),
            camera: SampleCamera(distance: 200 * size, roll: roll, fill: 1.05), optics: optics, boards: [29 * size])
        var maker = BookshelfMaker(seed: 11)
        scene.books = maker.row(
            0, board: 29 * size, from: -2, to: 60 * size + 2, room: 26,
            .init(thickness: 2.6, height: 21, unevenness: 0.05, leaning: 0, gaps: 0))
        return scene
    }

    private func measures(_ scene: BookshelfScene, _ change: (RGBImage) -> RGBImage = { $0 }) -> FrameMeasures {
        let (image, truth) = scene.rendered()
        return FrameMeasures(change(image), FrameThumbnail(image), spines: truth.spines.map(\.quad), speed: 0)
    }

    private func cause(_ measures: FrameMeasures) -> Shelf.Guidance.Cause {
        var filter = GuidanceFilter()
        return filter.update(measures, time: 0).cause
    }

    @Test func goodPicturesAreClear() {
        let measures = measures(Self.scene())
        #expect(cause(measures) == .clear, "\(measures)")
        #expect(measures.spines > 15)
    }

    @Test func blurIsSeenAndGrowsWithIt() throws {
        let widths = try [0.4, 1.5, 3, 5].map { blur in
            try #require(measures(Self.scene(optics: .init(blur: blur, noise: 1, quality: 90))).edgeWidth)
        }
        #expect(widths == widths.sorted(), "\(widths)")
        #expect(widths[3] > 2 * widths[0], "\(widths)")
        #expect(cause(measures(Self.scene(optics: .init(blur: 5, noise: 1, quality: 90)))) == .blur)
    }

    @Test func noiseDoesNotLookSharp() throws {
        let clean = try #require(measures(Self.scene(optics: .init(blur: 3, noise: 0, quality: 90))).edgeWidth)
        let noisy = try #require(measures(Self.scene(optics: .init(blur: 3, noise: 5, quality: 90))).edgeWidth)
        #expect(noisy > 0.6 * clean, "\(clean) \(noisy)")
    }

    @Test func darkTiltedAndFarShelvesAreTold() {
        let dark = measures(Self.scene(optics: .init(blur: 0.4, exposure: 0.15, noise: 1, quality: 90)))
        #expect(cause(dark) == .darkness, "\(dark)")
        let tilted = measures(Self.scene(roll: 0.35))
        #expect(cause(tilted) == .tilt, "\(tilted)")
        #expect(abs((tilted.tilt ?? 0) - 20) < 3)
        let far = measures(Self.scene(size: 3))
        #expect(cause(far) == .distance, "\(far)")
    }

    @Test func glareIsSeenOnSpinesOnly() {
        let scene = Self.scene()
        let (image, truth) = scene.rendered()
        func lit(_ rect: Rect) -> FrameMeasures {
            var bright = image
            for y in Int(rect.y)..<Int(rect.maxY) {
                for x in Int(rect.x)..<Int(rect.maxX) {
                    for channel in 0..<3 { bright.pixels[3 * (y * bright.width + x) + channel] = 255 }
                }
            }
            return FrameMeasures(bright, FrameThumbnail(bright), spines: truth.spines.map(\.quad), speed: 0)
        }
        #expect(cause(lit(Rect(x: 300, y: 200, width: 300, height: 120))) == .glare)
        // Above the books.
        #expect(cause(lit(Rect(x: 300, y: 0, width: 300, height: 40))) == .clear)
    }

    @Test func motionIsMeasuredInSharesOfTheFrame() async {
        let video = PanningShelf(seed: 3, width: 480, height: 270, lengths: 3, period: 30)
        let stream = ShelfStream(barcodes: nil)
        // The same distance in a fifth of the time.
        var causes: [Shelf.Guidance.Cause?] = []
        for frame in 0..<12 {
            let shelf = await stream.look(at: video.frame(at: 5 + Double(frame) / 6).image, time: Double(frame) / 30)
            causes.append(shelf.guidance?.cause)
        }
        #expect(causes.last == .motion, "\(causes)")
    }

    @Test func nothingToSee() {
        let blank = RGBImage(width: 320, height: 240, red: 180, green: 180, blue: 180)
        let measures = FrameMeasures(blank, FrameThumbnail(blank), spines: [], speed: nil)
        #expect(cause(measures) == .empty)
        #expect(measures.edgeWidth == nil)
    }

    @Test func adviceDoesNotFlicker() {
        var filter = GuidanceFilter()
        let clear = FrameMeasures(brightness: 0.9, spines: 9, spineWidth: 60)
        func far(_ width: Double) -> FrameMeasures { FrameMeasures(brightness: 0.9, spines: 9, spineWidth: width) }
        #expect(filter.update(clear, time: 0).advice == .spineDetected)
        // New advice is delayed for a moment, and one frame of it is ignored.
        #expect(filter.update(far(10), time: 0.1).cause == .clear)
        #expect(filter.update(clear, time: 0.2).cause == .clear)
        #expect(filter.update(far(10), time: 0.3).cause == .clear)
        #expect(filter.update(far(10), time: 0.7).advice == .moveCloser)
        // Slightly beyond the limit is not enough to withdraw it.
        for time in [1.0, 1.5, 2.0] { #expect(filter.update(far(21), time: time).cause == .distance) }
        #expect(filter.update(far(30), time: 2.5).cause == .distance)
        #expect(filter.update(far(30), time: 3).cause == .clear)
        #expect(filter.update(far(21), time: 4).cause == .clear)
    }
}
