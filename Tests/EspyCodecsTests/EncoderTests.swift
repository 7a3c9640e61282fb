import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

@Suite struct EncoderTests {
    let picture = Pictures.gradient(width: 160, height: 120)

    @Test func betterQualityIsLargerAndNearer() throws {
        let coarse = try ImageEncoder.jpeg(picture, quality: 20)
        let fine = try ImageEncoder.jpeg(picture, quality: 95)
        #expect(coarse.count < fine.count)
        let decoder = ImageDecoder()
        let coarseMiss = Pictures.distance(try decoder.decode(coarse), picture)
        #expect(Pictures.distance(try decoder.decode(fine), picture) < coarseMiss)
    }

    @Test func progressiveIsSmallerWithTheSamePixels() throws {
        let plain = try ImageEncoder.jpeg(picture, quality: 60)
        let progressive = try ImageEncoder.jpeg(picture, quality: 60, isProgressive: true)
        // The frame of a progressive file begins with FF C2, that of a baseline one with FF C0.
        #expect(zip(progressive, progressive.dropFirst()).contains { $0 == (0xFF, 0xC2) })
        #expect(progressive.count < plain.count)
        #expect(try ImageDecoder().decode(progressive) == ImageDecoder().decode(plain))
    }

    @Test func qualityOutsideTheRangeIsTheNearestEnd() throws {
        #expect(try ImageEncoder.jpeg(picture, quality: 1_000) == ImageEncoder.jpeg(picture, quality: 100))
        #expect(try ImageEncoder.jpeg(picture, quality: -3) == ImageEncoder.jpeg(picture, quality: 1))
    }

    @Test func fullChromaKeepsThinColoredLines() throws {
        var lines = RGBImage(width: 64, height: 64, red: 0, green: 0, blue: 0)
        for y in 0..<64 {
            for x in stride(from: 0, to: 64, by: 2) { lines.pixels[(y * 64 + x) * 3] = 255 }
        }
        let half = try ImageDecoder().decode(ImageEncoder.jpeg(lines, quality: 95))
        let full = try ImageDecoder().decode(ImageEncoder.jpeg(lines, quality: 95, chroma: .full))
        #expect(Pictures.distance(full, lines) * 3 < Pictures.distance(half, lines))
    }

    @Test func grayFilesAreGray() throws {
        let ramp = Pictures.ramp()
        #expect(try ImageDecoder().decodeGray(ImageEncoder.png(ramp)) == ramp)
        #expect(Pictures.distance(try ImageDecoder().decodeGray(ImageEncoder.jpeg(ramp, quality: 95)), ramp) < 1.5)
        #expect(
            try ImageEncoder.png(ramp).count < ImageEncoder.png(
                RGBImage(width: 64, height: 16, red: 1, green: 2, blue: 3)
            ).count * 10)
    }

    @Test func fastPNGHoldsTheSamePixels() throws {
        #expect(try ImageDecoder().decode(ImageEncoder.png(picture, fast: true)) == picture)
        #expect(try ImageDecoder().decodeGray(ImageEncoder.png(picture.gray, fast: true)) == picture.gray)
    }

    @Test func noiseFitsTheBuffer() throws {
        var state: UInt64 = 1
        let pixels = (0..<90 * 70 * 3).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        let noise = RGBImage(width: 90, height: 70, pixels: pixels)
        #expect(try ImageDecoder().decode(ImageEncoder.png(noise)) == noise)
        #expect(try ImageDecoder().decode(ImageEncoder.png(noise, fast: true)) == noise)
        #expect(try !ImageEncoder.jpeg(noise, quality: 100, chroma: .full).isEmpty)
    }

    @Test func sizesThatNoFileCanHold() {
        let empty = RGBImage(width: 0, height: 0, pixels: [])
        #expect(throws: ImageError.sizeNotEncodable(.png, width: 0, height: 0)) { try ImageEncoder.png(empty) }
        #expect(throws: ImageError.sizeNotEncodable(.jpeg, width: 0, height: 0)) { try ImageEncoder.jpeg(empty) }
        let long = GrayImage(width: 65_536, height: 1, pixels: [UInt8](repeating: 0, count: 65_536))
        #expect(throws: ImageError.sizeNotEncodable(.jpeg, width: 65_536, height: 1)) { try ImageEncoder.jpeg(long) }
        #expect(throws: Never.self) { try ImageEncoder.png(long) }
    }
}
