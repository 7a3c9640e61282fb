import EspyCodecs
import EspyPixels
import EspyTestSupport
import Foundation
import Testing

/// Photos beside the repository, which are too many to be part of it. Without them, these tests are skipped.
private enum SharedPhotos {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["ESPY_SHARED"] {
            return URL(fileURLWithPath: path).appendingPathComponent("data")
        }
        let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return repository.deletingLastPathComponent().appendingPathComponent("shared/data")
    }()

    static let exist = FileManager.default.fileExists(atPath: folder.path)

    static func bytes(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: folder.appendingPathComponent(path)))
    }

    static func files(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path).sorted()
            .map { path + "/" + $0 }
    }
}

@Suite(.enabled(if: SharedPhotos.exist, "no shared/data beside the repository"))
struct SharedPhotoTests {
    let decoder = ImageDecoder()

    /// Nine photos of one scene, stored in every orientation (0 is an invalid value).
    @Test(arguments: ["Landscape", "Portrait"])
    func allOrientationsShowTheSameScene(_ name: String) throws {
        let reference = try scene("gallery/orientation/\(name)_1.jpg")
        for index in [0, 2, 3, 4, 5, 6, 7, 8] {
            let photo = try scene("gallery/orientation/\(name)_\(index).jpg")
            #expect(Pictures.distance(photo, reference) < 6, "\(name)_\(index)")
        }
    }

    private func scene(_ path: String) throws -> RGBImage {
        try decoder.decode(SharedPhotos.bytes(path)).fitted(longSide: 200)
    }

    /// One phone stored the rotation in the container and in EXIF; in the other's file, an editor left only EXIF.
    @Test(arguments: [("iphone_15_pro.heic", Orientation.identity), ("iphone_7.heic", .rotate90)])
    func phoneHEICsStandUpright(_ name: String, _ remaining: Orientation) throws {
        let bytes = try SharedPhotos.bytes("gallery/photoprism/" + name)
        #expect(try decoder.info(of: bytes).orientation == remaining)
        let photo = try decoder.decode(bytes)
        #expect(photo.width == 3024)
        #expect(photo.height == 4032)
        guard name == "iphone_7.heic" else { return }
        // A castle: bright sky above, dark timber below.
        let small = photo.fitted(longSide: 64).gray
        #expect(brightness(small, rows: 0..<16) > brightness(small, rows: 48..<64) + 20)
    }

    private func brightness(_ image: GrayImage, rows: Range<Int>) -> Int {
        let values = image.pixels[(rows.lowerBound * image.width)..<(rows.upperBound * image.width)]
        return values.reduce(0) { $0 + Int($1) } / values.count
    }

    @Test func scannerBitmapsDecode() throws {
        let files = try SharedPhotos.files("rack/rackscanner").filter { $0.hasSuffix(".bmp") }
        #expect(!files.isEmpty)
        for file in files {
            let photo = try decoder.decode(SharedPhotos.bytes(file))
            #expect(photo.width == 300)
            #expect(photo.height == 300)
            #expect(Set(photo.pixels).count > 50)
        }
    }

    /// Every real file decodes at its announced size, or is reported as an unsupported format.
    @Test(arguments: ["gallery/exif", "gallery/skimage", "gallery/photoprism", "gallery/immich"])
    func realFilesDecode(_ folder: String) throws {
        let small = ImageDecoder(options: DecodingOptions(minimumLongSide: 64))
        for file in try SharedPhotos.files(folder) where !file.hasSuffix(".json") {
            let bytes = try SharedPhotos.bytes(file)
            do throws(ImageError) {
                let info = try decoder.info(of: bytes)
                let photo = try small.decode(bytes)
                let shape = Double(photo.width * info.height) / Double(photo.height * info.width)
                #expect(shape.isNear(1, within: 0.15), "\(file)")
                #expect(max(photo.width, photo.height) >= min(64, max(info.width, info.height)))
            } catch {
                guard case .unsupportedFormat = error else {
                    Issue.record("\(file): \(error)")
                    continue
                }
            }
        }
    }
}
