import EspyCodecs
import EspyPixels
import Testing

struct Y4MTests {
    private func video(_ head: String, frames: [[UInt8]]) -> [UInt8] {
        Array("YUV4MPEG2 \(head)\n".utf8) + frames.flatMap { Array("FRAME\n".utf8) + $0 }
    }

    private func images(_ bytes: [UInt8], piece: Int = 1000) throws -> [RGBImage] {
        var parser = Y4MParser()
        var images: [RGBImage] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            parser.feed(bytes[start..<min(start + piece, bytes.count)])
            while let image = try parser.next() { images.append(image) }
        }
        try parser.finish()
        return images
    }

    @Test(arguments: [1, 2, 7, 1000])
    func framesComeInAnyPieces(piece: Int) throws {
        let gray: [UInt8] = [16, 235, 126, 16, 235, 126]
        let bytes = video("W3 H2 F25:1 Ip A1:1 Cmono", frames: [gray, gray.reversed()])
        let images = try images(bytes, piece: piece)
        #expect(images.count == 2)
        #expect(images[0].width == 3)
        #expect(images[0].height == 2)
        #expect(images[0].pixels.prefix(9) == [0, 0, 0, 255, 255, 255, 128, 128, 128])
        #expect(images[1].pixels.prefix(3) == [128, 128, 128])
    }

    @Test(arguments: [("420jpeg", 4), ("422", 4), ("444", 8)])
    func colorsAreThoseOfBT601(chroma: String, samples: Int) throws {
        // BT.601 red in limited range; 420jpeg goes from 0 to 255.
        let full = chroma == "420jpeg"
        let light = [UInt8](repeating: full ? 76 : 81, count: 8)
        let count = chroma == "420jpeg" ? 2 : samples
        let blue = [UInt8](repeating: full ? 85 : 90, count: count)
        let red = [UInt8](repeating: full ? 255 : 240, count: count)
        let image = try #require(try images(video("W4 H2 C\(chroma)", frames: [light + blue + red])).first)
        for index in 0..<8 {
            let pixel = image.pixels[3 * index..<3 * index + 3].map { Int($0) }
            #expect(pixel[0] >= 252, "\(pixel)")
            #expect(pixel[1] <= 3, "\(pixel)")
            #expect(pixel[2] <= 3, "\(pixel)")
        }
    }

    @Test func rateIsAFraction() throws {
        func parser(_ head: String) throws -> Y4MParser {
            var parser = Y4MParser()
            parser.feed(video(head, frames: []))
            #expect(try parser.next() == nil)
            return parser
        }
        #expect(try parser("W2 H2 F30000:1001").format?.rate == 30000.0 / 1001)
        #expect(try parser("W2 H2 F0:0").format?.rate == 30)
        // Brightness, two half-size color planes, and the line before them.
        #expect(try parser("W3 H3").missing == 9 + 2 * 4 + 6)
    }

    @Test func whatIsWrongIsTold() {
        func error(_ bytes: [UInt8]) -> VideoError? { #expect(throws: VideoError.self) { try images(bytes) } }
        #expect(error(Array("RIFF and so on".utf8)) == .notAVideo)
        #expect(error(Array("YUV4MPEG2 W9 H9".utf8)) == .truncated)
        #expect(error(Array("YUV4MPEG2 W9\n".utf8)) == .damaged("it has no size"))
        #expect(error(Array("YUV4MPEG2 W-9 H9\n".utf8)) == .damaged("it has no size"))
        #expect(error(Array("YUV4MPEG2 W9 H9 C420p10\n".utf8)) == .unsupported("420p10"))
        #expect(
            error(Array("YUV4MPEG2 W9999999 H9999999999\n".utf8))
                == .tooManyPixels(width: 9_999_999, height: 9_999_999_999, limit: Y4MFormat.mostPixels))
        #expect(error(video("W2 H2 Cmono", frames: [[1, 2, 3]])) == .truncated)
        #expect(
            error(video("W2 H2 Cmono", frames: []) + Array("FRAMe\n".utf8)) == .damaged("a frame header is missing"))
        #expect(error(Array("YUV4MPEG2 ".utf8) + [UInt8](repeating: 65, count: 5000)) == .notAVideo)
        #expect(
            error(video("W2 H2", frames: []) + [UInt8](repeating: 70, count: 5000)) == .damaged("a line has no end"))
        #expect(throws: VideoError.notAVideo) { try Y4MParser().finish() }
    }
}
