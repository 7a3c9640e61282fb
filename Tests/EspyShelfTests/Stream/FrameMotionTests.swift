import Espy
import EspyPixels
import Testing

@Suite struct FrameMotionTests {
    /// Stripes and boards of random brightness, seen from a position.
    private func frame(x: Int, y: Int, width: Int = 960, height: Int = 540) -> RGBImage {
        var random = Numbers(seed: 4)
        let stripes = (0..<400).map { _ in random.next() * 100 }
        let rows = (0..<400).map { _ in random.next() * 100 }
        var pixels: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let value = UInt8(stripes[(column + x) / 14 + 100] + rows[(row + y) / 23 + 100])
                pixels += [value, value, value]
            }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    @Test(arguments: [(0, 0), (30, 0), (-84, 12), (4, -60), (200, 40)])
    func shiftIsFound(x: Int, y: Int) {
        let before = FrameMotion(FrameThumbnail(frame(x: 0, y: 0)))
        let (offset, agreement) = FrameMotion(FrameThumbnail(frame(x: x, y: y))).shift(from: before)
        #expect(abs(offset.x + Double(x)) <= 2, "\(offset)")
        #expect(abs(offset.y + Double(y)) <= 2, "\(offset)")
        #expect(agreement > 0.6)
    }

    @Test func flatPicturesAgreeOnNothing() {
        let flat = FrameMotion(FrameThumbnail(RGBImage(width: 640, height: 480, red: 9, green: 99, blue: 9)))
        #expect(flat.shift(from: flat).agreement == 0)
    }

    @Test(arguments: [(1, 1), (2, 900), (900, 1), (7, 5)])
    func smallPicturesAreNoDanger(width: Int, height: Int) {
        let glance = FrameThumbnail(RGBImage(width: width, height: height, red: 1, green: 2, blue: 3))
        #expect(glance.gray.pixels.allSatisfy { $0 == 2 })
        #expect(FrameMotion(glance).shift(from: FrameMotion(glance)).offset == Point(x: 0, y: 0))
    }
}
