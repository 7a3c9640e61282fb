import Espy
import EspyCodecs
import EspyHTTP
import EspyServer
import Foundation
import Testing

/// Only photos of the library are read, and no files elsewhere.
struct GalleryFileTests {
    private let folder: String
    private let root = "/api/v1/gallery/photos"

    init() throws {
        folder = NSTemporaryDirectory() + "espy-gallery-\(UUID().uuidString)"
        for name in ["in/sub", "out"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        try write("in/sub/photo.png", try Pictures.png(width: 300, height: 200))
        try write("out/secret.png", try Pictures.png())
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/\(name)", withDestinationPath: "\(folder)/\(target)")
    }

    /// A server with one photo, whose path in the index is `path`.
    private func client(_ path: String, below added: String = "in") throws -> Client {
        let gallery = try TestGallery.photo(at: "\(folder)/\(path)", below: "\(folder)/\(added)")
        return try Bench(gallery: gallery.service).client
    }

    @Test func photoIsShownAndSaved() async throws {
        let client = try client("in/sub/photo.png")
        let view = await client.get("\(root)/1/view.jpg?side=100")
        let info = try ImageDecoder().info(of: view.bytes)
        #expect(info.format == .jpeg)
        #expect(info.width == 100)
        #expect(info.height == 67)
        #expect(await client.get("\(root)/1/view.jpg?side=100").bytes == view.bytes)
        let tag = try #require(view.header("ETag"))
        let again = await client.get("\(root)/1/view.jpg?side=100", headers: ["If-None-Match": tag])
        #expect(again.status == 304)
        let original = await client.get("\(root)/1/original")
        #expect(original.bytes == (try Pictures.png(width: 300, height: 200)))
        #expect(original.header("Content-Type") == "application/octet-stream")
        #expect(
            original.header("Content-Disposition") == "attachment; filename=\"photo.png\"; filename*=UTF-8''photo.png")
        #expect(await client.get("\(root)/1/view.jpg?side=9").problem == "bad-request")
    }

    @Test func thumbnailsStayUnderTheirAddress() async throws {
        let client = try Bench(gallery: try await TestGallery.indexed("\(folder)/in").service).client
        let fixed = await client.get("\(root)/1/thumbnail.jpg?v=abc")
        #expect(fixed.header("Cache-Control") == "private, max-age=31536000, immutable")
        #expect(fixed.header("Content-Type") == "image/jpeg")
        #expect(await client.get("\(root)/1/thumbnail.jpg").header("Cache-Control") == "private, no-cache")
    }

    /// Only files below the folder are read, no matter what the index says.
    @Test(arguments: [
        "in/../out/secret.png", "out/secret.png", "in/sub/../../out/secret.png", "in", "in/", "in/sub", "inside/a.png",
        "in/none.png",
    ])
    func nothingElseIsRead(path: String) async throws {
        let client = try client(path)
        for picture in ["view.jpg", "original"] {
            #expect(await client.get("\(root)/1/\(picture)").problem == "file-gone", "\(path)")
        }
    }

    @Test func linksLeadNowhere() async throws {
        try link("in/link.png", to: "out/secret.png")
        try link("in/away", to: "out")
        for path in ["in/link.png", "in/away/secret.png"] {
            #expect(await (try client(path)).get("\(root)/1/original").problem == "file-gone", "\(path)")
        }
        // Adding a link to a folder means adding that folder.
        try link("added", to: "in")
        let client = try client("added/sub/photo.png", below: "added")
        #expect(await client.get("\(root)/1/original").status == 200)
    }

    @Test func deviceFilesAreNoPhotos() async throws {
        #expect(mkfifo("\(folder)/in/pipe.png", 0o600) == 0)
        #expect(await (try client("in/pipe.png")).get("\(root)/1/original").problem == "file-gone")
    }

    @Test func goneFolderIsAnAnswer() async throws {
        let client = try client("in/sub/photo.png")
        try FileManager.default.removeItem(atPath: "\(folder)/in")
        #expect(await client.get("\(root)/1/view.jpg").problem == "file-gone")
    }

    @Test(arguments: ["0", "-1", "2", "x", "1.5", "99999999999999999999", "..", "1%2F..%2F2"])
    func unknownPhotosAreNotFound(id: String) async throws {
        let client = try client("in/sub/photo.png")
        for picture in ["", "/view.jpg", "/thumbnail.jpg", "/original"] {
            #expect(await client.get("\(root)/\(id)\(picture)").status == 404, "\(id)")
        }
    }

    @Test func damagedPhotosAreAnAnswer() async throws {
        try write("in/bomb.png", Pictures.bomb)
        #expect(await (try client("in/bomb.png")).get("\(root)/1/view.jpg").problem == "too-many-pixels")
        try write("in/text.png", Array("no picture".utf8))
        #expect(await (try client("in/text.png")).get("\(root)/1/view.jpg").problem == "not-an-image")
    }
}
