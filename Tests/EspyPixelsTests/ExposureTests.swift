import EspyPixels
import Testing

struct ExposureTests {
    /// A picture in one shade with the first pixels of each hundred in another.
    private func picture(_ shade: UInt8, lit: Int, _ other: UInt8 = 200) -> RGBImage {
        let pixels = (0..<60_000).flatMap { [UInt8](repeating: $0 / 7 % 100 < lit ? other : shade, count: 3) }
        return RGBImage(width: 300, height: 200, pixels: pixels)
    }

    @Test func blackHides() {
        #expect(Exposure(picture(0, lit: 0)) == .dark)
        #expect(Exposure(picture(47, lit: 0)) == .dark)
        #expect(Exposure(picture(48, lit: 0)) == .usable)
        #expect(Exposure(picture(249, lit: 0)) == .usable)
    }

    @Test func fewLitThingsOnBlackAreEnough() {
        #expect(Exposure(picture(5, lit: 5)) == .usable)
        #expect(Exposure(picture(5, lit: 1)) == .dark)
    }

    @Test func oneColorIsLightToo() {
        #expect(Exposure(RGBImage(width: 9, height: 9, red: 0, green: 0, blue: 90)) == .usable)
        #expect(Exposure(RGBImage(width: 1, height: 1, red: 9, green: 9, blue: 9)) == .dark)
        #expect(Exposure(RGBImage(width: 9, height: 9, red: 255, green: 255, blue: 90)) == .usable)
    }

    @Test func mostlyWhiteIsTooBright() {
        #expect(Exposure(picture(100, lit: 50, 255)) == .usable)
        #expect(Exposure(picture(100, lit: 70, 255)) == .bright)
        #expect(Exposure(picture(100, lit: 50, 255), mostWhite: 0.3) == .bright)
        #expect(Exposure(picture(100, lit: 25, 255), mostWhite: 0.3) == .usable)
    }

    @Test func onlyThePartThatMattersIsLookedAt() {
        let half = (0..<100).flatMap { [UInt8](repeating: $0 % 10 < 5 ? 255 : 0, count: 3) }
        let image = RGBImage(width: 10, height: 10, pixels: half)
        #expect(Exposure(image) == .usable)
        #expect(Exposure(image, in: Rect(x: 0, y: 0, width: 5, height: 10)) == .bright)
        #expect(Exposure(image, in: Rect(x: 5, y: 2, width: 50, height: 3)) == .dark)
        #expect(Exposure(image, in: Rect(x: 50, y: 50, width: 5, height: 5)) == .usable)
    }
}
