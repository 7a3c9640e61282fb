import Espy
import EspyHistory
import EspyStore
import EspyTestSupport
import Foundation
import Testing

/// Copies of whole photos beside the results.
struct KeptPhotoTests {
    private let folder: HistoryFolder
    private let history: History

    init() throws {
        folder = try HistoryFolder()
        history = try History(path: folder.file)
    }

    /// Adds one count with its photo for each number in the range.
    private func fill(_ range: Range<Int>, limit: Int = .max) async throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        for index in range {
            entries.append(
                try await history.add(
                    Results.count(), of: Results.image, title: "\(index)", at: 1_000 + index,
                    photos: .small(limit: limit)))
        }
        return entries
    }

    /// The titles of entries with a photo, newest first.
    private func kept() async throws -> [String] {
        var titles: [String] = []
        for entry in try await history.entries() where try await history.photo(entry.id) != nil {
            titles.append(entry.title)
        }
        return titles
    }

    @Test func largePhotosAreFitted() async throws {
        let image = RGBImage(width: 4_000, height: 1_000, red: 20, green: 90, blue: 160)
        let added = try await history.add(
            Results.count(), of: image, title: "", at: 0, photos: .small(limit: .max))
        let photo = try #require(try await history.photo(added.id))
        #expect(photo.width == 2_048)
        #expect(photo.height == 512)
        let picture = try ImageDecoder().decode(photo.jpeg)
        #expect(picture.width == 2_048)
        #expect(picture.height == 512)
        #expect(try await history.photoSize(of: added).map { [$0.width, $0.height] } == [2_048, 512])
        #expect(try await history.photoRoom() == .init(photos: 1, bytes: photo.jpeg.count))
    }

    /// Includes the result and the thumbnail of each, which take a tenth of the room.
    @Test(.enabled(if: PhotoSets.has("shelf"), "no shared/data beside the repository"))
    func aHundredPhotosTakeLessThanTwentyMegabytes() async throws {
        let paths = [
            "count/skittles_05.jpg", "count/pills_mixed.jpg", "rack/biobricks/sample1.jpg",
            "shelf/lb_two_shelves_example.jpg", "shelf/lb_one_shelf_example.jpg",
        ]
        let folder = try HistoryFolder()
        /// The file is complete once nothing has it open any more.
        func fill() async throws -> HistoryPhoto.Room {
            let history = try History(path: folder.file)
            for path in paths {
                let image = try PhotoSets.photo(path)
                #expect(image.width * image.height > 12_000_000)
                _ = try await history.add(
                    Results.count(100), of: image, title: path, at: 0, photos: .small(limit: .max))
            }
            return try await history.photoRoom()
        }
        let room = try await fill()
        let size = try folder.bytes().count
        #expect(size / paths.count * 100 < 20_000_000, "\(size)")
        #expect(room.bytes / room.photos > 100_000, "kept copies show what is on them")
    }

    @Test func smallPhotosStayAsTheyAre() async throws {
        let added = try await fill(0..<1)
        let photo = try #require(try await history.photo(added[0].id))
        #expect(photo.width == 40)
        #expect(photo.height == 30)
    }

    @Test func noneIsNone() async throws {
        let added = try await history.fill(0..<1)
        #expect(try await history.photo(added[0].id) == nil)
        #expect(try await history.photoSize(of: added[0]) == nil)
        #expect(try await history.photoRoom() == .init())
        await #expect(throws: HistoryError.notFound("0000-none")) { try await history.photo("0000-none") }
    }

    @Test func theOldestGoesFirstAndFavoritesLast() async throws {
        let entries = try await fill(0..<4)
        let one = try await history.photoRoom().bytes / 4
        try await history.setFavorite(true, of: entries[0].id)
        _ = try await fill(4..<5, limit: 3 * one)
        #expect(try await kept() == ["4", "3", "0"])
        // Entries remain without their photos.
        #expect(try await history.count() == 5)
        #expect(try await history.photoRoom() == .init(photos: 3, bytes: 3 * one))
        try await history.delete([entries[3].id], at: 2_000)
        _ = try await fill(5..<6, limit: 3 * one)
        #expect(try await kept() == ["5", "4", "0"])
        _ = try await fill(6..<7, limit: one)
        #expect(try await kept() == ["0"])
    }

    @Test func photosGoWithTheirEntries() async throws {
        let entries = try await fill(0..<3)
        try await history.delete([entries[0].id])
        #expect(try await history.photoRoom().photos == 2)
        try await history.delete([entries[1].id], at: 2_000)
        // It can be restored with its photo.
        #expect(try await history.photoRoom().photos == 2)
        try await history.restore(entries[1].id, at: 2_001)
        #expect(try await kept() == ["2", "1"])
        try await history.delete([entries[1].id], at: 2_000)
        try await history.purge(at: 9_000)
        #expect(try await history.photoRoom().photos == 1)
        try await history.clear()
        #expect(try await history.photoRoom() == .init())
    }

    @Test func replacingReplaces() async throws {
        let entry = try await fill(0..<1)[0]
        let before = try #require(try await history.photo(entry.id))
        let other = RGBImage(width: 80, height: 60, red: 20, green: 90, blue: 160)
        func replace(_ photos: HistoryPhotos) async throws -> HistoryPhoto? {
            try await history.add(
                Results.count(), of: other, title: "", at: 0, replacing: entry.id, photos: photos)
            return try await history.photo(entry.id)
        }
        #expect(try await replace(.asBefore) == before)
        #expect(try await replace(.small(limit: .max))?.width == 80)
        #expect(try await history.photoRoom().photos == 1)
        // A copy of a photo other than the analyzed one would be misleading.
        #expect(try await replace(.none) == nil)
        #expect(try await replace(.asBefore) == nil)
    }

    @Test func forgettingKeepsTheResults() async throws {
        let entries = try await fill(0..<3)
        let records = try await record(entries)
        let room = try await history.photoRoom()
        #expect(try await history.forgetPhotos() == room)
        #expect(room.photos == 3)
        #expect(try await history.photoRoom() == .init())
        #expect(try await record(entries) == records)
    }

    private func record(_ entries: [HistoryEntry]) async throws -> [HistoryRecord] {
        var records: [HistoryRecord] = []
        for entry in entries { records.append(try await history.record(entry.id)) }
        return records
    }

    @Test func olderFilesGetRoomForThem() async throws {
        let old = try HistoryFolder()
        do {
            _ = try Database(
                path: old.file, identity: HistorySchema.identity,
                migrations: Array(HistorySchema.migrations.prefix(2)))
        }
        let history = try History(path: old.file)
        #expect(try await history.photoRoom() == .init())
        let added = try await history.add(
            Results.count(), of: Results.image, title: "", at: 0, photos: .small(limit: .max))
        #expect(try await history.photo(added.id) != nil)
    }
}
