import Espy
import EspyPixels
import Testing

struct DarknessTests {
    /// A picture in one shade with the first pixels of each hundred in another.
    private func picture(_ shade: UInt8, lit: Int, _ other: UInt8 = 200) -> RGBImage {
        let pixels = (0..<60_000).flatMap { [UInt8](repeating: $0 / 7 % 100 < lit ? other : shade, count: 3) }
        return RGBImage(width: 300, height: 200, pixels: pixels)
    }

    @Test func blackHides() {
        #expect(Darkness.hides(picture(0, lit: 0)))
        #expect(Darkness.hides(picture(47, lit: 0)))
        #expect(!Darkness.hides(picture(48, lit: 0)))
        #expect(!Darkness.hides(picture(250, lit: 0)))
    }

    @Test func fewLitThingsOnBlackAreEnough() {
        #expect(!Darkness.hides(picture(5, lit: 5)))
        #expect(Darkness.hides(picture(5, lit: 1)))
    }

    @Test func oneColorIsLightToo() {
        #expect(!Darkness.hides(RGBImage(width: 9, height: 9, red: 0, green: 0, blue: 90)))
        #expect(Darkness.hides(RGBImage(width: 1, height: 1, red: 9, green: 9, blue: 9)))
    }
}
