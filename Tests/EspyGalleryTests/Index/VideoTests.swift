import Espy
import EspyTestSupport
import Foundation
import Testing

/// Videos are listed beside photos.
struct VideoTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() async throws {
        library = try LibraryFolder()
        gallery = try await library.watchedGallery()
    }

    private func details(_ name: String) async throws -> GalleryPhotoDetails {
        let photo = try #require(try await gallery.photo(library.path(name)))
        return try #require(try await gallery.details(of: photo))
    }

    @Test func containersSayWhenAndWhere() async throws {
        try library.write("IMG_1.MOV", VideoSample.mov())
        try library.write("film.mp4", VideoSample.mp4())
        try library.write("clip.webm", VideoSample.webm())
        try library.add("a.jpg", seed: 1)
        try await gallery.index()
        let found = try await details("IMG_1.MOV")
        #expect(found.kind == .video)
        #expect(found.format == "mov")
        #expect(found.photo.duration == 12.5)
        #expect(found.width == 1080)
        #expect(found.height == 1920)
        #expect(found.taken == 1_714_760_524)
        #expect(found.latitude == 48.1374)
        #expect(found.camera == "iPhone 15")
        #expect(try await gallery.thumbnail(of: found.photo.id)?.isEmpty == false)
        #expect(try await details("clip.webm").photo.duration == 3.25)
        let page = try await gallery.search("", now: 0)
        #expect(page.total == 4)
        #expect(page.videos == 3)
        #expect(try await gallery.search("kind:video", now: 0).total == 3)
        #expect(try await gallery.search("video", now: 0).total == 3)
        #expect(try await gallery.search("kind:photo", now: 0).total == 1)
        let album = try #require(try await gallery.albums(now: 0).first { $0.query == "kind:video" })
        #expect(album.count == 3)
        #expect(album.videos == 3)
    }

    /// They are not analyzed, now or ever.
    @Test func nothingWaitsForThem() async throws {
        try library.write("film.mp4", VideoSample.mp4())
        let middle = MiddleAnalyzer()
        #expect(try await gallery.index(middle).added == 1)
        let again = try await gallery.index(middle)
        #expect(again.added == 0)
        #expect(again.renewed == 0)
        #expect(again.reread == 0)
        #expect(middle.count == 0)
        #expect(try await gallery.status(analysis: "2").waiting == 0)
        #expect(try await gallery.duplicates().isEmpty)
    }

    @Test func halvesOfLivePhotosAreNotListed() async throws {
        try library.add("IMG_1.JPG", seed: 1)
        try library.write("IMG_1.MOV", VideoSample.mov(seconds: 2.8))
        try library.add("IMG_2.jpg", seed: 2)
        try library.write("IMG_2.mov", VideoSample.mov(seconds: 30, contentIdentifier: "A1"))
        try library.add("IMG_3.jpg", seed: 3)
        try library.write("IMG_3.mov", VideoSample.mov(seconds: 31))
        try library.write("IMG_4.mov", VideoSample.mov(seconds: 2.9))
        try await gallery.index()
        #expect(
            try await gallery.names.sorted() == ["IMG_1.JPG", "IMG_2.jpg", "IMG_3.jpg", "IMG_3.mov", "IMG_4.mov"])
        #expect(try await gallery.problems().isEmpty)
        #expect(try await gallery.index().added == 0)
    }

    @Test func brokenOnesAreTold() async throws {
        try library.write("words.mp4", Array("no video at all, only words".utf8))
        try library.write("empty.mov", [])
        try library.write("cut.mp4", Array(VideoSample.mp4().prefix(24)))
        try await gallery.index()
        #expect(try await gallery.names == ["cut.mp4"])
        #expect(try await details("cut.mp4").photo.duration == 0)
        let problems = try await gallery.problems()
        #expect(problems.map { $0.path.split(separator: "/").last } == ["cut.mp4", "empty.mov", "words.mp4"])
    }

    @Test func equalVideosAreOne() async throws {
        for name in ["a.mp4", "b/a.mp4"] { try library.write(name, VideoSample.mp4()) }
        try library.write("c.mp4", VideoSample.mp4(seed: 9))
        try await gallery.index()
        #expect(try await gallery.search("", now: 0).total == 2)
        #expect(try await gallery.duplicates().map(\.kind) == [.exact])
    }

    @Test func frameIsShown() async throws {
        try library.write("film.mp4", VideoSample.mp4())
        _ = try await GalleryIndexer(
            gallery: gallery, analyzer: nil, clock: { 0 }, words: { "\($0)" },
            poster: { path in
                path.hasSuffix("film.mp4") ? RGBImage(width: 64, height: 32, red: 250, green: 10, blue: 10) : nil
            }
        ).run()
        let photo = try #require(try await gallery.photo(library.path("film.mp4")))
        let bytes = try #require(try await gallery.thumbnail(of: photo))
        let image = try ImageDecoder().decode(bytes)
        #expect(image.width == 64)
        #expect(image.pixels[0] > 220)
        #expect(image.pixels[1] < 50)
    }
}
