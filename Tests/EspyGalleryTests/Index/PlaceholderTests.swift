import Espy
import Foundation
import Testing

struct PlaceholderTests {
    /// Light at the top, with a warm and a cold side.
    private func picture(_ width: Int, _ height: Int) -> RGBImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let light = 230 - 150 * y / height
                pixels += x < width / 2 ? [UInt8(light), 90, 40] : [40, 90, UInt8(light)]
            }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    @Test(arguments: [(90, 60), (60, 90), (64, 64), (400, 100), (1, 50), (50, 1), (1, 1)])
    func looksLikeThePicture(_ width: Int, _ height: Int) throws {
        let image = picture(width, height)
        let bytes = Placeholder.encode(image)
        #expect(bytes.count == Placeholder.length)
        #expect(bytes.count <= 32)
        let shown = try #require(Placeholder.decode(bytes, width: 32))
        let shape = Double(shown.width * height) / Double(shown.height * width)
        if width > 1, height > 1 { #expect(abs(shape - 1) < 0.15) }
        let target = image.resized(width: shown.width, height: shown.height)
        // In a picture one pixel high or wide, the edge between the colors is everywhere.
        #expect(ThumbnailPackTests.distance(shown, target) < (min(width, height) > 1 ? 16 : 26))
    }

    @Test func oneColorStaysOneColor() throws {
        let image = RGBImage(width: 30, height: 20, red: 12, green: 130, blue: 200)
        let shown = try #require(Placeholder.decode(Placeholder.encode(image), width: 9))
        #expect(Set(stride(from: 0, to: shown.pixels.count, by: 3).map { Array(shown.pixels[$0..<$0 + 3]) }).count == 1)
        for (value, wanted) in zip(shown.pixels, [12, 130, 200]) { #expect(abs(Int(value) - wanted) <= 4) }
    }

    @Test func otherBytesAreNone() {
        #expect(Placeholder.decode([], width: 9) == nil)
        #expect(Placeholder.decode([UInt8](repeating: 255, count: Placeholder.length + 1), width: 9) == nil)
        #expect(Placeholder.decode([UInt8](repeating: 0, count: Placeholder.length), width: 0) == nil)
        for value in [UInt8(0), 255] {
            let bytes = [UInt8](repeating: value, count: Placeholder.length)
            #expect(Placeholder.decode(bytes, width: 64) != nil)
        }
    }
}
