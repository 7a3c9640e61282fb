import Espy
import Testing

/// The dates that phones and messengers put in file names.
struct FilenameDateTests {
    private static let times = [
        ("IMG_20190521_104552.jpg", 1_558_435_552), ("PXL_20190521_104552123.jpg", 1_558_435_552),
        ("Screenshot_2019-05-21_at_10.45.52.png", 1_558_435_552), ("2019-05-21 10.45.52.jpg", 1_558_435_552),
        ("telegram_2019-05-21_10-45-52.jpg", 1_558_435_552), ("20190521104552.jpg", 1_558_435_552),
        ("photo_2019-05-21_10-45-52 (2).jpg", 1_558_435_552), ("signal-2019-05-21-104552.jpg", 1_558_435_552),
        ("signal-2019-05-21-10-45-52-123-1.jpg", 1_558_435_552), ("VID_20190521_104552.jpg", 1_558_435_552),
        ("WhatsApp Image 2019-05-21 at 10.45.52.jpeg", 1_558_435_552), ("20190521T104552Z.jpg", 1_558_435_552),
        ("WhatsApp Image 2019-05-21 at 10.45.52 AM (1).jpeg", 1_558_435_552),
        ("Screen Shot 2019-05-21 at 2.45.52 PM.png", 1_558_449_952),
        ("Screenshot 2019-05-21 at 12.45.52\u{202F}AM.png", 1_558_399_552),
        ("Bildschirmfoto 2019-05-21 um 10.45.52.png", 1_558_435_552), ("截屏2019-05-21 下午2.45.52.png", 1_558_449_952),
        ("스크린샷 2019-05-21 오전 10.45.52.png", 1_558_435_552),
        ("Capture d’écran 2019-05-21 à 10.45.52.png", 1_558_435_552),
        ("Captura de pantalla 2019-05-21 a la(s) 10.45.52.png", 1_558_435_552),
        ("Photo on 2019-05-21 at 10.45.jpg", 1_558_435_500),
        ("IMG_20190521_240420.jpg", 1_558_397_060), ("FB_IMG_1558435552123.jpg", 1_558_435_552),
        ("mmexport1558435552123.jpg", 1_558_435_552),
    ]

    private static let days = [
        ("IMG-20190521-WA0003.jpg", 1_558_396_800), ("IMG-20190521-WA103045.jpg", 1_558_396_800),
        ("2019-05-21.jpg", 1_558_396_800), ("trip 2 2019-05-21.jpg", 1_558_396_800), ("19691231.jpg", -86_400),
        ("2019-05-21 room 104552.jpg", 1_558_396_800), ("2019-05-21 12.jpg", 1_558_396_800),
        ("2019-05-21 at 25.45.52.jpg", 1_558_396_800), ("20190521_1.jpg", 1_558_396_800),
    ]

    private static let others = [
        "DSC_1234.jpg", "IMG_4120.jpg", "20191321.jpg", "2019-02-30.jpg", "120190521.jpg", "201905211.jpg",
        "10000-20000.jpg", "2019.jpg", "20190021.jpg", "FB_IMG_155843555212.jpg", "1558435552123.jpg",
    ]

    /// Returns what a gallery knows about photos with these file names.
    private func photos(in names: [String]) async throws -> [GalleryPhotoDetails] {
        let library = try LibraryFolder()
        for (seed, name) in names.enumerated() { try library.add(name, seed: seed) }
        let gallery = try await library.watchedGallery()
        try await gallery.index()
        return try await names.asyncMap { name in
            let photo = try #require(try await gallery.photo(library.path(name)), "\(name)")
            return try #require(try await gallery.details(of: photo))
        }
    }

    @Test func timesInNames() async throws {
        for (photo, (name, seconds)) in zip(try await photos(in: Self.times.map(\.0)), Self.times) {
            #expect(photo.takenSource == "name", "\(name): \(photo.taken ?? 0)")
            #expect(photo.taken == seconds, "\(name): \(photo.taken ?? 0)")
            #expect(photo.photo.takenDetail == nil, "\(name)")
        }
    }

    @Test func daysInNames() async throws {
        for (photo, (name, seconds)) in zip(try await photos(in: Self.days.map(\.0)), Self.days) {
            #expect(photo.takenSource == "name", "\(name): \(photo.taken ?? 0)")
            #expect(photo.taken == seconds, "\(name): \(photo.taken ?? 0)")
            #expect(photo.photo.takenDetail == .day, "\(name)")
        }
    }

    @Test func namesWithoutADate() async throws {
        for (photo, name) in zip(try await photos(in: Self.others), Self.others) {
            #expect(photo.takenSource == "file", "\(name): \(photo.taken ?? 0)")
        }
    }
}
