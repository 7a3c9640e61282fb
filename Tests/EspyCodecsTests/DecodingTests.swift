import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

@Suite struct DecodingTests {
    let picture = Pictures.gradient()
    let decoder = ImageDecoder()

    @Test func losslessFormatsGiveTheSamePixels() throws {
        #expect(try decoder.decode(ImageEncoder.png(picture)) == picture)
        #expect(try decoder.decode(WebPs.lossless(picture)) == picture)
    }

    @Test func lossyFormatsStayNear() throws {
        #expect(Pictures.distance(try decoder.decode(ImageEncoder.jpeg(picture, quality: 95)), picture) < 2)
        #expect(Pictures.distance(try decoder.decode(JPEGs.progressive(picture)), picture) < 3)
        #expect(Pictures.distance(try decoder.decode(WebPs.lossy(picture)), picture) < 3)
        let heic = try #require(HEIFs().file(picture))
        #expect(Pictures.distance(try decoder.decode(heic), picture) < 3)
        let avif = try #require(HEIFs(isAVIF: true).file(picture))
        #expect(Pictures.distance(try decoder.decode(avif), picture) < 3)
    }

    @Test func oddSizesDecode() throws {
        for (width, height) in [(1, 1), (1, 17), (17, 1), (33, 7)] {
            let odd = Pictures.gradient(width: width, height: height)
            #expect(try decoder.decode(ImageEncoder.png(odd)) == odd)
            #expect(Pictures.distance(try decoder.decode(ImageEncoder.jpeg(odd, quality: 100)), odd) < 8)
            #expect(try decoder.decode(WebPs.lossless(odd)) == odd)
        }
    }

    @Test func grayFilesBecomeThreeEqualChannels() throws {
        let ramp = Pictures.ramp()
        for file in [try ImageEncoder.png(ramp), try ImageEncoder.jpeg(ramp, quality: 100)] {
            let color = try decoder.decode(file)
            #expect(color.pixels.indices.allSatisfy { color.pixels[$0] == color.pixels[$0 / 3 * 3] })
            #expect(Pictures.distance(color.gray, ramp) < 1)
            #expect(Pictures.distance(try decoder.decodeGray(file), ramp) < 1)
        }
    }

    @Test func grayOfColorFilesIsTheirLuminance() throws {
        let heic = try #require(HEIFs().file(picture))
        for file in [try ImageEncoder.png(picture), try ImageEncoder.jpeg(picture), WebPs.lossy(picture), heic] {
            #expect(Pictures.distance(try decoder.decodeGray(file), picture.gray) < 3)
        }
    }

    @Test func fileNamesAndTrailingBytesDoNotMatter() throws {
        let png = try ImageEncoder.png(picture)
        #expect(try decoder.decode(png + [1, 2, 3]) == picture)
        let jpeg = try ImageEncoder.jpeg(picture)
        #expect(try decoder.decode(jpeg + Array("trailer".utf8)) == decoder.decode(jpeg))
    }

    @Test func palettePNG() throws {
        let file = PNGs(width: 2, height: 1, colorType: 3, extras: [("PLTE", [10, 20, 30, 200, 100, 50])])
        let image = try decoder.decode(file.file(rows: [[0, 1]]))
        #expect(image.pixels == [10, 20, 30, 200, 100, 50])
    }

    @Test func sixteenBitPNGKeepsTheHighByte() throws {
        let file = PNGs(width: 3, height: 2, bitDepth: 16).file(pixel: [100, 128, 0, 0, 255, 255])
        #expect(try decoder.decode(file).color(1, 1) == [100, 0, 255])
        let gray = PNGs(width: 3, height: 2, bitDepth: 16, colorType: 0).file(pixel: [77, 0])
        #expect(try decoder.decodeGray(gray).pixels.allSatisfy { $0 == 77 })
    }

    @Test func oneBitPNG() throws {
        let file = PNGs(width: 8, height: 1, bitDepth: 1, colorType: 0).file(rows: [[0b1010_0000]])
        #expect(try decoder.decodeGray(file).pixels == [255, 0, 255, 0, 0, 0, 0, 0])
    }

    @Test func transparencyIsLaidOnWhite() throws {
        let color = PNGs(width: 2, height: 2, colorType: 6).file(pixel: [200, 0, 100, 51])
        #expect(try decoder.decode(color).color(0, 0) == [244, 204, 224])
        let gray = PNGs(width: 2, height: 2, colorType: 4).file(pixel: [0, 128])
        #expect(try decoder.decodeGray(gray).pixels.allSatisfy { $0 == 127 })
        let clear = PNGs(width: 1, height: 1, colorType: 6).file(pixel: [1, 2, 3, 0])
        #expect(try decoder.decode(clear).color(0, 0) == [255, 255, 255])
        let webp = WebPs.transparent(width: 2, height: 2, rgba: [200, 0, 100, 51])
        #expect(try decoder.decode(webp).color(1, 1) == [244, 204, 224])
    }

    @Test func transparentPaletteEntries() throws {
        let file = PNGs(
            width: 2, height: 1, colorType: 3, extras: [("PLTE", [10, 20, 30, 200, 100, 50]), ("tRNS", [0])])
        #expect(try decoder.decode(file.file(rows: [[0, 1]])).pixels == [255, 255, 255, 200, 100, 50])
    }

    @Test func animationGivesItsFirstFrame() throws {
        let second = RGBImage(width: 64, height: 48, red: 0, green: 0, blue: 0)
        let file = WebPs.animation([WebPs.lossless(picture), WebPs.lossless(second)], width: 64, height: 48)
        #expect(try decoder.decode(file) == picture)
    }

    @Test func inkBecomesLight() throws {
        // Adobe's convention: 255 means no ink. A quarter of the red light passes, all green, and black halves it all.
        let file = JPEGs.cmyk(width: 16, height: 16, inverted: [64, 255, 128, 128])
        let color = try decoder.decode(file).color(8, 8)
        #expect(zip(color, [32, 128, 64]).allSatisfy { abs($0 - $1) <= 3 })
        let gray = try decoder.decodeGray(file).pixels[100]
        #expect(abs(Int(gray) - 92) <= 4)
    }
}
