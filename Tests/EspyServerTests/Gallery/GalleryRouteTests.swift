import EspyHTTP
import EspyServer
import Foundation
import Testing

/// The answers of the gallery's routes.
struct GalleryRouteTests {
    private let gallery: TestGallery

    init() throws { gallery = try TestGallery.photos(25) }

    private var root: String { "/api/v1/gallery" }

    private func phone(_ bench: Bench) -> Client { Client(core: bench.client.core, caller: .device("phone")) }

    @Test func withoutLibraryNothingIsThere() async throws {
        let bench = try Bench()
        let client = bench.client
        let answer = await client.get(root)
        #expect(answer.status == 200)
        #expect(try answer.list("folders").isEmpty)
        #expect(try answer.object()["canAdd"] as? Bool == true)
        #expect(try await client.get("\(root)/photos").object()["total"] as? Int == 0)
        for list in ["timeline:months", "facets:facets", "albums:albums", "duplicates:groups", "problems:problems"] {
            let words = list.split(separator: ":").map(String.init)
            #expect(try await client.get("\(root)/\(words[0])").list(words[1]).isEmpty)
        }
        #expect(await client.get("\(root)/photos/1").problem == "not-found")
        #expect(await client.get("\(root)/photos/1/thumbnail.jpg").problem == "not-found")
        #expect(await client.post("\(root)/albums", json: ["name": "a", "query": "b"]).problem == "no-library")
        #expect(await client.post("\(root)/indexing", json: ["paused": true]).problem == "no-library")
        for await _ in await client.get("\(root)/events").events { Issue.record("an event of nothing") }
        // The first folder creates a library.
        #expect(await client.post("\(root)/folders", json: ["path": bench.folder]).status == 201)
        #expect(try await client.get(root).list("folders").count == 1)
    }

    @Test func samplesAreForLibrariesWithoutFolders() async throws {
        let bench = try Bench()
        let client = bench.client
        #expect(try await client.get(root).object()["canTrySamples"] as? Bool == true)
        #expect(try await phone(bench).get(root).object()["canTrySamples"] as? Bool == false)
        let samples = await client.post("\(root)/samples", json: [String]())
        #expect(samples.status == 201)
        #expect(try samples.object()["isSample"] as? Bool == true)
        #expect(try await client.get(root).object()["canTrySamples"] as? Bool == false)
        #expect(await client.post("\(root)/samples", json: [String]()).problem == "no-samples")
        // They leave when own photos come.
        #expect(await client.post("\(root)/folders", json: ["path": bench.folder]).status == 201)
        #expect(try await client.get(root).list("folders").map { $0["isSample"] as? Bool } == [false])
    }

    /// An update may put the program elsewhere; what it left behind is not the user's.
    @Test func samplesOfAnEarlierInstallationAreSamples() async throws {
        let bench = try Bench()
        let (client, old) = (bench.client, bench.folder + "/old/web")
        let samples = old + "/samples/gallery"
        try FileManager.default.createDirectory(atPath: samples, withIntermediateDirectories: true)
        #expect(await client.post("\(root)/folders", json: ["path": samples]).status == 201)
        // Without the pages of a program above it, it is a folder like others.
        let isSample = { try await client.get(root).list("folders").map { $0["isSample"] as? Bool } }
        #expect(try await isSample() == [false])
        try Data().write(to: URL(fileURLWithPath: old + "/manifest.webmanifest"))
        #expect(try await isSample() == [true])
        try FileManager.default.createDirectory(atPath: bench.folder + "/own", withIntermediateDirectories: true)
        #expect(await client.post("\(root)/folders", json: ["path": bench.folder + "/own"]).status == 201)
        #expect(try await isSample() == [false])
        #expect(try await client.get(root).list("folders").count == 1)
    }

    @Test func photosComePartByPart() async throws {
        let client = try Bench(gallery: gallery.service).client
        let first = await client.get("\(root)/photos?limit=10")
        #expect(try first.list("photos").map { $0["id"] as? Int } == (16...25).reversed().map { $0 })
        #expect(try first.object()["total"] as? Int == 25)
        let last = await client.get("\(root)/photos?offset=20&limit=10")
        #expect(try last.list("photos").map { $0["id"] as? Int } == [5, 4, 3, 2, 1])
        #expect(try await client.get("\(root)/photos?offset=99").list("photos").isEmpty)
        let dogs = try await client.get("\(root)/photos?q=dog").list("photos")
        #expect(dogs.count == 12)
        #expect(dogs.allSatisfy { $0["why"] as? [String] == ["dog 90 %"] })
        #expect(dogs.first?["name"] as? String == "24.jpg")
        #expect(dogs.first?["placeholder"] as? String == "AQIDGA==")
    }

    @Test(arguments: ["limit=0", "limit=501", "limit=x", "offset=-1", "offset=99999999999999999999", "at=5&q=dog"])
    func oddNumbersAreRefused(query: String) async throws {
        let client = try Bench(gallery: gallery.service).client
        let route = query.hasPrefix("at") ? "suggestions" : "photos"
        #expect(await client.get("\(root)/\(route)?\(query)").problem == "bad-request")
    }

    @Test func queriesThatMakeNoSenseSayWhy() async throws {
        let client = try Bench(gallery: gallery.service).client
        let answer = await client.get("\(root)/photos?q=(dog")
        #expect(try answer.text("detail").contains("this parenthesis is never closed"))
        let long = String(repeating: "a", count: 1_001)
        #expect(await client.get("\(root)/photos?q=\(long)").problem == "bad-request")
    }

    @Test func suggestionsBelongToTheCursor() async throws {
        let client = try Bench(gallery: gallery.service).client
        let found = try await client.get("\(root)/suggestions?q=dx&at=1").list("suggestions")
        #expect(found.first?["query"] as? String == "tag:dog ")
    }

    @Test func phonesSeeNoPaths() async throws {
        let bench = try Bench(gallery: gallery.service)
        let local = try await bench.client.get(root).list("folders")
        #expect(local.first?["path"] as? String == "/home/me/Pictures")
        let remote = await phone(bench).get(root)
        #expect(try remote.list("folders").first?["path"] as? String == "Pictures")
        #expect(try remote.object()["canAdd"] as? Bool == false)
        for route in ["", "/photos", "/photos/3", "/duplicates", "/problems", "/albums"] {
            #expect(await !phone(bench).get(root + route).string.contains("/home"), "\(route)")
        }
        #expect(await bench.client.get("\(root)/photos/3").string.contains("/home/me/Pictures/3.jpg"))
    }

    @Test func foldersAreChosenAtTheMachineItself() async throws {
        let bench = try Bench(gallery: gallery.service)
        let choices = "\(root)/folder-choices"
        let folder = gallery.folder + "/Pictures"
        let inner = folder + "/Summer"
        for path in [inner, folder + "/.hidden"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        for name in ["a.jpg", "b.txt"] { try Data([1]).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        let found = await bench.client.get("\(choices)?path=\(folder)")
        #expect(try found.list("folders").map { $0["name"] as? String } == ["Summer"])
        #expect(try found.list("folders").first?["path"] as? String == found.text("path") + "/Summer")
        #expect(try found.object()["photos"] as? Int == 1)
        #expect(try found.object()["isCut"] as? Bool == false)
        let empty = await bench.client.get("\(choices)?path=\(inner)")
        #expect(try empty.list("folders").isEmpty)
        #expect(try empty.text("parent") == found.text("path"))
        #expect(try await bench.client.get("\(choices)?path=/").object()["parent"] == nil)
        #expect(await bench.client.get(choices).status == 200)
        for path in ["Pictures", gallery.folder + "/a.jpg", gallery.folder + "/none"] {
            #expect(await bench.client.get("\(choices)?path=\(path)").problem == "unprocessable", "\(path)")
        }
        #expect(await phone(bench).get("\(choices)?path=/").problem == "local-only")
    }

    @Test func onlyTheMachineItselfAddsFoldersAndExports() async throws {
        let bench = try Bench(gallery: gallery.service)
        let phone = phone(bench)
        #expect(await phone.post("\(root)/folders", json: ["path": "/tmp"]).problem == "local-only")
        #expect(await phone.delete("\(root)/folders/1").problem == "local-only")
        #expect(await phone.get("\(root)/export").problem == "local-only")
        #expect(await phone.post("\(root)/export", json: ["photos": [1]]).problem == "local-only")
        #expect(await phone.post("\(root)/trash", json: ["keep": "/a", "files": ["/b"]]).problem == "local-only")
        #expect(await phone.post("\(root)/trash", json: ["photos": [1]]).problem == "local-only")
        #expect(await phone.post("\(root)/samples", json: [String]()).problem == "local-only")
        #expect(await bench.client.post("\(root)/samples", json: [String]()).problem == "no-samples")
        #expect(
            await phone.post("\(root)/trash/restore", json: ["files": [["path": "/b", "name": "b"]]]).problem
                == "local-only")
        #expect(try await gallery.folders().count == 1)
        let added = await bench.client.post("\(root)/folders", json: ["path": gallery.folder])
        #expect(added.status == 201)
        #expect(await bench.client.post("\(root)/folders", json: ["path": "tmp"]).problem == "unprocessable")
        #expect(await bench.client.post("\(root)/folders", json: ["path": "/t\u{0}mp"]).problem == "unprocessable")
        #expect(await bench.client.delete("\(root)/folders/1").status == 204)
        #expect(try await gallery.folders() == [try added.text("path")])
    }

    @Test func indexerWaitsAndGoesOnAsIsAsked() async throws {
        let indexer = try await TestIndexer()
        let client = try Bench(gallery: indexer.service).client
        // The battery is low. Each wish is sent in turn, once the one before has taken effect.
        var wishes: [(after: String, wish: [String: Bool])] = [
            ("battery", ["paused": true]), ("user", ["paused": false]), ("battery", ["paused": false, "now": true]),
        ]
        var phases: Set<String> = []
        for await event in await client.get("\(root)/events").events where event.name == "progress" {
            let step = try JSONSerialization.jsonObject(with: Data(event.data.utf8)) as? [String: Any] ?? [:]
            phases.insert(step["phase"] as? String ?? "")
            if step["phase"] as? String == "idle" { break }
            guard let next = wishes.first, step["pausedBecause"] as? String == next.after else { continue }
            wishes.removeFirst()
            #expect(try await client.get(root).object("indexing")["pausedBecause"] as? String == next.after)
            #expect(await client.post("\(root)/indexing", json: next.wish).status == 204)
        }
        #expect(wishes.isEmpty)
        #expect(phases.isSuperset(of: ["reading", "idle"]))
        #expect(try await client.get("\(root)/photos").object()["total"] as? Int == 2)
        #expect(await client.post("\(root)/indexing", json: ["paused": true, "now": true]).problem == "unprocessable")
        #expect(await client.post("\(root)/indexing", json: ["paused": 1]).problem == "bad-request")
        await indexer.stop()
    }

    @Test func linesAreExported() async throws {
        // The bench owns the folder that collects the lines.
        let bench = try Bench(gallery: try TestGallery.photos(3_000, areDescribed: false).service)
        defer { withExtendedLifetime(bench) {} }
        let client = bench.client
        let all = await client.get("\(root)/export")
        #expect(all.header("Content-Disposition")?.contains("gallery_stamp") == true)
        let photos = all.string.split(separator: "\n").filter { $0.contains("\"/home/me/Pictures/") }
        #expect(photos.count == 3_000)
        #expect(all.string.hasSuffix("}\n"))
        let some = await client.post("\(root)/export", json: ["photos": [2, 5]]).string.split(separator: "\n")
        try #require(some.count == 2)
        #expect(some[0].contains("Pictures/2.jpg"))
        #expect(some[1].contains("Pictures/5.jpg"))
        #expect(await client.post("\(root)/export", json: ["photos": []]).problem == "unprocessable")
    }

    @Test func placesAreGatheredWhereThereAreMany() async throws {
        let few = try await Bench(gallery: gallery.service).client.get("\(root)/places")
        #expect(try few.list("points").count == 25)
        let crowd = try TestGallery.photos(20_000, areDescribed: false).service
        let many = try await Bench(gallery: crowd).client.get("\(root)/places")
        let points = try many.list("points")
        #expect((500...5_000).contains(points.count))
        #expect(points.reduce(0) { $0 + ($1["count"] as? Int ?? 0) } == 20_000)
        #expect(try many.object()["total"] as? Int == 20_000)
    }
}
