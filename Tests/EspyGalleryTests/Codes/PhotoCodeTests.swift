import Espy
import EspyCodecs
import EspyPixels
import EspySamples
import EspyTestSupport
import Foundation
import Testing

struct PhotoCodeTests {
    @Test func codesAreCleanAndShort() throws {
        let code = try #require(
            PhotoCode(symbology: .qr, value: "pay\u{202E}moc\u{7}\nhere" + String(repeating: "x", count: 9_000)))
        #expect(code.value.hasPrefix("paymoc\nherexx"))
        #expect(code.value.count == PhotoCode.longest)
        #expect(PhotoCode(symbology: .qr, value: " \n ") == nil)
        #expect(PhotoCode(symbology: .qr, value: "\u{200B}") == nil)
    }

    private static func codes(on image: RGBImage) throws -> [PhotoCode] {
        try PhotoAnalyzer().analyze(image, metadata: PhotoMetadata()).codes
    }

    @Test(arguments: [1, 2, 15, 16, 17])
    func tinyPicturesHaveNone(side: Int) throws {
        let image = RGBImage(width: side, height: 3 * side, red: 200, green: 200, blue: 200)
        #expect(try Self.codes(on: image).isEmpty)
    }

    @Test(arguments: [2, 3], [Orientation.identity, .rotate90, .rotate180, .rotate270])
    func codesAreFoundOnPhotos(module: Int, turn: Orientation) throws {
        func found(_ code: GrayImage) throws -> [PhotoCode] {
            try Self.codes(on: PrintedCodes.photo(code.oriented(turn), width: 640, height: 600))
        }
        let qr = PrintedCodes.image(PrintedCodes.qr, module: module)
        #expect(try found(qr) == [PhotoCode(symbology: .qr, value: "https://example.org/guest?table=7")])
        let bars = PrintedCodes.image(PrintedCodes.code128, module: module, rows: 30)
        #expect(try found(bars) == [PhotoCode(symbology: .code128, value: "CJ1PM02")])
        let goods = PrintedCodes.image(PrintedCodes.ean13, module: module, rows: 40)
        #expect(try found(goods) == [PhotoCode(symbology: .ean13, value: "9780140449136")])
    }

    @Test func codesAreTaggedKeptFoundAndExported() async throws {
        let folder = try LibraryFolder()
        let menu = PrintedCodes.photo(PrintedCodes.image(PrintedCodes.qr, module: 4), width: 400, height: 300)
        try folder.write("menu.png", ImageEncoder.png(menu))
        try folder.add("plain.jpg", seed: 3)
        let gallery = try folder.gallery()
        try await gallery.addFolder(folder.photos, at: 0)
        try await gallery.index(try PhotoAnalyzer())
        for query in ["tag:\"qr code\"", "guest", "code:example.org", "has:code", "\"example.org\""] {
            #expect(try await gallery.names(query) == ["menu"], "\(query)")
        }
        #expect(try await gallery.names("-has:code") == ["plain"])
        let hit = try #require(try await gallery.search("guest", now: 0).hits.first)
        #expect(hit.why == ["code"])
        let details = try #require(try await gallery.details(of: hit.photo.id))
        #expect(details.codes == [PhotoCode(symbology: .qr, value: "https://example.org/guest?table=7")])
        #expect(try await gallery.exported([hit.photo.id]).first?.contains("example.org") == true)
    }

    /// Photos in ../shared contain no codes unless one was photographed, so a misreading would show here.
    @Test(.enabled(if: PhotoSets.has("gallery/grocery")), arguments: ["grocery", "clothing", "photoprism", "skimage"])
    func photosWithoutCodesHaveNone(set: String) throws {
        let root = PhotoSets.folder.appendingPathComponent("gallery/\(set)")
        let names = try #require(FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String])
        for name in names.sorted() where name.hasSuffix(".jpg") || name.hasSuffix(".png") {
            guard let photo = try? PhotoSets.photo("gallery/\(set)/\(name)") else { continue }
            #expect(try Self.codes(on: photo).isEmpty, "\(name)")
        }
    }
}
