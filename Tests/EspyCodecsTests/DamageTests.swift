import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

/// Truncated and damaged files: everything readable is decoded, with a warning.
struct DamageTests {
    let decoder = ImageDecoder()

    /// None of its pixels has the gray of missing parts.
    private let picture = Pictures.noise(width: 160, height: 128)

    /// Returns how far the upper rows are from the whole picture, and whether the last row is the gray of missing
    /// parts.
    private func judged(_ file: [UInt8], share: Double) throws -> (photo: DecodedPhoto, error: Double, isGray: Bool) {
        let (whole, photo) = (
            try decoder.decode(file), try decoder.decodePhoto(Array(file[..<Int(Double(file.count) * share)]))
        )
        #expect(photo.image.width == whole.width)
        #expect(photo.image.height == whole.height)
        let rows = Int((photo.source.damage?.shown ?? 1) * Double(whole.height)) - 17
        let count = max(rows, 1) * whole.width * 3
        let sum = zip(photo.image.pixels[..<count], whole.pixels[..<count]).reduce(0) {
            $0 + abs(Int($1.0) - Int($1.1))
        }
        let last = photo.image.pixels.suffix(whole.width * 3)
        return (photo, Double(sum) / Double(count), last.allSatisfy { (127...129).contains($0) })
    }

    @Test(arguments: [0.5, 0.7, 0.9])
    func ofHalfAFileTheUpperRowsShow(share: Double) throws {
        let bitmap = BMPs(width: 160, height: 128).file(
            rows: (0..<128).map { row in Array(picture.pixels[row * 480..<(row + 1) * 480]) })
        let tiff = TIFFs().picture(width: 160, height: 128) {
            Array(picture.pixels[3 * ($1 * 160 + $0)..<3 * ($1 * 160 + $0) + 3])
        }
        let files: [(ImageFormat, [UInt8])] = [
            (.jpeg, try ImageEncoder.jpeg(picture)), (.png, try ImageEncoder.png(picture)),
            (.webp, WebPs.lossless(picture)), (.webp, WebPs.lossy(picture)), (.tiff, tiff),
        ]
        for (format, file) in files {
            let (photo, error, isGray) = try judged(file, share: share)
            let damage = try #require(photo.source.damage, "\(format)")
            #expect(damage.endsEarly, "\(format)")
            #expect(damage.shown > share - 0.25, "\(format) \(damage.shown)")
            #expect(damage.shown < share + 0.15, "\(format) \(damage.shown)")
            // Some of the last rows of blocks may be visible all the same.
            #expect(error < 1, "\(format) \(error)")
            #expect((isGray || damage.shown == 1), "\(format) \(error)")
            let part = Array(file[..<Int(Double(file.count) * share)])
            #expect(throws: ImageError.truncated(format)) { try decoder.decode(part) }
        }
        // A BMP file stores its rows from bottom to top.
        let lower = try decoder.decodePhoto(Array(bitmap[..<Int(Double(bitmap.count) * share)]))
        #expect(abs((lower.source.damage?.shown ?? 0) - share) < 0.02)
        #expect(lower.image.pixels[..<3] == [128, 128, 128])
        #expect(lower.image.pixels.suffix(480) == (try decoder.decode(bitmap).pixels.suffix(480)))
    }

    @Test func ofLessThanAQuarterNothingIsShown() throws {
        for (format, file) in [
            (ImageFormat.jpeg, try ImageEncoder.jpeg(picture)), (.png, try ImageEncoder.png(picture)),
            (.webp, WebPs.lossless(picture)),
        ] {
            #expect(throws: ImageError.truncated(format)) {
                try decoder.decodePhoto(Array(file[..<(file.count / 9)]))
            }
        }
    }

    @Test func aJPEGWithoutItsEndShowsAll() throws {
        let progressive = JPEGs.progressive(picture)
        for file in [try ImageEncoder.jpeg(picture), progressive] {
            let photo = try decoder.decodePhoto(Array(file.dropLast(2)))
            #expect(photo.source.damage == .init(endsEarly: true, shown: 1))
            #expect(Pictures.distance(photo.image, try decoder.decode(file)) < 1)
            #expect(try decoder.decodePhoto(file).source == PictureSource())
        }
    }

    /// A progressive file without its last scans shows the whole picture, with less detail.
    @Test func aProgressiveJPEGLosesDetail() throws {
        let file = JPEGs.progressive(picture)
        let photo = try decoder.decodePhoto(Array(file[..<(file.count * 3 / 4)]))
        #expect(photo.source.damage?.endsEarly == true)
        #expect(photo.source.damage?.shown == 1)
    }

    @Test func aBrokenByteInAJPEGIsTold() throws {
        let file = try ImageEncoder.jpeg(picture)
        var told = 0
        for place in stride(from: file.count * 6 / 10, to: file.count * 9 / 10, by: file.count / 23) {
            var broken = file
            broken[place] ^= 0x5A
            // Changing 0xFF 0x00 would make a marker of it.
            guard file[place] != 0xFF, file[place - 1] != 0xFF, broken[place] != 0xFF else { continue }
            guard let photo = try? decoder.decodePhoto(broken) else {
                Issue.record("byte \(place) is refused")
                continue
            }
            #expect(photo.image.width == 160)
            #expect(photo.image.height == 128)
            if photo.source.damage != nil { told += 1 }
        }
        // A decoder cannot notice a change that only alters a level.
        #expect(told >= 4)
    }

    /// An end marker in the middle: everything before it is shown.
    @Test func anEndInTheMiddle() throws {
        var file = try ImageEncoder.jpeg(picture)
        file.replaceSubrange(file.count / 2..<file.count / 2 + 2, with: [0xFF, 0xD9])
        let damage = try #require(try decoder.decodePhoto(file).source.damage)
        #expect(damage.shown > 0.3)
        #expect(damage.shown < 0.7)
    }

    /// Some programs fill the end of the data with zeros.
    @Test func fillBytesAreNoDamage() throws {
        let file = try ImageEncoder.jpeg(picture)
        let filled = file.dropLast(2) + [UInt8](repeating: 0, count: 40) + file.suffix(2)
        #expect(try decoder.decodePhoto(Array(filled)).source == PictureSource())
        #expect(try decoder.decode(Array(filled)) == decoder.decode(file))
    }

    @Test func aBrokenByteInAPNGIsTold() throws {
        var file = try ImageEncoder.png(picture)
        file[file.count * 3 / 4] ^= 0xFF
        let photo = try decoder.decodePhoto(file)
        let damage = try #require(photo.source.damage)
        #expect(!damage.endsEarly)
        #expect(damage.shown > 0.25)
        #expect(photo.image.pixels[..<480] == picture.pixels[..<480])
        #expect(throws: ImageError.self) { try decoder.decode(file) }
    }

    @Test func grayAndDeepPNGsAreCutAsWell() throws {
        let gray = PNGs(width: 64, height: 64, colorType: 0)
        let deep = PNGs(width: 64, height: 64, bitDepth: 16, colorType: 6)
        for (file, channels) in [(gray, 1), (deep, 8)] {
            let rows = (0..<64).map { row in
                (0..<64 * channels).map { UInt8(truncatingIfNeeded: $0 * 37 + row * $0 * 91) | 1 }
            }
            let bytes = file.file(rows: rows)
            let damage = try #require(try decoder.decodePhoto(Array(bytes[..<(bytes.count * 6 / 10)])).source.damage)
            #expect(damage.endsEarly)
            #expect(damage.shown < 1)
        }
    }

    @Test func theTextSaysHowMuchShows() {
        #expect(
            PictureSource.Damage(endsEarly: true, shown: 0.625).text
                == "the file ends early, and only 62% of the picture is visible; copy it again")
        #expect(
            PictureSource.Damage(endsEarly: false, shown: 1).text.hasPrefix("the file is damaged, and its picture may"))
        #expect(PictureSource(damage: .init(endsEarly: true, shown: 0.625)).fields.shown == 0.625)
    }

    @Test(.enabled(if: PhotoSets.has("reports/cutoff/no-end.jpg")))
    func theSharedFileShows() throws {
        let photo = try decoder.decodePhoto(PhotoSets.bytes("reports/cutoff/no-end.jpg"))
        #expect(photo.source.damage?.endsEarly == true)
        #expect(photo.image.width == 320)
        #expect((photo.source.damage?.shown ?? 0) > 0.9)
    }
}
