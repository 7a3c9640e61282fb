import Espy
import EspySystem
import Foundation
import Testing

/// Photos processed on one machine are imported into the gallery of another.
struct ArchiveImportTests {
    private let library: LibraryFolder
    private let other: LibraryFolder

    init() throws { (library, other) = (try LibraryFolder(), try LibraryFolder()) }

    /// Returns the output of `espy gallery tag --json --archive` for a photo.
    private func line(_ path: String, _ detail: ArchiveFacts.Detail = .pictures) throws -> String {
        var found = try PhotoDescription(
            Array(Data(contentsOf: URL(fileURLWithPath: path))), by: MiddleAnalyzer().analyzer, archive: detail)
        found.archive?.noteChange(of: path)
        return try Self.text(found, file: path)
    }

    private static func text(_ found: PhotoDescription, file: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let body = String(decoding: try encoder.encode(found.answer), as: UTF8.self)
        let name = String(decoding: try encoder.encode([file]), as: UTF8.self).dropFirst().dropLast()
        return "{\"file\":\(name)," + body.dropFirst()
    }

    private func take(
        _ lines: [String], into gallery: Gallery, root: String? = nil
    ) async throws -> ArchiveImport.Outcome {
        var left: [ArraySlice<UInt8>]? = lines.map { Array($0.utf8)[...] }
        let archive = try ArchiveImport(into: gallery, root: root ?? library.photos, at: 7, workers: 2)
        return try await archive.run {
            defer { left = nil }
            return left
        } report: { _ in
        }
    }

    @Test func galleryIsAsIfItHadIndexedThePhotosItself() async throws {
        // Photos of the same second are in the order in which they were read, which varies.
        for seed in 0..<5 {
            try library.add("2024/photo \(seed).jpg", seed: seed)
            try library.age("2024/photo \(seed).jpg", 1_700_000_000 + seed)
        }
        try library.add("copy.jpg", seed: 0)
        // Which of the two copies is read first varies, too.
        try library.age("copy.jpg", 1_700_000_000)
        let here = try library.gallery()
        try await here.addFolder(library.photos, at: 7)
        try await here.index()
        let names = try await here.filesWithPhotos().map(\.path)
        let there = try other.gallery()
        let outcome = try await take(try names.map { try line($0) }, into: there)
        #expect(outcome.added == 5)
        #expect(outcome.known == 1)
        #expect(outcome.problems.isEmpty)
        #expect(try await there.exportedText() == here.exportedText())
        for path in names {
            let (one, two) = (try #require(try await here.photo(path)), try #require(try await there.photo(path)))
            #expect(try await here.thumbnail(of: one) == there.thumbnail(of: two))
        }
        // The indexer recognizes them by size and age, and reads none.
        let analyzer = MiddleAnalyzer()
        let summary = try await there.index(analyzer)
        #expect(summary.added == 0)
        #expect(summary.linked == 0)
        #expect(summary.renewed == 0)
        #expect(analyzer.count == 0)
    }

    @Test func takenInTwiceIsTakenInOnce() async throws {
        for seed in 0..<3 { try library.add("\(seed).jpg", seed: seed) }
        let lines = try (0..<3).map { try line(library.path("\($0).jpg"), .facts) }
        let gallery = try other.gallery()
        #expect(try await take(lines, into: gallery).added == 3)
        let before = try await gallery.exportedText()
        let again = try await take(lines, into: gallery)
        #expect(again.added == 0)
        #expect(again.known == 3)
        #expect(try await gallery.exportedText() == before)
    }

    @Test func whatAPersonSaidStays() async throws {
        try library.add("a.jpg", seed: 1)
        let text = try line(library.path("a.jpg"))
        let gallery = try other.gallery()
        _ = try await take([text], into: gallery)
        let photo = try #require(try await gallery.photo(library.path("a.jpg")))
        try await gallery.say(.right, of: "my boat", on: [photo], now: 9)
        try await gallery.rate([photo], 4, now: 9)
        _ = try await take([text], into: gallery)
        let details = try #require(try await gallery.details(of: photo))
        #expect(details.tags.contains { $0.name == "my boat" })
        #expect(details.rating == 4)
    }

    @Test func addressesAreFoldersThatNobodyScans() async throws {
        try library.add("a.jpg", seed: 1)
        let local = try line(library.path("a.jpg"))
        let remote = local.replacingOccurrences(of: library.photos, with: "s3://lab/2026")
        let worker = "{\"id\":\"s3://lab/2026/b.jpg\",\"ms\":1,\"result\":\(remote)}"
        let greeting = "{\"protocol\":1,\"verb\":\"tag\"}"
        let gallery = try other.gallery()
        let outcome = try await take([greeting, worker, ""], into: gallery, root: "s3://lab/2026/")
        #expect(outcome.added == 1)
        #expect(outcome.senseless == 0)
        #expect(try await gallery.folders().map(\.state) == [.remote])
        let summary = try await gallery.index()
        #expect(summary.removed == 0)
        #expect(summary.failed == 0)
        #expect(try await gallery.folders().map(\.state) == [.remote])
        #expect(try await gallery.filesWithPhotos().map(\.path) == ["s3://lab/2026/a.jpg"])
        // A file elsewhere is refused.
        let photo = try #require(try await gallery.filesWithPhotos().first?.photo)
        let trash = Trash(dataFolder: other.photos + "/.data")
        let trashed = try await gallery.moveToTrash(photos: [photo], in: trash, date: "2026-02-20T14:30:22")
        #expect(trashed.moved.isEmpty)
        #expect(trashed.refused.map(\.path) == ["s3://lab/2026/a.jpg"])
        #expect(trashed.refused.map(\.reason) == [.missing])
    }

    @Test func problemsElsewhereAreToldAndGiveWayToPhotos() async throws {
        try library.add("a.jpg", seed: 1)
        let failure = "{\"file\":\"a.jpg\",\"error\":{\"kind\":\"notAnImage\",\"message\":\"not a picture\"}}"
        let gallery = try other.gallery()
        let outcome = try await take([failure], into: gallery)
        #expect(outcome.failed == 1)
        #expect(outcome.added == 0)
        #expect(try await gallery.problems().map(\.reason) == ["not a picture"])
        _ = try await take([try line(library.path("a.jpg"))], into: gallery)
        #expect(try await gallery.problems().isEmpty)
        // And not the other way around.
        _ = try await take([failure], into: gallery)
        #expect(try await gallery.problems().isEmpty)
        #expect(try await gallery.filesWithPhotos().count == 1)
    }

    private static let spoiled = [
        ("\"sha256\":\"", "\"sha256\":\"zz"), ("\"width\":64", "\"width\":-64"), ("\"width\":64", "\"width\":64000000"),
        ("\"fingerprint\":\"", "\"fingerprint\":\"0"), ("\"confidence\":0.75", "\"confidence\":1e400"),
        ("\"name\":\"red ", "\"name\":\"RED "), ("\"format\":\"jpeg\"", "\"format\":\"exe\""), ("{", "["),
        ("/photos/a.jpg", "/photos/../a.jpg"), ("/photos/a.jpg", "/elsewhere/a.jpg"),
        ("\"kind\":\"photo\"", "\"kind\":1"),
    ]

    @Test(arguments: spoiled)
    func nonsenseIsLeftOut(part: String, instead: String) async throws {
        try library.add("a.jpg", seed: 1)
        let text = try line(library.path("a.jpg"))
        let bad = text.replacingOccurrences(of: part, with: instead)
        #expect(bad != text)
        let gallery = try other.gallery()
        let outcome = try await take([text, bad], into: gallery)
        #expect(outcome.added == 1, "\(bad)")
        #expect(outcome.known == 0, "\(bad)")
        #expect(outcome.problems == [2], "\(bad)")
    }

    @Test func placesAreCheckedAndPicturesAreSmallJPEGs() async throws {
        try library.add("a.jpg", seed: 1)
        let text = try line(library.path("a.jpg"))
            .replacingOccurrences(
                of: "\"metadata\":{", with: "\"metadata\":{\"latitude\":999,\"longitude\":8,\"rating\":99,"
            )
            .replacingOccurrences(of: "\"jpeg\":\"/9j/", with: "\"jpeg\":\"AAAA")
        let gallery = try other.gallery()
        #expect(try await take([text], into: gallery).added == 1)
        let photo = try #require(try await gallery.photo(library.path("a.jpg")))
        let details = try #require(try await gallery.details(of: photo))
        #expect(details.latitude == nil)
        #expect(details.rating == nil)
        #expect(try await gallery.thumbnail(of: photo) == nil)
    }

    @Test(arguments: [
        ("/photos/a.jpg", "/photos/a.jpg"), ("a b/c.jpg", "/photos/a b/c.jpg"), ("file:/photos/a.jpg", "/photos/a.jpg"),
        ("file:///photos/a.jpg", "/photos/a.jpg"), ("/photos", nil), ("/photos/", nil), ("/photosa/b.jpg", nil),
        ("/photos/../b.jpg", nil), ("../b.jpg", nil), ("s3://photos/a.jpg", nil), ("/photos//a.jpg", nil), ("", nil),
        ("a\0b.jpg", nil),
    ])
    func filesAreBelowTheFolder(file: String, path: String?) async throws {
        #expect(try await place(of: file, below: "/photos/") == path)
    }

    @Test(arguments: [
        ("s3://lab/2026/a.jpg", "s3://lab/2026/a.jpg"), ("a.jpg", "s3://lab/2026/a.jpg"), ("s3://lab/2025/a.jpg", nil),
        ("/etc/passwd", nil), ("s3://lab/2026/../a.jpg", nil),
    ])
    func filesAreBelowTheAddress(file: String, path: String?) async throws {
        #expect(try await place(of: file, below: "s3://lab/2026") == path)
    }

    @Test func filesMayBeToldFromHere() async throws {
        let here = FileManager.default.currentDirectoryPath
        for file in ["photos/a.jpg", "a.jpg"] {
            #expect(try await place(of: file, below: here + "/photos") == here + "/photos/a.jpg")
        }
    }

    /// The path in the gallery of a file that could not be read there; nil if it is not part of the archive.
    private func place(of file: String, below root: String) async throws -> String? {
        let name = String(decoding: try JSONEncoder().encode(file), as: UTF8.self)
        let gallery = try other.gallery()
        let outcome = try await take(
            ["{\"file\":\(name),\"error\":{\"message\":\"not a picture\"}}"], into: gallery, root: root)
        let places = try await gallery.problems().map(\.path)
        #expect(outcome.failed == places.count)
        #expect(outcome.senseless == 1 - places.count)
        return places.first
    }

    @Test func rootsThatAreNoneAreRefused() async throws {
        let gallery = try other.gallery()
        for root in ["", "photos", "../photos", "s3://"] {
            #expect(throws: GalleryError.self) { try ArchiveImport(into: gallery, root: root, at: 0, workers: 1) }
        }
        #expect(try await gallery.folders().isEmpty)
    }
}
