import EspyPixels
import Testing

struct PhotoFlawTests {
    /// A picture in one shade with the first pixels of each hundred in another.
    private func picture(_ shade: UInt8, lit: Int, _ other: UInt8 = 200) -> RGBImage {
        let pixels = (0..<60_000).flatMap { [UInt8](repeating: $0 / 7 % 100 < lit ? other : shade, count: 3) }
        return RGBImage(width: 300, height: 200, pixels: pixels)
    }

    @Test func blackHides() {
        #expect(PhotoFlaw.flaws(of: picture(0, lit: 0)) == [.dark])
        #expect(PhotoFlaw.flaws(of: picture(47, lit: 0)) == [.dark])
        #expect(PhotoFlaw.flaws(of: picture(48, lit: 0)) == [])
        #expect(PhotoFlaw.flaws(of: picture(249, lit: 0)) == [])
    }

    @Test func fewLitThingsOnBlackAreEnough() {
        #expect(PhotoFlaw.flaws(of: picture(5, lit: 5)) == [])
        #expect(PhotoFlaw.flaws(of: picture(5, lit: 1)) == [.dark])
    }

    @Test func oneColorIsLightToo() {
        #expect(PhotoFlaw.flaws(of: RGBImage(width: 9, height: 9, red: 0, green: 0, blue: 90)) == [])
        #expect(PhotoFlaw.flaws(of: RGBImage(width: 1, height: 1, red: 9, green: 9, blue: 9)) == [.dark])
        #expect(PhotoFlaw.flaws(of: RGBImage(width: 9, height: 9, red: 255, green: 255, blue: 90)) == [])
    }

    @Test func mostlyWhiteIsTooBright() {
        #expect(PhotoFlaw.flaws(of: picture(100, lit: 50, 255)) == [])
        #expect(PhotoFlaw.flaws(of: picture(100, lit: 70, 255)) == [.bright])
        #expect(PhotoFlaw.flaws(of: picture(100, lit: 50, 255), mostWhite: 0.3) == [.bright])
        #expect(PhotoFlaw.flaws(of: picture(100, lit: 25, 255), mostWhite: 0.3) == [])
    }

    @Test func blurMattersOnWish() {
        let pixels = (0..<60_000).flatMap { [UInt8](repeating: [60, 110, 160, 110][$0 % 300 / 6 % 4], count: 3) }
        let image = RGBImage(width: 300, height: 200, pixels: pixels)
        #expect(PhotoFlaw.flaws(of: image) == [])
        #expect(PhotoFlaw.flaws(of: image, mostEdgeWidth: 100) == [])
        #expect(PhotoFlaw.flaws(of: image, mostEdgeWidth: 1) == [.blurred])
        #expect(PhotoFlaw.flaws(of: image, mostWhite: -1, mostEdgeWidth: 1) == [.bright, .blurred])
    }

    @Test func onlyThePartThatMattersIsLookedAt() {
        let half = (0..<100).flatMap { [UInt8](repeating: $0 % 10 < 5 ? 255 : 0, count: 3) }
        let image = RGBImage(width: 10, height: 10, pixels: half)
        #expect(PhotoFlaw.flaws(of: image) == [])
        #expect(PhotoFlaw.flaws(of: image, in: Rect(x: 0, y: 0, width: 5, height: 10)) == [.bright])
        #expect(PhotoFlaw.flaws(of: image, in: Rect(x: 5, y: 2, width: 50, height: 3)) == [.dark])
        #expect(PhotoFlaw.flaws(of: image, in: Rect(x: 50, y: 50, width: 5, height: 5)) == [])
    }
}
