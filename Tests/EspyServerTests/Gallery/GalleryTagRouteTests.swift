import EspyHTTP
import EspyServer
import Foundation
import Testing

/// Tags and albums that a user changes and changes back.
struct GalleryTagRouteTests {
    private let gallery: TestGallery
    private let bench: Bench
    private let root = "/api/v1/gallery"

    init() throws {
        gallery = try TestGallery.photos(9)
        bench = try Bench(gallery: gallery.service)
    }

    private func tags(_ photo: Int) async throws -> (right: [String], wrong: [String]) {
        let details = await bench.client.get("\(root)/photos/\(photo)")
        let wrong = try details.object()["removed"] as? [String] ?? []
        return (try details.list("tags").compactMap { $0["name"] as? String }, wrong)
    }

    @Test func tagIsAddedAndTakenAway() async throws {
        let tag = "\(root)/photos/3/tags/"
        #expect(await bench.client.ask(.put, tag + "Golden%20%20Retriever").status == 204)
        #expect(try await tags(3).right == ["golden retriever"])
        #expect(await bench.client.delete(tag + "golden%20retriever").status == 204)
        #expect(try await tags(3).wrong == ["golden retriever"])
    }

    @Test(arguments: ["a%22b", "a:b", "%20", "a%0Ab", "(", String(repeating: "a", count: 61)])
    func oddTagsAreRefused(name: String) async throws {
        #expect(await bench.client.ask(.put, "\(root)/photos/3/tags/\(name)").problem == "unprocessable")
    }

    @Test func severalPhotosAtOnce() async throws {
        let change: [String: Any] = ["photos": [1, 2], "add": ["cat"], "remove": ["dog"]]
        let answer = await bench.client.post("\(root)/tags", json: change)
        #expect(answer.status == 200)
        let after = try await tags(1)
        #expect(after.right == ["cat"])
        #expect(after.wrong == ["dog"])
        let unknown = await bench.client.post("\(root)/tags", json: ["photos": [1, 77], "add": ["x"]])
        #expect(unknown.problem == "not-found")
        // One invalid name, and nothing is done.
        let odd = await bench.client.post("\(root)/tags", json: ["photos": [1], "add": ["bird", "a:b"]])
        #expect(odd.problem == "unprocessable")
        #expect(try await tags(1).right == ["cat"])
        for none in [["photos": [], "add": ["x"]], ["photos": [1]]] as [[String: Any]] {
            #expect(await bench.client.post("\(root)/tags", json: none).problem == "unprocessable")
        }
    }

    @Test func changeTellsWhatUndoesIt() async throws {
        #expect(await bench.client.ask(.put, "\(root)/photos/3/tags/dog").status == 204)
        let change: [String: Any] = ["photos": [3], "add": ["cat"], "remove": ["dog"]]
        let undo = try await bench.client.post("\(root)/tags", json: change).list("undo")
        #expect(undo.count == 2)
        #expect(undo.first?["add"] as? [String] == ["dog"])
        #expect(undo.last?["takeBack"] as? [String] == ["cat"])
        for step in undo { #expect(await bench.client.post("\(root)/tags", json: step).status == 200) }
        let after = try await tags(3)
        #expect(after.right == ["dog"])
        #expect(after.wrong.isEmpty)
        let odd = await bench.client.post("\(root)/tags", json: ["photos": [1], "takeBack": ["a:b"]])
        #expect(odd.problem == "unprocessable")
    }

    @Test func albumIsSavedRenamedAndTakenAway() async throws {
        let made = await bench.client.post("\(root)/albums", json: ["name": "Dogs", "query": "tag:dog"])
        let id = try made.text("id")
        #expect(made.status == 201)
        #expect(made.header("Location") == "\(root)/albums/\(id)")
        let changed = await bench.client.patch("\(root)/albums/\(id)", json: ["name": "All dogs"])
        #expect(try changed.text("name") == "All dogs")
        #expect(try changed.text("query") == "tag:dog")
        #expect(await bench.client.patch("\(root)/albums/none", json: ["name": "x"]).problem == "not-found")
        for odd in [["name": "x"], ["name": "", "query": "x"], ["name": "x", "query": " "]] {
            #expect(await bench.client.post("\(root)/albums", json: odd).status >= 400)
        }
        #expect(await bench.client.delete("\(root)/albums/\(id)").status == 204)
        let left = try await bench.client.get("\(root)/albums").list("albums")
        #expect(!left.contains { $0["group"] as? String == "own" })
    }
}
