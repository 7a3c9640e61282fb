import Espy
import Foundation
import Testing

/// Which files become photos.
struct ScanTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() async throws {
        library = try LibraryFolder()
        gallery = try await library.watchedGallery()
    }

    @Test func photosOfAllFoldersAreThere() async throws {
        try library.add("b.jpg", seed: 1)
        try library.add("2019/05/a.JPG", seed: 2)
        try library.write("2019/c.png", ImageEncoder.png(RGBImage(width: 9, height: 6, red: 1, green: 2, blue: 3)))
        try library.add("without an ending", seed: 3)
        let summary = try await gallery.index()
        #expect(summary.added == 4)
        #expect(summary.failed == 0)
        #expect(summary.isComplete)
        #expect(try await gallery.names == ["a.JPG", "c.png", "b.jpg", "without an ending"])
        let folder = try #require(try await gallery.folders().first)
        #expect(folder.photos == 4)
        #expect(folder.state == .ok)
        #expect(folder.added == 5)
        #expect(folder.path == library.photos)
        let status = try await gallery.status(analysis: "1")
        #expect(status.photos == 4)
        #expect(status.files == 4)
        #expect(status.waiting == 0)
        #expect(status.folders == 1)
        #expect(try await gallery.status(analysis: "2").waiting == 4)
    }

    @Test func screenshotsAreKnownByTheirNames() async throws {
        let names = [
            "Screenshot_20240521-101112.jpg", "Screen Shot 2024-05-21 at 10.11.12.jpg", "Bildschirmfoto 1.jpg",
        ]
        for (seed, name) in (names + ["Screening room.jpg", "my screenshot.jpg"]).enumerated() {
            try library.add(name, seed: seed)
        }
        try await gallery.index(try PhotoAnalyzer())
        #expect(try await gallery.search("kind:screenshot", now: 0).total == names.count)
        #expect(try await gallery.search("tag:screenshot -kind:photo", now: 0).total == names.count)
    }

    @Test func whatIsNoPhotoIsNotListed() async throws {
        try library.write("notes.txt", Array("not a photo".utf8))
        try library.write("Makefile", Array("all:".utf8))
        try library.write("film.avi", Array("RIFF0000AVI ".utf8))
        try library.add(".hidden.jpg", seed: 1)
        try library.add(".trash/a.jpg", seed: 2)
        #expect(try await gallery.index().added == 0)
        #expect(try await gallery.problems().isEmpty)
    }

    @Test func brokenPhotosAreListedWithTheReason() async throws {
        let whole = try LibraryFolder.jpeg(seed: 1)
        try library.write("cut.jpg", Array(whole[..<(whole.count / 8)]))
        try library.write("empty.png", [])
        try library.write("letter.jpg", Array("dear all".utf8))
        let first = try await gallery.index()
        #expect(first.failed == 3)
        #expect(first.added == 0)
        let problems = try await gallery.problems()
        #expect(
            problems.map { URL(fileURLWithPath: $0.path).lastPathComponent } == ["cut.jpg", "empty.png", "letter.jpg"])
        let errors: [ImageError] = [.truncated(.jpeg), .empty, .notAnImage]
        #expect(problems.map(\.reason) == errors.map { "\(GalleryError.image($0))" })
        #expect(try await gallery.problems(after: problems[0].path, limit: 1) == [problems[1]])
        // Not tried again until they change or a retry is requested.
        #expect(try await gallery.index().failed == 0)
        #expect(try await gallery.index(options: IndexingOptions(retriesProblems: true)).failed == 3)
        try library.write("cut.jpg", whole)
        #expect(try await gallery.index().added == 1)
        #expect(try await gallery.problems().count == 2)
    }

    /// The readable part of a damaged photo is indexed, and the file is reported as a problem.
    @Test func damagedPhotosAreShownAndTold() async throws {
        let whole = try LibraryFolder.jpeg(seed: 1)
        try library.write("cut.jpg", whole.dropLast(2))
        let first = try await gallery.index()
        #expect(first.added == 1)
        #expect(first.failed == 0)
        #expect(try await gallery.names == ["cut.jpg"])
        let reason = "the file ends early, and its picture may be wrong in places; copy it again"
        #expect(try await gallery.problems().map(\.reason) == [reason])
        let status = try await gallery.status()
        #expect(status.photos == 1)
        #expect(status.problems == 1)
        // The same applies to a retry, and to a copy.
        try library.write("copy.jpg", whole.dropLast(2))
        #expect(try await gallery.index(options: IndexingOptions(retriesProblems: true)).failed == 0)
        #expect(try await gallery.problems().map(\.reason) == [reason, reason])
        try library.write("cut.jpg", whole)
        try library.remove("copy.jpg")
        try await gallery.index()
        #expect(try await gallery.problems().isEmpty)
        #expect(try await gallery.status().photos == 1)
    }

    @Test func picturesThatNeedTooMuchMemoryAreTold() async throws {
        try library.add("a.jpg", seed: 1)
        #expect(try await gallery.index(options: IndexingOptions(mostForOne: 600)).failed == 1)
        let problem = try #require(try await gallery.problems().first)
        #expect(problem.reason.contains("tooManyPixels"), "\(problem.reason)")
        #expect(problem.reason.contains("limit: 100"), "\(problem.reason)")
        // With more memory, it is read.
        #expect(try await gallery.index(options: IndexingOptions(retriesProblems: true)).added == 1)
    }

    @Test func linksAreNotFollowed() async throws {
        try library.add("in/a.jpg", seed: 1)
        let outside = try LibraryFolder()
        try outside.add("secret.jpg", seed: 2)
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: library.path("in/round"), withDestinationPath: library.photos)
        try manager.createSymbolicLink(atPath: library.path("out"), withDestinationPath: outside.photos)
        try manager.createSymbolicLink(
            atPath: library.path("out.jpg"), withDestinationPath: outside.path("secret.jpg"))
        #expect(try await gallery.index().added == 1)
        #expect(try await gallery.problems().isEmpty)
    }

    @Test func onlyAPartIsLookedAt() async throws {
        try library.add("a/one.jpg", seed: 1)
        try library.add("b/two.jpg", seed: 2)
        try await gallery.index()
        try library.add("a/three.jpg", seed: 3)
        try library.add("b/four.jpg", seed: 4)
        try library.remove("a/one.jpg")
        let summary = try await gallery.index(only: [library.path("a"), "/elsewhere"])
        #expect(summary.added == 1)
        #expect(summary.removed == 1)
        #expect(try await gallery.names == ["three.jpg", "two.jpg"])
        // A deleted folder is looked up in its parent.
        try library.remove("b")
        #expect(try await gallery.index(only: [library.path("b")]).removed == 1)
        #expect(try await gallery.names == ["three.jpg"])
    }

    @Test func namesThatAreNoTextAreToldAbout() async throws {
        let bytes = try LibraryFolder.jpeg(seed: 1)
        let path = Array(library.photos.utf8) + [0x2F, 0xFF, 0xFE] + Array(".jpg".utf8) + [0]
        let number = path.withUnsafeBufferPointer {
            $0.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) }
        }
        // Some file systems do not accept such names.
        guard number >= 0 else { return }
        _ = write(number, bytes, bytes.count)
        close(number)
        #expect(try await gallery.index().failed == 1)
        #expect(try await gallery.problems().first?.reason == "its name is not UTF-8; rename it")
    }
}
