// Fixtures: Tests/EspyCodecsTests/Fixtures Tests/EspyTestSupport/Pictures
// Libraries: heif
import EspyCodecs
import EspyPixels
import Foundation

/// Writes small valid files of every kind into the folder named by the argument.
@main struct ImageSeeds {
    static func main() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        for (name, bytes) in try jpegs() + pngs() + webps() + bitmaps() + heifs() + others() {
            try Data(bytes).write(to: folder.appendingPathComponent(name))
        }
    }

    static let picture = Pictures.quarters(width: 24, height: 16)
    static let exif = EXIFBlocks.tiff(orientation: 6)

    static func jpegs() throws -> [(String, [UInt8])] {
        let plain = try ImageEncoder.jpeg(picture, quality: 70)
        let turned = JPEGs.inserting([JPEGs.exif(exif)] + JPEGs.profile(Profiles.wide(), chunk: 300), into: plain)
        return [
            ("half.jpg", plain), ("turned.jpg", turned), ("full.jpg", try ImageEncoder.jpeg(picture, chroma: .full)),
            ("gray.jpg", try ImageEncoder.jpeg(picture.gray)), ("progressive.jpg", JPEGs.progressive(picture)),
            ("cmyk.jpg", JPEGs.cmyk(width: 16, height: 16, inverted: [200, 100, 50, 220])),
        ]
    }

    static func pngs() throws -> [(String, [UInt8])] {
        let plain = try ImageEncoder.png(picture)
        let turned = PNGs.inserting([PNGs.profileChunk(Profiles.wide()), ("eXIf", exif)], into: plain)
        let palette = PNGs(
            width: 4, height: 4, colorType: 3, extras: [("PLTE", [1, 2, 3, 4, 5, 6]), ("tRNS", [9])])
        return [
            ("rgb.png", plain), ("turned.png", turned), ("gray.png", try ImageEncoder.png(picture.gray)),
            ("palette.png", palette.file(pixel: [1])),
            ("deep.png", PNGs(width: 4, height: 4, bitDepth: 16).file(pixel: [1, 2, 3, 4, 5, 6])),
            ("alpha.png", PNGs(width: 4, height: 4, colorType: 6).file(pixel: [1, 2, 3, 4])),
            ("grayalpha.png", PNGs(width: 4, height: 4, colorType: 4).file(pixel: [1, 2])),
        ]
    }

    static func webps() throws -> [(String, [UInt8])] {
        let lossy = WebPs.lossy(picture)
        let full = WebPs.extended(lossy, width: 24, height: 16, profile: Profiles.wide(), exif: exif)
        return [
            ("lossy.webp", lossy), ("lossless.webp", WebPs.lossless(picture)), ("extended.webp", full),
            ("alpha.webp", WebPs.transparent(width: 8, height: 8, rgba: [9, 8, 7, 99])),
            ("animation.webp", WebPs.animation([lossy, lossy], width: 24, height: 16)),
        ]
    }

    static func bitmaps() throws -> [(String, [UInt8])] {
        let row = (0..<4).flatMap { _ -> [UInt8] in [10, 20, 30] }
        let palette = (0..<8).map { UInt8($0 * 30) }
        return [
            ("24.bmp", BMPs(width: 4, height: 2).file(rows: [row, row])),
            ("8.bmp", BMPs(width: 3, height: 1, bits: 8, palette: palette).file(rows: [[0, 1, 0]])),
            ("32.bmp", BMPs(width: 1, height: 1, bits: 32, isTopDown: true).file(rows: [[1, 2, 3, 4]])),
        ]
    }

    static func others() throws -> [(String, [UInt8])] {
        let preview = try ImageEncoder.jpeg(picture, quality: 70)
        let dng = TIFFs().file([
            (274, .shorts([6])), (50706, .bytes([1, 4, 0, 0])),
            (
                330,
                .directory([
                    (259, .shorts([7])), (262, .shorts([6])), (273, .blob(preview)), (279, .longs([preview.count])),
                ])
            ),
        ])
        let gif: [UInt8] =
            Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 9, 9, 9, 200, 0, 0] + [0x21, 0xF9, 4, 1, 0, 0, 1, 0]
            + [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0x40, 2, 2, 0x44, 0x0A, 0, 0x3B]
        return [
            ("a.tiff", TIFFs().picture(width: 3, height: 2) { x, y in [UInt8(x), UInt8(y), 9] }), ("a.dng", dng),
            ("a.gif", gif),
        ]
    }

    static func heifs() throws -> [(String, [UInt8])] {
        let variants = [
            ("plain.heic", HEIFs()), ("turned.heic", HEIFs(container: .rotate90, exif: exif)),
            ("profile.heic", HEIFs(profile: Profiles.wide())), ("plain.avif", HEIFs(isAVIF: true)),
        ]
        return variants.compactMap { name, kind in kind.file(picture).map { (name, $0) } }
    }
}
