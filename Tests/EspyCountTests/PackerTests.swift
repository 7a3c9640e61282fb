import Espy
import EspyInference
import EspyPixels
import Testing

struct PackerTests {
    private func input(
        _ resize: ModelInput.ResizeRule, colors: ModelInput.ColorOrder = .rgb, width: Int = 4, height: Int = 4
    ) -> ModelInput {
        ModelInput(width: width, height: height, colors: colors, resize: resize)
    }

    /// Red encodes the column, green the row.
    private func gradient(_ width: Int, _ height: Int) -> RGBImage {
        var image = RGBImage(width: width, height: height, red: 0, green: 0, blue: 7)
        for row in 0..<height {
            for column in 0..<width {
                image.pixels[(row * width + column) * 3] = UInt8(column * 10)
                image.pixels[(row * width + column) * 3 + 1] = UInt8(row * 10)
            }
        }
        return image
    }

    private func pack(_ image: RGBImage, _ input: ModelInput, _ sampling: Sampling = .plain) -> [Float] {
        let placement = Placement(PixelRect(width: image.width, height: image.height), in: input)
        return InputPacker(input: input, sampling: sampling).tensor(of: [placement], in: image).values
    }

    @Test func pictureOfTheRightSizeIsOnlyTakenApart() {
        let values = pack(gradient(4, 4), input(.stretch))
        #expect(Array(values[0..<8]) == [0, 10, 20, 30, 0, 10, 20, 30])
        #expect(Array(values[16..<24]) == [0, 0, 0, 0, 10, 10, 10, 10])
        #expect(values[32...].allSatisfy { $0 == 7 })
    }

    @Test func blueComesFirstWhereTheModelWantsIt() {
        let values = pack(gradient(4, 4), input(.stretch, colors: .bgr))
        #expect(values[0..<16].allSatisfy { $0 == 7 })
        #expect(Array(values[32..<36]) == [0, 10, 20, 30])
    }

    @Test func scaleMeanAndDeviationAreThoseOfTheEntry() {
        var rule = input(.stretch)
        rule.scale = 1.0 / 255
        rule.mean = [0.5, 0, 0.25]
        rule.std = [0.5, 1, 2]
        let values = pack(RGBImage(width: 4, height: 4, red: 255, green: 0, blue: 51), rule)
        #expect(abs(values[0] - 1) < 1e-6)
        #expect(abs(values[16]) < 1e-6)
        #expect(abs(values[32] - (0.2 - 0.25) / 2) < 1e-6)
    }

    @Test func letterboxIsFilledWithGray() {
        let image = RGBImage(width: 8, height: 4, red: 200, green: 200, blue: 200)
        let corner = pack(image, input(.letterboxTopLeft114))
        #expect(corner[0..<8].allSatisfy { $0 == 200 })
        #expect(corner[8..<16].allSatisfy { $0 == 114 })
        let middle = pack(image, input(.letterboxCenter114))
        #expect(middle[0..<4].allSatisfy { $0 == 114 })
        #expect(middle[4..<12].allSatisfy { $0 == 200 })
        #expect(middle[12..<16].allSatisfy { $0 == 114 })
    }

    @Test func centerCropShowsTheMiddle() {
        let values = pack(gradient(8, 4), input(.centerCropShortest))
        #expect(Array(values[0..<4]) == [20, 30, 40, 50])
        let placement = Placement(PixelRect(width: 3, height: 9), in: input(.centerCropShortest))
        #expect(placement.source == PixelRect(columns: 0..<3, rows: 3..<6))
    }

    /// As ImageNet classifiers expect it: the shorter side is 256 pixels, and the middle 224 are used.
    @Test(arguments: [
        (1024, 768, PixelRect(columns: 176..<848, rows: 48..<720)),
        (256, 512, PixelRect(columns: 16..<240, rows: 144..<368)), (32, 32, PixelRect(columns: 2..<30, rows: 2..<30)),
        (1, 1, PixelRect(columns: 0..<1, rows: 0..<1)),
        (2, 9000, PixelRect(columns: 0..<2, rows: 4499..<4501)),
    ])
    func shorterSideSaysHowMuchIsCutOff(width: Int, height: Int, source: PixelRect) {
        var input = input(.centerCropShortest, width: 224, height: 224)
        input.shorterSide = 256
        let placement = Placement(PixelRect(width: width, height: height), in: input)
        #expect(placement.source == source)
        #expect(placement.width == 224)
        #expect(placement.height == 224)
    }

    @Test func sizesOfLetterboxesAreCutOff() {
        let placement = Placement(
            PixelRect(width: 1003, height: 601), in: input(.letterboxTopLeft114, width: 416, height: 416))
        #expect(placement.width == 416)
        #expect(placement.height == 249)
        let small = Placement(PixelRect(width: 1003, height: 601), in: input(.letterboxTopLeft114), scale: 0.001)
        #expect(small.width == 1)
        #expect(small.height == 1)
    }

    @Test(arguments: ModelInput.ResizeRule.allCases) func boxesComeBackToThePicture(rule: ModelInput.ResizeRule) {
        let source = PixelRect(columns: 40..<90, rows: 20..<60)
        let placement = Placement(source, in: input(rule, width: 100, height: 100))
        let shown = Rect(
            x: Double(placement.left), y: Double(placement.top), width: Double(placement.width),
            height: Double(placement.height))
        let back = placement.picture(shown)
        #expect(abs(back.x - placement.source.rect.x) < 1e-9)
        #expect(abs(back.maxX - placement.source.rect.maxX) < 1e-9)
        #expect(abs(back.maxY - placement.source.rect.maxY) < 1e-9)
    }

    @Test func severalPartsMakeABatch() {
        let image = gradient(8, 8)
        let parts = [PixelRect(columns: 0..<4, rows: 0..<4), PixelRect(columns: 4..<8, rows: 2..<6)]
        for sampling in [Sampling.plain, .smooth] {
            let packer = InputPacker(input: input(.stretch), sampling: sampling)
            let tensor = packer.tensor(of: parts.map { Placement($0, in: packer.input) }, in: image)
            #expect(tensor.shape == [2, 3, 4, 4])
            #expect(Array(tensor.values[0..<4]) == [0, 10, 20, 30])
            #expect(Array(tensor.values[48..<52]) == [40, 50, 60, 70])
            #expect(Array(tensor.values[64..<72]) == [20, 20, 20, 20, 30, 30, 30, 30])
        }
    }

    /// One white column in four: its mean is a quarter, but the two pixels nearest to each center miss it.
    @Test func smoothSamplingSeesWhatPlainSamplingMisses() {
        var image = RGBImage(width: 16, height: 16, red: 0, green: 0, blue: 0)
        for row in 0..<16 {
            for column in stride(from: 0, to: 16, by: 4) { image.pixels[(row * 16 + column) * 3] = 200 }
        }
        #expect(pack(image, input(.stretch), .smooth)[0..<16].allSatisfy { $0 == 50 })
        #expect(pack(image, input(.stretch), .plain)[0..<16].allSatisfy { $0 == 0 })
    }

    @Test func partsOfAPictureAreResizedAsIfTheyWereAlone() {
        let image = gradient(20, 20)
        let part = PixelRect(columns: 3..<16, rows: 5..<18)
        let alone = image.cropped(to: part.rect)
        let whole = PixelRect(width: 13, height: 13)
        #expect(
            BilinearResize.resized(image, part: part, width: 7, height: 5)
                == BilinearResize.resized(alone, part: whole, width: 7, height: 5))
    }
}
