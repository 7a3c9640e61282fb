import EspyHTTP
import EspyServer
import Foundation
import Testing

/// Ratings, and tags taught by examples.
struct GalleryTeachingRouteTests {
    private let gallery: TestGallery
    private let bench: Bench
    private let root = "/api/v1/gallery"

    init() throws {
        gallery = try TestGallery.photos(9)
        bench = try Bench(gallery: gallery.service)
    }

    private func rating(_ photo: Int) async throws -> Int? {
        try await bench.client.get("\(root)/photos/\(photo)").object("photo")["rating"] as? Int
    }

    @Test func photosAreRatedAndThatIsUndone() async throws {
        #expect(await bench.client.post("\(root)/ratings", json: ["photos": [2], "rating": 5]).status == 200)
        let undo = try await bench.client.post("\(root)/ratings", json: ["photos": [1, 2], "rating": 3]).list("undo")
        #expect(try await rating(1) == 3)
        #expect(undo.count == 2)
        #expect(undo.first?["rating"] is NSNull)
        #expect(undo.last?["rating"] as? Int == 5)
        for step in undo { #expect(await bench.client.post("\(root)/ratings", json: step).status == 200) }
        #expect(try await rating(1) == nil)
        #expect(try await rating(2) == 5)
        #expect(
            try await bench.client.get("\(root)/photos?limit=9").list("photos").contains { $0["rating"] as? Int == 5 })
    }

    @Test func oddRatingsAreRefused() async throws {
        for rating in [-1, 6] {
            let answer = await bench.client.post("\(root)/ratings", json: ["photos": [1], "rating": rating])
            #expect(answer.problem == "unprocessable")
        }
        for odd in [["photos": [1]], ["rating": 3], ["photos": [1], "rating": "x"]] as [[String: Any]] {
            #expect(await bench.client.post("\(root)/ratings", json: odd).problem == "bad-request")
        }
        #expect(await bench.client.post("\(root)/ratings", json: ["photos": [77], "rating": 3]).problem == "not-found")
        #expect(
            await bench.client.post("\(root)/ratings", json: ["photos": [], "rating": 3]).problem == "unprocessable")
    }

    private func lesson(_ tag: String, _ photos: [Int]) async throws -> Reply {
        try await bench.finish(try await bench.start("\(root)/taught", ["tag": tag, "photos": photos]))
    }

    @Test func tagIsTaughtListedAndForgotten() async throws {
        let ended = try await lesson("My  Boat", [1, 2, 3, 4, 5])
        #expect(try ended.text("kind") == "teach")
        #expect(try ended.text("state") == "done")
        #expect(try ended.object("result")["precision"] as? Double ?? 0 > 0.5)
        let tags = try await bench.client.get("\(root)/taught").list("tags")
        #expect(tags.map { $0["name"] as? String } == ["my boat"])
        #expect(await bench.client.delete("\(root)/taught/my%20boat").status == 204)
        #expect(await bench.client.delete("\(root)/taught/my%20boat").problem == "not-found")
        #expect(try await bench.client.get("\(root)/taught").list("tags").isEmpty)
    }

    @Test func tooLittleToLearnFromIsSaid() async throws {
        let ended = try await lesson("boat", [1, 2])
        #expect(try ended.text("state") == "failed")
        let detail = try ended.object("problem")["detail"] as? String
        #expect(detail == "5 examples are needed, and 2 can be used")
        for odd in [["tag": "a:b", "photos": [1]], ["tag": "boat", "photos": []]] as [[String: Any]] {
            #expect(await bench.client.post("\(root)/taught", json: odd).problem == "unprocessable")
        }
        let many = ["tag": "boat", "photos": Array(1...2_001)] as [String: Any]
        #expect(await bench.client.post("\(root)/taught", json: many).problem == "unprocessable")
    }

    @Test func phonesSeeNoPathsInTroubles() async throws {
        let indexer = try await TestIndexer()
        let client = try Bench(gallery: indexer.service).client
        let phone = Client(core: client.core, caller: .device("phone"))
        for await event in await client.get("\(root)/events").events where event.data.contains("trouble") { break }
        #expect(await client.get(root).string.contains("/home/me/models is not there"))
        let told = await phone.get(root).string
        #expect(told.contains("cannot be used"))
        #expect(!told.contains("/home/me"))
        await indexer.stop()
    }
}
