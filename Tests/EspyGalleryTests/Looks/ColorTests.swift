import Espy
import EspyPixels
import Testing

struct ColorTests {
    @Test func lightnessAndHueAreThoseOfThePaper() {
        // Table of "A perceptual color space for image processing": white, and the pure red of sRGB.
        let white = OKLab(red: 255, green: 255, blue: 255)
        #expect(abs(white.lightness - 1) < 1e-3)
        #expect(white.chroma < 1e-3)
        let red = OKLab(red: 255, green: 0, blue: 0)
        #expect(abs(red.lightness - 0.628) < 1e-3)
        #expect(abs(red.a - 0.225) < 1e-3)
        #expect(abs(red.b - 0.126) < 1e-3)
    }

    @Test(
        arguments: [
            (ColorName.black, 8, 8, 8), (.white, 250, 250, 250), (.gray, 128, 128, 128), (.red, 200, 20, 24),
            (.orange, 245, 130, 20), (.yellow, 250, 225, 40), (.lime, 170, 205, 40), (.green, 30, 120, 40),
            (.cyan, 70, 200, 220), (.blue, 30, 70, 190), (.purple, 110, 50, 160), (.magenta, 205, 30, 155),
            (.pink, 245, 170, 195), (.brown, 95, 60, 35),
            // Baby blue, pale lavender, pale green and dirt brown of a survey, by which no tint was chosen.
            (.blue, 162, 207, 254), (.purple, 223, 197, 254), (.green, 199, 253, 181), (.brown, 131, 101, 57),
        ] as [(ColorName, UInt8, UInt8, UInt8)])
    func plainColorsHaveTheirName(name: ColorName, red: UInt8, green: UInt8, blue: UInt8) {
        let colors = DominantColors(of: RGBImage(width: 70, height: 40, red: red, green: green, blue: blue))
        #expect(colors.shares == [ColorShare(name: name, share: 1)])
    }

    @Test func sharesAreThoseOfTheArea() throws {
        // A quarter red on white: the red stands out.
        var image = RGBImage(width: 96, height: 96, red: 250, green: 250, blue: 250)
        for y in 0..<48 { for x in 0..<48 { image.paint(x, y, 200, 20, 24) } }
        let colors = DominantColors(of: image)
        #expect(colors.shares.map(\.name) == [.red, .white])
        #expect(abs(colors.shares[0].share - 0.25) < 0.02)
        #expect(try !Self.tags(of: image).contains("black and white"))
    }

    @Test func specksHaveNoName() {
        var image = RGBImage(width: 480, height: 480, red: 20, green: 20, blue: 20)
        for y in 0..<20 { for x in 0..<20 { image.paint(x, y, 30, 70, 190) } }
        #expect(DominantColors(of: image).shares.map(\.name) == [.black])
    }

    private static func tags(of image: RGBImage) throws -> [String] {
        try PhotoAnalyzer().analyze(image, metadata: PhotoMetadata()).tags.map(\.name)
    }

    @Test func grayPicturesAreMonochrome() throws {
        var image = RGBImage(width: 64, height: 64, red: 0, green: 0, blue: 0)
        for y in 0..<64 { for x in 0..<64 { image.paint(x, y, UInt8(4 * x), UInt8(4 * x), UInt8(4 * x)) } }
        #expect(try Self.tags(of: image).contains("black and white"))
    }
}

extension RGBImage {
    /// Sets one pixel.
    mutating func paint(_ x: Int, _ y: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        let index = 3 * (y * width + x)
        (pixels[index], pixels[index + 1], pixels[index + 2]) = (red, green, blue)
    }
}
