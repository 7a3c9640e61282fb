import Espy
import EspySamples
import Testing

/// Rendered barcodes: the printed value is read at its position.
struct BarcodeReaderTests {
    private static let middle = Point(x: 240, y: 240)

    private func read(_ picture: BarcodePicture, _ effort: BarcodeOptions.Effort = .thorough) throws -> [Barcode] {
        try BarcodeReader(options: BarcodeOptions(effort: effort)).read(picture.render(seed: 5))
    }

    private func picture(_ labels: BarcodePicture.Label...) -> BarcodePicture {
        BarcodePicture(width: 480, height: 480, labels: labels)
    }

    private func label(
        _ digits: String, addOn: String = "", at center: Point = middle, module: Double = 2, height: Double = 90,
        degrees: Double = 0, shrink: Double = 0
    ) -> BarcodePicture.Label {
        BarcodePicture.Label(
            BarcodePrint(digits, addOn: addOn), center: center, module: module, height: height, degrees: degrees,
            shrink: shrink)
    }

    @Test(arguments: Array(stride(from: 0.0, to: 360, by: 15)), BarcodeOptions.Effort.allCases)
    func readsAtAnyAngle(degrees: Double, effort: BarcodeOptions.Effort) throws {
        let label = label("9780441014989", degrees: degrees)
        let found = try read(picture(label), effort)
        #expect(found.map(\.value) == ["9780441014989"])
        #expect(found.map(\.symbology) == [.ean13])
        #expect(found.first?.isbn?.ten == "0441014984")
        for (corner, truth) in zip(found.first?.quad.corners ?? [], label.quad.corners) {
            #expect(corner.distance(to: truth) < 8, "\(degrees): \(corner) for \(truth)")
        }
    }

    /// Every first digit has its own parities, and all digits occur in all three sets.
    @Test func readsEveryDigitEverywhere() throws {
        for first in 0...9 {
            let digits = BarcodePrint.checked("\(first)" + (0..<11).map { "\(($0 * 7 + first * 3) % 10)" }.joined())
            let found = try read(picture(label(digits)))
            #expect(found.map(\.value) == [first == 0 ? String(digits.dropFirst()) : digits])
            #expect(found.map(\.symbology) == [first == 0 ? .upcA : .ean13])
            #expect(found.first?.isbn == nil)
        }
    }

    @Test(arguments: ["96385074", "40170725", "00000000"])
    func readsEightDigits(digits: String) throws {
        let found = try read(picture(label(digits)))
        #expect(found.map(\.value) == [digits])
        #expect(found.map(\.symbology) == [.ean8])
        let options = BarcodeOptions(readsShort: false)
        #expect(try BarcodeReader(options: options).read(picture(label(digits)).render(seed: 5)).isEmpty)
    }

    @Test(arguments: ["52595", "90000", "51299", "05", "12", "99", "00", ""], [0.0, 180, 77])
    func tellsAddOnsApart(addOn: String, degrees: Double) throws {
        let found = try read(picture(label("9780393058673", addOn: addOn, degrees: degrees)))
        #expect(found.map(\.value) == ["9780393058673"])
        #expect(found.map { $0.addOn ?? "" } == [addOn])
    }

    /// Cut off in the middle, a five-digit add-on begins like a two-digit one.
    @Test func readsNoHalfAddOn() throws {
        for addOn in ["50012", "54999", "12345", "00000", "96112"] {
            let whole = picture(label("9780393058673", addOn: addOn, at: Point(x: 300, y: 240))).render(seed: 3)
            let width = 300 + 95 + 18 + 2 * (4 + 9 + 9 + 4)
            let cut = GrayImage(
                width: width, height: 480,
                pixels: (0..<480).flatMap { whole.pixels[$0 * 480..<$0 * 480 + width] })
            let found = try BarcodeReader().read(cut)
            #expect(found.map(\.value) == ["9780393058673"])
            #expect(found.map(\.addOn) == [nil], "\(addOn)")
        }
    }

    @Test func noneHidesAnother() throws {
        let upright = (0..<3).map {
            label(BarcodePrint.checked("97804410149\($0)"), at: Point(x: 240, y: 60 + 90 * Double($0)), height: 60)
        }
        let across = label("4006381333931", at: Point(x: 60, y: 240), height: 60, degrees: 90)
        let short = label("96385074", at: Point(x: 250, y: 400), height: 60, degrees: 8)
        var picture = BarcodePicture(width: 480, height: 480, labels: upright + [across, short])
        picture.noise = 3
        let values = try read(picture).map(\.value)
        let truth = (0..<3).map { BarcodePrint.checked("97804410149\($0)") } + ["4006381333931", "96385074"]
        #expect(values.sorted() == truth.sorted())
        #expect(Set(try read(picture, .quick).map(\.value)).isSubset(of: truth))
    }

    @Test func twoSideBySideAreTwo() throws {
        var picture = BarcodePicture(
            width: 700, height: 200,
            labels: [
                label("9780441014989", at: Point(x: 160, y: 100)), label("9780393058673", at: Point(x: 520, y: 100)),
            ])
        picture.noise = 1
        #expect(Set(try read(picture).map(\.value)) == ["9780441014989", "9780393058673"])
    }

    /// From barely more than a pixel per bar up to a code that fills a frame.
    @Test(arguments: [1.15, 1.4, 2, 3, 5, 8, 11])
    func readsAllSizes(module: Double) throws {
        let side = Int(130 * module)
        let label = label(
            "9780441014989", at: Point(x: Double(side) / 2, y: 100), module: module, height: 30 * module + 20)
        var picture = BarcodePicture(width: side, height: 200, labels: [label])
        picture.blur = 0.35 * module
        #expect(try read(picture).map(\.value) == ["9780441014989"])
    }

    @Test(arguments: [0.5, 0.8, 1.0, 1.3, 1.6])
    func readsBlurred(blur: Double) throws {
        var picture = picture(label("9780804816632", degrees: 4))
        picture.blur = blur
        #expect(try read(picture).map(\.value) == ["9780804816632"])
    }

    @Test(arguments: [(paper: 60.0, ink: 35.0), (paper: 250, ink: 215), (paper: 255, ink: 0)])
    func readsFaintAndStrong(light: (paper: Double, ink: Double)) throws {
        var picture = picture(label("9780804816632", degrees: -6))
        (picture.paper, picture.ink, picture.noise, picture.shade) = (light.paper, light.ink, 1, 0.3)
        #expect(try read(picture).map(\.value) == ["9780804816632"])
    }

    @Test(arguments: [-0.35, -0.2, 0.2, 0.35])
    func readsInPerspective(shrink: Double) throws {
        let label = label("9780201310054", height: 120, degrees: 12, shrink: shrink)
        #expect(try read(picture(label)).map(\.value) == ["9780201310054"])
    }

    @Test func readsNoWrongCheckDigit() throws {
        for check in 0..<9 { #expect(try read(picture(label("978044101498\(check)"))).isEmpty) }
    }

    @Test(arguments: [(0, 0), (1, 1), (3, 200), (200, 3), (16, 16), (17, 31)])
    func readsNothingInHardlyAnyPixels(width: Int, height: Int) throws {
        let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 * 97) }
        #expect(try BarcodeReader().read(GrayImage(width: width, height: height, pixels: pixels)).isEmpty)
    }

    @Test func canBeCancelled() async throws {
        let image = picture(label("9780441014989")).render(seed: 1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try BarcodeReader().read(image)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
