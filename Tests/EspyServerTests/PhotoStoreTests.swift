import Espy
import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

struct PhotoStoreTests {
    private let clock = WallClock()
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func store(photos: Int = 4, total: Int = 1 << 20, age: Int = 100) -> PhotoStore {
        PhotoStore(limits: PhotoLimits(photos: photos, total: total, age: age)) { [clock] in clock.time }
    }

    private func photo(_ id: String, bytes: Int = 10) throws -> Photo {
        var file = try AnonymousFile(in: folder.path)
        try file.append([UInt8](repeating: 1, count: bytes))
        return Photo(id: id, name: id, format: .jpeg, width: 1, height: 1, file: try file.finished())
    }

    private func kept(_ store: PhotoStore, _ ids: [String]) async -> [String] {
        var found: [String] = []
        for id in ids where (try? await store.photo(id)) != nil { found.append(id) }
        return found
    }

    @Test func theOldestGoes() async throws {
        let store = store(age: 1_000)
        for id in ["a", "b", "c", "d"] {
            await store.add(try photo(id))
            clock.advance(61)
            // Used all the time.
            if id != "a" { _ = try await store.photo("a") }
        }
        #expect(await kept(store, ["a", "d"]) == ["a", "d"])
        clock.advance(61)
        await store.add(try photo("e"))
        clock.advance(1)
        #expect(await store.load.photos <= 4)
        #expect(await kept(store, ["b"]).isEmpty)
    }

    @Test func manyAtOnceAllStayForAWhile() async throws {
        let store = store()
        let ids = (0..<16).map { "p\($0)" }
        for id in ids { await store.add(try photo(id)) }
        #expect(await kept(store, ids) == ids)
        // But only a limited number of them.
        await store.add(try photo("one more"))
        #expect(await store.load.photos == 16)
        #expect(await kept(store, ["p0", "one more"]) == ["one more"])
        clock.advance(60)
        await store.add(try photo("later"))
        #expect(await store.load.photos == 4)
    }

    @Test func bytesAreLimited() async throws {
        let store = store(total: 1_000)
        for id in ["a", "b", "c"] { await store.add(try photo(id, bytes: 400)) }
        #expect(await store.load == (2, 800))
        #expect(await kept(store, ["a"]).isEmpty)
    }

    @Test func viewsGoBeforePhotos() async throws {
        let store = store(total: 1_000)
        await store.add(try photo("a", bytes: 400))
        await store.keep(try photo("x", bytes: 300).file, as: .whole, of: "a")
        #expect(await store.load.bytes == 700)
        await store.keep(try photo("x", bytes: 400).file, as: .whole, of: "b")
        await store.add(try photo("b", bytes: 400))
        #expect(await store.view(.whole, of: "a") == nil)
        #expect(await kept(store, ["a", "b"]) == ["a", "b"])
    }

    @Test func unusedPhotosGo() async throws {
        let store = store()
        await store.add(try photo("a"))
        await store.add(try photo("b"))
        clock.advance(99)
        _ = try await store.photo("a")
        clock.advance(1)
        await #expect(throws: HTTPProblem.photoGone) { try await store.photo("b") }
        _ = try await store.photo("a")
    }

    @Test func entriesKnowTheirPhoto() async throws {
        let store = store()
        await store.add(try photo("a"))
        await store.link(entry: "e", to: "a")
        await store.link(entry: "f", to: "gone")
        #expect(await store.photo(ofEntry: "e")?.id == "a")
        #expect(await store.photo(ofEntry: "f") == nil)
        // Another photo was analyzed for the same entry.
        await store.add(try photo("b"))
        await store.link(entry: "e", to: "b")
        #expect(await store.photo(ofEntry: "e")?.id == "b")
        try await store.remove("b")
        #expect(await store.photo(ofEntry: "e") == nil)
    }

    @Test func fullDisk() throws {
        // A device that is always full takes the place of the disk.
        let descriptor = open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        var file = AnonymousFile(adopting: descriptor)
        #expect(throws: HTTPProblem.diskFull) { try file.append([1]) }
    }

    @Test func whoHoldsAPhotoCanReadItToTheEnd() async throws {
        let store = store()
        await store.add(try photo("a", bytes: 5))
        let held = try await store.photo("a")
        try await store.remove("a")
        #expect(try held.bytes() == [1, 1, 1, 1, 1])
    }
}
