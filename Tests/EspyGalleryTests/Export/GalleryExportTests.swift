import Espy
import Foundation
import Synchronization
import Testing

struct GalleryExportTests {
    private func library() throws -> SeededGallery {
        let seeded = try SeededGallery()
        try seeded.add("a <&>.jpg") {
            $0.tags = ["dog": 0.9, "cat": 0.4]
            $0.colors = [.blue: 0.5]
            $0.place = (48.1, 11.6)
            $0.title = "Rex \"the\" dog\u{1}"
            $0.rating = 4
        }
        try seeded.add("b.jpg") { $0.taken = 1_600_000_000 }
        return seeded
    }

    private func lines(_ gallery: Gallery) async throws -> [String] {
        let lines = Lines()
        try await gallery.export { line in lines.list.withLock { $0.append(line) } }
        return lines.list.withLock { $0 }
    }

    private final class Lines: Sendable { let list = Mutex<[String]>([]) }

    @Test func everyPhotoHasALine() async throws {
        let seeded = try library()
        try await seeded.gallery.correct(1, tag: "cat", isRight: false, now: 3)
        try await seeded.gallery.saveAlbum("Pets", query: "pet", now: 4)
        let lines = try await lines(seeded.gallery)
        #expect(lines.count == 4)
        #expect(lines[0] == "{\"gallery\":1}")
        let object = try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any]
        let photo = try #require(object?["photo"] as? [String: Any])
        #expect(photo["taken"] as? String == "2024-05-01T12:00:00")
        #expect(photo["files"] as? [String] == ["/home/anna/Pictures/a <&>.jpg"])
        #expect((photo["tags"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["dog"])
        #expect(lines[3] == "{\"album\":{\"created\":4,\"name\":\"Pets\",\"query\":\"pet\"}}")
    }

    @Test func whatPeopleDidIsTakenOver() async throws {
        let old = try library()
        try await old.gallery.correct(1, tag: "cat", isRight: false, now: 3)
        try await old.gallery.correct(2, tag: "own tag", isRight: true, now: 3)
        try await old.gallery.saveAlbum("Pets", query: "pet", now: 4)
        let lines = try await lines(old.gallery)
        let new = try SeededGallery()
        try new.add("x.jpg") { $0.tags = ["cat": 0.9] }
        let done = try await new.gallery.importLines(lines, now: 9)
        var expected = GalleryImport()
        (expected.corrections, expected.waiting, expected.ratings, expected.albums) = (2, 1, 1, 1)
        #expect(done == expected)
        #expect(try await new.gallery.search("cat", now: 0).total == 0)
        #expect(try await new.gallery.names("rating:4") == ["x"])
        #expect(try await new.gallery.albums(now: 0).first?.name == "Pets")
        // The second photo is added.
        try new.add("y.jpg")
        #expect(try await new.gallery.names("tag:\"own tag\"") == ["y"])
        // Importing again changes nothing, and older values lose.
        #expect(try await new.gallery.importLines(lines, now: 9).corrections == 0)
        #expect(try await self.lines(new.gallery).contains { $0.contains("\"own tag\"") })
    }

    @Test func nonsenseIsNamedByItsLine() async throws {
        let gallery = try library().gallery
        let lines = [
            "", "{\"gallery\":2}", "[]", "{}", "{\"photo\":{}}",
            "{\"album\":{\"name\":\"a\",\"query\":\"(\",\"created\":0}}",
            "{\"said\":{\"digest\":\"zz\",\"corrections\":[]}}", String(repeating: "[", count: 100_000),
            "{\"taught\":\"nothing\"}",
        ]
        let done = try await gallery.importLines(lines, now: 0)
        #expect(done.problems == [2, 3, 4, 5, 6, 7, 8])
        #expect(done.taught == 0)
    }

    @Test func sidecarsAreXML() async throws {
        let gallery = try library().gallery
        let text = try await gallery.sidecar(of: 1)
        #expect(text.contains("<rdf:li>dog</rdf:li>"))
        #expect(text.contains("<xmp:Rating>4</xmp:Rating>"))
        #expect(text.contains("Rex &quot;the&quot; dog<"))
        #expect(try await gallery.sidecar(of: 2).contains("dc:subject>") == false)
        await #expect(throws: GalleryError.unknownPhoto("7")) { try await gallery.sidecar(of: 7) }
    }
}
