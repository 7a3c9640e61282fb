import Espy
import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

struct PhotoShelfTests {
    private let clock = WallClock()
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func shelf(photos: Int = 4, total: Int = 1 << 20, age: Int = 100) -> PhotoShelf {
        PhotoShelf(limits: PhotoLimits(photos: photos, total: total, age: age)) { [clock] in clock.time }
    }

    private func photo(_ id: String, bytes: Int = 10) throws -> Photo {
        var file = try NamelessFile(in: folder.path)
        try file.append([UInt8](repeating: 1, count: bytes))
        return Photo(id: id, name: id, format: .jpeg, width: 1, height: 1, file: try file.finished())
    }

    private func kept(_ shelf: PhotoShelf, _ ids: [String]) async -> [String] {
        var found: [String] = []
        for id in ids where (try? await shelf.photo(id)) != nil { found.append(id) }
        return found
    }

    @Test func theOldestGoes() async throws {
        let shelf = shelf(age: 1_000)
        for id in ["a", "b", "c", "d"] {
            await shelf.add(try photo(id))
            clock.advance(61)
            // Used all the time.
            if id != "a" { _ = try await shelf.photo("a") }
        }
        #expect(await kept(shelf, ["a", "d"]) == ["a", "d"])
        clock.advance(61)
        await shelf.add(try photo("e"))
        clock.advance(1)
        #expect(await shelf.load.photos <= 4)
        #expect(await kept(shelf, ["b"]).isEmpty)
    }

    @Test func manyAtOnceAllStayForAWhile() async throws {
        let shelf = shelf()
        let ids = (0..<16).map { "p\($0)" }
        for id in ids { await shelf.add(try photo(id)) }
        #expect(await kept(shelf, ids) == ids)
        // But not any number of them.
        await shelf.add(try photo("one more"))
        #expect(await shelf.load.photos == 16)
        #expect(await kept(shelf, ["p0", "one more"]) == ["one more"])
        clock.advance(60)
        await shelf.add(try photo("later"))
        #expect(await shelf.load.photos == 4)
    }

    @Test func bytesAreLimited() async throws {
        let shelf = shelf(total: 1_000)
        for id in ["a", "b", "c"] { await shelf.add(try photo(id, bytes: 400)) }
        #expect(await shelf.load == (2, 800))
        #expect(await kept(shelf, ["a"]).isEmpty)
    }

    @Test func viewsGoBeforePhotos() async throws {
        let shelf = shelf(total: 1_000)
        await shelf.add(try photo("a", bytes: 400))
        await shelf.keep(try photo("x", bytes: 300).file, as: .whole, of: "a")
        #expect(await shelf.load.bytes == 700)
        await shelf.keep(try photo("x", bytes: 400).file, as: .whole, of: "b")
        await shelf.add(try photo("b", bytes: 400))
        #expect(await shelf.view(.whole, of: "a") == nil)
        #expect(await kept(shelf, ["a", "b"]) == ["a", "b"])
    }

    @Test func unusedPhotosGo() async throws {
        let shelf = shelf()
        await shelf.add(try photo("a"))
        await shelf.add(try photo("b"))
        clock.advance(99)
        _ = try await shelf.photo("a")
        clock.advance(1)
        await #expect(throws: Problem.photoGone) { try await shelf.photo("b") }
        _ = try await shelf.photo("a")
    }

    @Test func entriesKnowTheirPhoto() async throws {
        let shelf = shelf()
        await shelf.add(try photo("a"))
        await shelf.link(entry: "e", to: "a")
        await shelf.link(entry: "f", to: "gone")
        #expect(await shelf.photo(ofEntry: "e")?.id == "a")
        #expect(await shelf.photo(ofEntry: "f") == nil)
        try await shelf.remove("a")
        #expect(await shelf.photo(ofEntry: "e") == nil)
    }

    @Test func fullDisk() throws {
        // A device that is always full stands for the disk.
        let descriptor = open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        var file = NamelessFile(adopting: descriptor)
        #expect(throws: Problem.diskFull) { try file.append([1]) }
    }

    @Test func whoHoldsAPhotoCanReadItToTheEnd() async throws {
        let shelf = shelf()
        await shelf.add(try photo("a", bytes: 5))
        let held = try await shelf.photo("a")
        try await shelf.remove("a")
        #expect(try held.bytes() == [1, 1, 1, 1, 1])
    }
}
