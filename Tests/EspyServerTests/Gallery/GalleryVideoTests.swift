import Espy
import EspyHTTP
import EspyServer
import EspyTestSupport
import Foundation
import Testing

/// Videos of the library are played in parts.
struct GalleryVideoTests {
    private let folder: String
    private let root = "/api/v1/gallery"

    init() throws {
        folder = NSTemporaryDirectory() + "espy-gallery-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(VideoSample.mp4()).write(to: URL(fileURLWithPath: "\(folder)/film.mp4"))
        try Data(Pictures.jpeg(width: 40)).write(to: URL(fileURLWithPath: "\(folder)/photo.jpg"))
    }

    @Test func videosArePlayedInParts() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let client = try Bench(gallery: try await TestGallery.indexed(folder).service).client
        let page = try await client.get("\(root)/photos").object()
        #expect(page["videos"] as? Int == 1)
        let photos = try #require(page["photos"] as? [[String: Any]])
        let video = try #require(photos.first { $0["duration"] != nil })
        #expect(video["duration"] as? Double == 65)
        let id = try #require(video["id"] as? Int)
        let whole = await client.get("\(root)/photos/\(id)/video")
        #expect(whole.status == 200)
        #expect(whole.header("Content-Type") == "video/mp4")
        #expect(whole.header("Content-Disposition") == nil)
        #expect(whole.bytes == VideoSample.mp4())
        let part = await client.get("\(root)/photos/\(id)/video", headers: ["Range": "bytes=8-11"])
        #expect(part.status == 206)
        #expect(part.bytes == Array(VideoSample.mp4()[8..<12]))
        #expect(part.header("Content-Range") == "bytes 8-11/\(VideoSample.mp4().count)")
        let view = await client.get("\(root)/photos/\(id)/view.jpg")
        #expect(view.header("Content-Type") == "image/jpeg")
        let photo = try #require(photos.first { $0["duration"] == nil }?["id"] as? Int)
        #expect(await client.get("\(root)/photos/\(photo)/video").status == 404)
    }
}
