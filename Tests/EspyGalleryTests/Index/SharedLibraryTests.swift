import Espy
import EspyTestSupport
import Foundation
import Testing

/// Photos from other programs' tests, which are not part of this repository: each is read, or refused with a reason.
@Suite(.enabled(if: PhotoSets.has("gallery/immich"), "no shared/data beside the repository"))
struct SharedLibraryTests {
    private func gallery(_ names: String...) async throws -> (Gallery, LibraryFolder) {
        let library = try LibraryFolder()
        let gallery = try library.gallery()
        for name in names {
            let path = PhotoSets.folder.appendingPathComponent("gallery/\(name)").path
            try await gallery.addFolder(path, at: 0)
        }
        try await gallery.index()
        return (gallery, library)
    }

    @Test func everyFileIsReadOrRefused() async throws {
        let (gallery, library) = try await gallery("immich", "photoprism", "exif", "orientation")
        defer { withExtendedLifetime(library) {} }
        let photos = try await gallery.filesWithPhotos()
        let problems = try await gallery.problems()
        #expect(problems.allSatisfy { !$0.reason.isEmpty })
        for name in ["immich", "photoprism", "exif", "orientation"] {
            let folder = PhotoSets.folder.appendingPathComponent("gallery/\(name)").path
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix(".json") }
            let known = (photos.map(\.path) + problems.map(\.path)).filter { $0.contains("/gallery/\(name)/") }
            #expect(known.count == files.count, "\(name)")
        }
        // None of these is damaged beyond reading.
        #expect(problems.isEmpty)
    }

    @Test func whatTheFilesSayIsKnown() async throws {
        let (gallery, library) = try await gallery("immich", "photoprism")
        defer { withExtendedLifetime(library) {} }
        func details(_ name: String) async throws -> GalleryPhotoDetails {
            let path = try #require(try await gallery.filesWithPhotos().first { $0.path.hasSuffix("/" + name) })
            return try #require(try await gallery.details(of: path.photo))
        }
        let phone = try await details("iphone_15_pro.heic")
        #expect(phone.camera == "Apple iPhone 15 Pro")
        #expect(phone.format == "heic")
        #expect(phone.takenSource == "exif")
        #expect(phone.width == 3024)
        #expect(phone.height == 4032)
        #expect(try abs(#require(phone.latitude) - 52.4596) < 0.001)
        let empty = try await details("metadata_gps-position_empty_gps.jpg")
        #expect(empty.latitude == nil)
        #expect(empty.longitude == nil)
        #expect(try await details("metadata_rating_mongolels.jpg").rating == 3)
        #expect(try await details("metadata_dates_gps-datetime.jpg").taken == 1_700_051_400)
        let oldest = try #require(try await details("dog_created_1919.jpg").taken)
        #expect(oldest < 0)
        #expect(try await details("telegram_2020-01-30_09-57-18.jpg").takenSource == "name")
        let words = try await details("albums_nature_prairie_falcon.jpg").tags.filter { $0.category == .keyword }
        #expect(words.contains { $0.name == "birds" && $0.source == PhotoTag.Source.metadata })
        #expect(try await details("canon_eos_6d.dng").width >= 1024)
    }
}
