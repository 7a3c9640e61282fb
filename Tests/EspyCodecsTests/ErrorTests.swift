import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

@Suite struct ErrorTests {
    let decoder = ImageDecoder()

    @Test func emptyAndForeignBytes() {
        #expect(throws: ImageError.empty) { try decoder.decode([]) }
        for text in ["", "hello, I am text", "\u{FF}", "RIFFxxxxWAVEfmt "] where !text.isEmpty {
            #expect(throws: ImageError.notAnImage) { try decoder.decode(Array(text.utf8)) }
        }
        #expect(throws: ImageError.notAnImage) { try decoder.decode([0xFF]) }
    }

    @Test(arguments: [
        ("%PDF-1.7", ForeignFormat.pdf), ("8BPS", .photoshop),
        ("<svg xmlns", .svg), ("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ", .movie), ("\0\0\u{1}\0", .icon),
        ("\0\0\0\u{C}jP  \r\n", .jpeg2000), ("\0\0\0\u{C}JXL \r\n", .jpegXL),
    ])
    func knownButNotDecoded(_ start: String, _ format: ForeignFormat) {
        #expect(throws: ImageError.unsupportedFormat(format)) { try decoder.decode(Array(start.utf8)) }
        #expect(throws: ImageError.unsupportedFormat(format)) { try decoder.info(of: Array(start.utf8)) }
    }

    @Test func longFilesAreRefusedUnread() throws {
        let file = try ImageEncoder.png(Pictures.quarters())
        let strict = ImageDecoder(options: DecodingOptions(maxBytes: file.count - 1))
        #expect(throws: ImageError.tooManyBytes(count: file.count, limit: file.count - 1)) { try strict.decode(file) }
        #expect(throws: Never.self) { try ImageDecoder(options: .init(maxBytes: file.count)).decode(file) }
    }

    @Test func bombsAreRefusedBeforeAllocation() {
        let bomb = PNGs.signature + PNGs(width: 30_000, height: 30_000).header + PNGs.chunk("IDAT", [])
        let expected = ImageError.tooManyPixels(width: 30_000, height: 30_000, limit: 200_000_000)
        #expect(throws: expected) { try decoder.decode(bomb) }
        #expect(throws: expected) { try decoder.decodeGray(bomb) }
        let vast = PNGs.signature + PNGs(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF).header
        #expect(throws: (any Error).self) { try decoder.decode(vast) }
    }

    @Test func limitsHoldForEveryFormat() throws {
        let picture = Pictures.quarters(width: 64, height: 48)
        let heic = try #require(HEIFs().file(picture))
        let bitmap = BMPs(width: 64, height: 48).file(
            rows: [[UInt8]](repeating: [UInt8](repeating: 0, count: 192), count: 48))
        let strict = ImageDecoder(options: DecodingOptions(maxPixels: 64 * 48 - 1))
        let exact = ImageDecoder(options: DecodingOptions(maxPixels: 64 * 48))
        for file in [
            try ImageEncoder.jpeg(picture), try ImageEncoder.png(picture), WebPs.lossy(picture), heic, bitmap,
        ] {
            #expect(throws: ImageError.tooManyPixels(width: 64, height: 48, limit: 3071)) { try strict.decode(file) }
            #expect(throws: Never.self) { try exact.decode(file) }
        }
    }

    /// Truncated anywhere, a file is an error and never half a picture.
    @Test func cutFilesAreErrors() throws {
        let picture = Pictures.gradient()
        let heic = try #require(HEIFs().file(picture))
        let files: [(ImageFormat, [UInt8], tail: Int)] = [
            // A JPEG is complete without the last byte of its end marker's padding; two bytes are the marker itself.
            (.jpeg, try ImageEncoder.jpeg(picture), 3), (.jpeg, JPEGs.progressive(picture), 3),
            // The last 12 bytes are the end chunk, which contains no pixels.
            (.png, try ImageEncoder.png(picture), 17), (.webp, WebPs.lossy(picture), 1), (.heic, heic, 1),
        ]
        for (format, file, tail) in files {
            for length in stride(from: file.count / 4, through: file.count - tail, by: max(file.count / 40, 1)) {
                let error = #expect(throws: ImageError.self) { try decoder.decode(Array(file[..<length])) }
                switch error {
                case .truncated(format), .corrupt(format, _), .unsupportedVariant(format, _): break
                default: Issue.record("\(format) cut to \(length): \(String(describing: error))")
                }
            }
        }
    }

    @Test func cutJPEGIsNamedSo() throws {
        let file = try ImageEncoder.jpeg(Pictures.gradient(width: 200, height: 200))
        for share in [10, 50, 90] {
            let part = Array(file[..<(file.count * share / 100)])
            #expect(throws: ImageError.truncated(.jpeg)) { try decoder.decode(part) }
            #expect(throws: ImageError.truncated(.jpeg)) { try decoder.decodeGray(part) }
        }
        #expect(throws: ImageError.truncated(.jpeg)) { try decoder.info(of: [0xFF, 0xD8, 0xFF]) }
    }

    @Test func cutPNGIsNamedSo() throws {
        let file = try ImageEncoder.png(Pictures.gradient())
        #expect(throws: ImageError.truncated(.png)) { try decoder.decode(Array(file[..<(file.count / 2)])) }
        #expect(throws: ImageError.truncated(.png)) { try decoder.info(of: Array(file[..<20])) }
    }

    @Test func cutWebPIsNamedSo() throws {
        let file = WebPs.lossy(Pictures.gradient())
        #expect(throws: ImageError.truncated(.webp)) { try decoder.decode(Array(file[..<(file.count / 2)])) }
        #expect(throws: ImageError.truncated(.webp)) { try decoder.decode(Array(file[..<13])) }
    }

    @Test func damagedFilesAreCorrupt() throws {
        var png = try ImageEncoder.png(Pictures.gradient())
        png[png.count - 40] ^= 0xFF
        #expect(throws: ImageError.self) { try decoder.decode(png) }
        let noFrame: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
        #expect(throws: ImageError.corrupt(.jpeg, reason: "no frame header")) { try decoder.decode(noFrame) }
        var deep = try ImageEncoder.jpeg(Pictures.gradient())
        let frame = try #require(deep.indices.first { deep[$0] == 0xFF && deep[$0 + 1] == 0xC0 })
        deep[frame + 4] = 12
        #expect(throws: ImageError.unsupportedVariant(.jpeg, detail: "12 bits per sample")) { try decoder.decode(deep) }
    }

    /// Every byte changed in turn: an error or a picture of the announced size, never a crash.
    @Test func anyOneByteMayBeWrong() throws {
        let picture = Pictures.quarters(width: 16, height: 8)
        let small = ImageDecoder(options: DecodingOptions(maxPixels: 1 << 16))
        for file in [try ImageEncoder.jpeg(picture), try ImageEncoder.png(picture), WebPs.lossy(picture)] {
            for index in file.indices {
                var damaged = file
                damaged[index] ^= 0x55
                guard let info = try? small.info(of: damaged), let image = try? small.decode(damaged) else { continue }
                #expect(image.width == info.width)
                #expect(image.height == info.height)
            }
        }
    }
}
