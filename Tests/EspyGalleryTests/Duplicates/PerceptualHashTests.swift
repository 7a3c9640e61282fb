import Espy
import Testing

struct PerceptualHashTests {
    /// Returns a picture of blobs, different for each number.
    static func picture(_ number: UInt64, width: Int = 96, height: Int = 64) -> RGBImage {
        var state = number &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 40) % limit
        }
        var image = RGBImage(width: width, height: height, red: 120, green: 120, blue: 120)
        for _ in 0..<12 {
            let (x, y, radius, level) = (next(width), next(height), 6 + next(width / 4), next(256))
            for row in 0..<height {
                for column in 0..<width where (row - y) * (row - y) + (column - x) * (column - x) < radius * radius {
                    for channel in 0..<3 { image.pixels[3 * (row * width + column) + channel] = UInt8(level) }
                }
            }
        }
        return image
    }

    /// Returns the picture with each pixel taken from the position that `place` returns.
    static func moved(_ image: RGBImage, isTurned: Bool, _ place: (Int, Int) -> (Int, Int)) -> RGBImage {
        let (width, height) = isTurned ? (image.height, image.width) : (image.width, image.height)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (fromX, fromY) = place(x, y)
                let start = 3 * (fromY * image.width + fromX)
                pixels += image.pixels[start..<start + 3]
            }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func orientationsComeFromOneHash(number: UInt64) {
        let image = Self.picture(number)
        let (right, bottom) = (image.width - 1, image.height - 1)
        let hashes = PerceptualHash.orientations(of: PerceptualHash.of(image))
        let versions = [
            image, Self.moved(image, isTurned: false) { (right - $0, $1) },
            Self.moved(image, isTurned: false) { ($0, bottom - $1) },
            Self.moved(image, isTurned: false) { (right - $0, bottom - $1) },
            Self.moved(image, isTurned: true) { ($1, $0) }, Self.moved(image, isTurned: true) { ($1, bottom - $0) },
        ]
        for (index, version) in versions.enumerated() {
            // Rounding may flip the sign of a very weak wave.
            let hash = PerceptualHash.of(version)
            #expect(hashes.map { PerceptualHash.distance($0, hash) }.min() ?? 64 <= 1, "\(index)")
            #expect(PerceptualHash.leastDistance(PerceptualHash.of(image), hash) <= 1)
        }
    }

    @Test func smallerAndBrighterPicturesStayNear() {
        for number in 1...20 as ClosedRange<UInt64> {
            let image = Self.picture(number)
            var bright = image.resized(width: 48, height: 32)
            bright.pixels = bright.pixels.map { UInt8(min(255, Int($0) * 5 / 4)) }
            #expect(PerceptualHash.distance(PerceptualHash.of(image), PerceptualHash.of(bright)) <= 6)
        }
    }

    @Test func otherPicturesAreFarAway() {
        let hashes = (1...40 as ClosedRange<UInt64>).map { PerceptualHash.of(Self.picture($0)) }
        for one in hashes.indices {
            for other in hashes.indices where other > one {
                #expect(PerceptualHash.distance(hashes[one], hashes[other]) > 9)
            }
        }
    }

    @Test func emptyPicturesHaveOne() {
        #expect(PerceptualHash.of(RGBImage(width: 0, height: 0, pixels: [])) == 0)
        #expect(PerceptualHash.of(RGBImage(width: 1, height: 1, pixels: [9, 9, 9])) & 1 == 0)
    }
}
