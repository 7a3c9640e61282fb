import Espy
import EspyHTTP
import EspyServer
import EspySystem
import Foundation
import Testing

/// The trash by way of the server.
struct GalleryTrashTests {
    private let folder: String
    private let root = "/api/v1/gallery"

    init() throws {
        folder = try #require(Path.canonical(NSTemporaryDirectory())) + "/espy-trash-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: "\(folder)/sub", withIntermediateDirectories: true)
        for name in ["a.jpg", "sub/b.jpg"] {
            try Data(Pictures.jpeg(width: 40)).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
    }

    private struct Answer: Decodable {
        struct Refused: Decodable, Equatable {
            let path: String
            let reason: String
        }
        let moved: [Trash.Item]
        let refused: [Refused]
    }

    @Test func copiesGoToTheTrashAndComeBack() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gallery = try await TestGallery.indexed(folder)
        let client = try Bench(gallery: gallery.service).client
        let copies = ["\(folder)/sub/b.jpg", "\(folder)/none.jpg"]
        let answer = await client.post("\(root)/trash", json: ["keep": "\(folder)/a.jpg", "files": copies])
        #expect(answer.status == 200)
        let told = try JSONDecoder().decode(Answer.self, from: Data(answer.bytes))
        #expect(told.moved.map(\.path) == ["\(folder)/sub/b.jpg"])
        #expect(told.refused == [Answer.Refused(path: "\(folder)/none.jpg", reason: "noCopy")])
        #expect(!Files.exists("\(folder)/sub/b.jpg"))
        let item = ["path": told.moved[0].path, "name": told.moved[0].name]
        let back = await client.post("\(root)/trash/restore", json: ["files": [item]])
        #expect(back.status == 200)
        #expect(Files.exists("\(folder)/sub/b.jpg"))
    }

    @Test func photosGoWithAllTheirFiles() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gallery = try await TestGallery.indexed(folder)
        let client = try Bench(gallery: gallery.service).client
        let photos = try await client.get("\(root)/photos").list("photos").compactMap { $0["id"] as? Int }
        let answer = await client.post("\(root)/trash", json: ["photos": photos])
        let told = try JSONDecoder().decode(Answer.self, from: Data(answer.bytes))
        #expect(told.moved.map(\.path) == ["\(folder)/a.jpg", "\(folder)/sub/b.jpg"])
        #expect(!Files.exists("\(folder)/a.jpg"))
        #expect(!Files.exists("\(folder)/sub/b.jpg"))
        #expect(try await client.get("\(root)/photos").list("photos").isEmpty)
    }

    @Test func badRequestsMoveNothing() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let client = try Bench(gallery: try await TestGallery.indexed(folder).service).client
        for body: [String: Any] in [
            [:], ["keep": "\(folder)/a.jpg"], ["keep": 1, "files": ["\(folder)/sub/b.jpg"]], ["photos": "1"],
        ] {
            #expect(await client.post("\(root)/trash", json: body).status == 400, "\(body)")
        }
        let none: [String: Any] = ["keep": "\(folder)/a.jpg", "files": [String]()]
        #expect(await client.post("\(root)/trash", json: none).status == 422)
        #expect(await client.post("\(root)/trash", json: ["photos": [Int]()]).status == 422)
        #expect(await client.post("\(root)/trash/restore", json: ["files": [String]()]).status == 422)
        #expect(Files.exists("\(folder)/sub/b.jpg"))
    }
}
