import Espy
import EspyStore
import Foundation
import Testing

/// Data that survives when files move or change.
struct MoveTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() async throws {
        library = try LibraryFolder()
        gallery = try library.gallery()
        try await gallery.addFolder(library.photos, at: 0)
        for seed in 0..<5 { try library.add("\(seed).jpg", seed: seed) }
        try await gallery.index()
    }

    @Test func movedFilesStayTheSamePhotos() async throws {
        let before = try await gallery.photo(library.path("1.jpg"))
        try library.move("1.jpg", "deep/er/new name.jpg")
        let analyzer = MiddleAnalyzer()
        let summary = try await gallery.index(analyzer)
        #expect(summary.linked == 1)
        #expect(summary.removed == 1)
        #expect(summary.added == 0)
        #expect(analyzer.count == 0)
        #expect(before != nil)
        #expect(try await gallery.photo(library.path("deep/er/new name.jpg")) == before)
        #expect(try await gallery.photo(library.path("1.jpg")) == nil)
    }

    @Test func equalFilesAreOnePhoto() async throws {
        try library.add("copy.jpg", seed: 2)
        try library.add("more/copy.jpg", seed: 2)
        let summary = try await gallery.index()
        #expect(summary.linked == 2)
        let photo = try #require(try await gallery.photo(library.path("copy.jpg")))
        let details = try #require(try await gallery.details(of: photo))
        #expect(details.files.map { $0.dropFirst(library.photos.count + 1) } == ["2.jpg", "copy.jpg", "more/copy.jpg"])
        try library.remove("2.jpg")
        try await gallery.index()
        #expect(try await gallery.details(of: photo)?.photo.path == library.path("copy.jpg"))
        #expect(try await gallery.file(of: photo) == library.path("copy.jpg"))
    }

    @Test func changedFilesAreNewPhotos() async throws {
        let before = try #require(try await gallery.photo(library.path("3.jpg")))
        try library.add("3.jpg", seed: 99, side: 80)
        #expect(try await gallery.index().added == 1)
        let after = try #require(try await gallery.photo(library.path("3.jpg")))
        #expect(after != before)
        #expect(try await gallery.details(of: before) == nil)
        #expect(try await gallery.details(of: after)?.width == 80)
        #expect(try await gallery.thumbnail(of: before) == nil)
    }

    @Test func lostFilesTakeTheirPhotosAndLeaveWhatPeopleSaid() async throws {
        let photo = try #require(try await gallery.photo(library.path("4.jpg")))
        let digest = try #require(try await gallery.details(of: photo)).digest
        try await gallery.correct(digest, "my boat", isRight: true)
        try library.remove("4.jpg")
        #expect(try await gallery.index().removed == 1)
        #expect(try await gallery.status().photos == 4)
        try library.add("back.jpg", seed: 4)
        try await gallery.index()
        let back = try #require(try await gallery.photo(library.path("back.jpg")))
        let tags = try #require(try await gallery.details(of: back)).tags
        #expect(tags.first == PhotoTag(name: "my boat", category: .own, confidence: 1, source: "user"))
        try await gallery.correct(digest, tags[1].name, isRight: false)
        #expect(try await gallery.details(of: back)?.tags.count == 1)
    }

    /// An editor overwrites the photo with its result.
    @Test func whatPeopleSaidGoesAlongWithAnEditedFile() async throws {
        let analyzer = try PhotoAnalyzer()
        func picture(_ shade: (Int, Int) -> Int) -> RGBImage {
            let values = (0..<120).flatMap { y in (0..<160).map { x in UInt8(clamping: shade(x, y)) } }
            return RGBImage(width: 160, height: 120, pixels: values.flatMap { [$0, $0, 90] })
        }
        let boat = picture { x, y in x * y / 70 + 40 * (x / 40 % 2) }
        let wood = picture { x, y in 120 + 90 * ((x / 9 + y / 30) % 2) - y }
        try library.write("boat.jpg", ImageEncoder.jpeg(boat))
        try await gallery.index(analyzer)
        let first = try #require(try await gallery.photo(library.path("boat.jpg")))
        try await gallery.correct(first, tag: "my boat", isRight: true, now: 7)
        try await gallery.rate([first], 4, now: 7)
        func tagsAfterWriting(_ image: RGBImage, quality: Int) async throws -> [String] {
            try library.write("boat.jpg", ImageEncoder.jpeg(image, quality: quality))
            try await gallery.index(analyzer)
            let photo = try #require(try await gallery.photo(library.path("boat.jpg")))
            return try await gallery.tags(of: photo).map(\.name)
        }
        #expect(try await tagsAfterWriting(boat.resized(width: 200, height: 150), quality: 60).contains("my boat"))
        #expect(try await gallery.photo(library.path("boat.jpg")) != first)
        #expect(try await gallery.names("rating:4") == ["boat"])
        // A different photo that got the same name.
        #expect(try await !tagsAfterWriting(wood, quality: 90).contains("my boat"))
        #expect(try await gallery.names("rating:4").isEmpty)
    }

    @Test func aLinkInThePlaceOfAPhotoIsNotFollowed() async throws {
        let photo = try #require(try await gallery.photo(library.path("0.jpg")))
        #expect(try await gallery.file(of: photo) == library.path("0.jpg"))
        try library.remove("0.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: library.path("0.jpg"), withDestinationPath: "/etc/hostname")
        #expect(try await gallery.file(of: photo) == nil)
    }
}

extension Gallery {
    /// Corrects a tag as the page does for a user.
    func correct(_ digest: String, _ tag: String, isRight: Bool) throws {
        let database = try Database(path: path, identity: GallerySchema.identity, migrations: GallerySchema.migrations)
        let bytes = stride(from: 0, to: digest.count, by: 2).compactMap { place -> UInt8? in
            let start = digest.index(digest.startIndex, offsetBy: place)
            return UInt8(digest[start..<digest.index(start, offsetBy: 2)], radix: 16)
        }
        try database.execute(
            "INSERT INTO corrections (digest, tag, is_right, time) VALUES (?, ?, ?, 0)",
            [.bytes(bytes), .text(tag), Parameter(isRight)])
    }
}
