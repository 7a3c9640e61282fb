import Espy
import Foundation
import Testing

/// Which files are photos, and what is reported about the others.
struct PassedOverTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() async throws {
        library = try LibraryFolder()
        gallery = try await library.watchedGallery()
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: library.path(name), withDestinationPath: target)
    }

    @Test(arguments: [
        "@eaDir/IMG_1.jpg/SYNOPHOTO_THUMB_M.jpg", "2019/@eaDir/a.jpg", "#recycle/a.jpg", "@Recycle/b/a.jpg",
        "Thumbs/a.jpg",
        "$RECYCLE.BIN/a.jpg", "lost+found/a.jpg", "My.photoslibrary/resources/derivatives/a.jpeg",
        "Old.photoslibrary/Thumbnails/a.jpg", "Catalog Previews.lrdata/A/a.jpg", "M4ROOT/THMBNL/C0001T01.JPG",
        "Android/data/org.app/cache/a.jpg", "appdata_oc1/preview/7/256-256.png",
    ])
    func smallCopiesOfOtherProgramsAreLeftOut(_ copy: String) async throws {
        try library.add("IMG_1.jpg", seed: 1)
        try library.add(copy, seed: 2)
        try await gallery.index()
        #expect(try await gallery.names == ["IMG_1.jpg"])
        #expect(try await gallery.status().passedOver == [.smallCopy: 1])
        // A folder that is added explicitly is meant to be indexed.
        let folder = (library.path(copy) as NSString).deletingLastPathComponent
        try await gallery.addFolder(folder, at: 6)
        try await gallery.index()
        #expect(try await gallery.names.count == 2)
    }

    @Test(arguments: [
        "My.photoslibrary/originals/A/a.jpg", "Old.photoslibrary/Masters/2019/a.jpg", "Android/media/WhatsApp/a.jpg",
        "preview/a.jpg", "data/a.jpg", "recycled art/a.jpg", "@home/a.jpg",
    ])
    func photosThemselvesAreNot(_ photo: String) async throws {
        try library.add(photo, seed: 1)
        try await gallery.index()
        #expect(try await gallery.names == ["a.jpg"])
        #expect(try await gallery.status().passedOver.isEmpty)
    }

    @Test func photosThatWereTakenForSomeOnceGo() async throws {
        try library.add("a/1.jpg", seed: 1)
        try await gallery.index()
        try library.move("a/1.jpg", "@eaDir/1.jpg")
        #expect(try await gallery.index().removed == 1)
        #expect(try await gallery.status().photos == 0)
    }

    @Test func bytesCountWhereNamesSayNothing() async throws {
        let names = ["saved.jpg_large", "stereo.mpo", "a.jfif", "b.jpg~", "c.pjpeg", "d.1", "e", "f.jpg_original"]
        for (seed, name) in names.enumerated() { try library.add(name, seed: seed) }
        let png = try ImageEncoder.png(RGBImage(width: 9, height: 6, red: 1, green: 2, blue: 3))
        try library.write("picture.from.web", png)
        try library.write("BMX.plan", Array("BMX tracks of the town, 2019: the first one".utf8))
        try library.write("clip.lrv", [0, 0, 0, 0x18] + Array("ftypmp42".utf8))
        try library.write("film.unknown", [0, 0, 0, 0x18] + Array("ftypmp42".utf8))
        // Preview pictures of videos are not photos.
        try library.add("GOPR0001.THM", seed: 20)
        try library.write("letter.pages", Array("text".utf8))
        try await gallery.index()
        #expect(try await Set(gallery.names) == Set(names + ["picture.from.web"]))
        #expect(try await gallery.status().passedOver == [.noPicture: 5])
        #expect(try await gallery.problems().isEmpty)
    }

    @Test func linksWithinTheFolderAreFollowed() async throws {
        try library.add(".store/9f.jpg", seed: 1)
        try library.add(".store/album/deep/b.jpg", seed: 2)
        try library.add("plain.jpg", seed: 3)
        try link("holiday.jpg", to: ".store/9f.jpg")
        try link("again.jpg", to: ".store/9f.jpg")
        try link("album", to: ".store/album")
        try link("plain too.jpg", to: "plain.jpg")
        try link(".store/album/round", to: library.photos)
        try link(".store/album/deep/self", to: library.path(".store/album"))
        let summary = try await gallery.index()
        #expect(summary.added == 3)
        #expect(summary.failed == 0)
        let paths = try await gallery.filesWithPhotos().map { $0.path.dropFirst(library.photos.count + 1) }
        #expect(
            Set(paths) == ["again.jpg", "album/deep/b.jpg", "plain.jpg"]
                || Set(paths) == ["holiday.jpg", "album/deep/b.jpg", "plain.jpg"])
        // The second time, nothing is new.
        let again = try await gallery.index()
        #expect(again.added == 0)
        #expect(again.linked == 0)
        #expect(again.reread == 0)
        #expect(again.removed == 0)
        let photo = try #require(try await gallery.photo(at: library.path("album/deep/b.jpg")))
        #expect(try await gallery.file(of: photo) == library.path("album/deep/b.jpg"))
        #expect(try await gallery.status().passedOver == [.hidden: 1])
    }

    @Test func linksToElsewhereAreCounted() async throws {
        let outside = try LibraryFolder()
        try outside.add("secret.jpg", seed: 2)
        try library.add("a.jpg", seed: 1)
        try link("out.jpg", to: outside.path("secret.jpg"))
        try link("out", to: outside.photos)
        try link("gone.jpg", to: "nothing.jpg")
        try link("loop.jpg", to: "loop.jpg")
        try link("notes.txt", to: "a.jpg")
        try await gallery.index()
        #expect(try await gallery.names == ["a.jpg"])
        #expect(try await gallery.status().passedOver == [.linkOutside: 2, .brokenLink: 2, .noPicture: 1])
        // Once that folder is in the gallery, the links lead to photos that are there anyway.
        try await gallery.addFolder(outside.photos, at: 6)
        try await gallery.index()
        #expect(try await gallery.status().passedOver == [.brokenLink: 2, .noPicture: 1])
        #expect(try await gallery.names.sorted() == ["a.jpg", "secret.jpg"])
    }

    @Test func sidecarsBesideLinksAreRead() async throws {
        try library.add(".store/9f.jpg", seed: 1)
        try link("holiday.jpg", to: ".store/9f.jpg")
        try library.write("holiday.jpg.json", Array("{\"description\": \"by the lake\"}".utf8))
        try await gallery.index()
        #expect(try await gallery.names("lake") == ["holiday"])
    }

    @Test func countsFollowTheFolders() async throws {
        for name in ["a/x.txt", "a/y.txt", "b/z.avi", "b/.hidden"] { try library.write(name, [1, 2, 3]) }
        try library.add("b/Thumbs/1.jpg", seed: 1)
        try library.add("b/Thumbs/deep/2.jpg", seed: 2)
        try library.write("b/Thumbs/list.txt", [1])
        try await gallery.index()
        #expect(try await gallery.status().passedOver == [.noPicture: 3, .hidden: 1, .smallCopy: 2])
        try library.remove("a/x.txt")
        try library.remove("b/z.avi")
        try await gallery.index(only: [library.path("a")])
        #expect(try await gallery.status().passedOver == [.noPicture: 2, .hidden: 1, .smallCopy: 2])
        try library.remove("b")
        try await gallery.index()
        #expect(try await gallery.status().passedOver == [.noPicture: 1])
        try await gallery.removeFolder(library.photos)
        #expect(try await gallery.status().passedOver.isEmpty)
    }
}
