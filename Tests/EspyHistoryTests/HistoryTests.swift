import Espy
import Foundation
import Testing

struct HistoryTests {
    private let folder: HistoryFolder
    private let history: History

    init() throws {
        folder = try HistoryFolder()
        history = try History(path: folder.file, limit: 100)
    }

    @Test func countComesBackWhole() async throws {
        let count = Results.count()
        let added = try await history.add(count, of: Results.image, title: "tray.jpg", at: 1_771_597_822)
        let record = try await History(path: folder.file).record(added.id)
        #expect(record.entry == added)
        #expect(record.result == AnyAnalysis(count))
        #expect(added.kind == .count)
        #expect(added.count == 3)
        #expect(added.range == .init(low: 3, high: 4))
        #expect(added.title == "tray.jpg")
        #expect(added.time == 1_771_597_822)
        #expect(!added.isFavorite)
        #expect(added.parameters == AnalysisValue(count.parameters))
        #expect(added.rows == nil)
        #expect(UUID(uuidString: added.id) != nil)
        #expect(added.id == added.id.lowercased())
    }

    @Test func rackComesBackWhole() async throws {
        let options = RackOptions(grid: .size(rows: 1, columns: 2))
        let added = try await history.add(Results.rack, options, of: Results.image, title: "box", at: 5)
        let record = try await history.record(added.id)
        #expect(record.result == AnyAnalysis(Results.rack))
        #expect(record.entry == added)
        #expect(added.rows == 1)
        #expect(added.cols == 2)
        #expect(added.range == nil)
        #expect(added.parameters == AnalysisValue(options))
    }

    /// The codes of a puck are numbered in reading order, which is no size of a box.
    @Test(arguments: [Rack.Layout.named, .unordered])
    func containersWithoutRowsHaveNoSize(layout: Rack.Layout) async throws {
        var rack = Results.rack
        rack.layout = layout
        let added = try await history.add(rack, RackOptions(), of: Results.image, title: "puck", at: 5)
        #expect(added.rows == nil)
        #expect(added.cols == nil)
    }

    @Test func thumbnailIsASmallSquareJPEG() async throws {
        let added = try await history.add(Results.count(), of: Results.image, title: "", at: 0)
        let jpeg = try await history.thumbnail(added.id)
        let picture = try ImageDecoder().decode(jpeg)
        #expect(picture.width == 200)
        #expect(picture.height == 200)
        #expect(jpeg.starts(with: [0xFF, 0xD8]))
        #expect(jpeg.count < 12_000)
        #expect(try await history.thumbnails(of: [added]) == [added.id: jpeg])
    }

    @Test func newestComesFirst() async throws {
        let added = try await history.fill(0..<5)
        #expect(try await history.entries() == added.reversed())
        // Clocks are sometimes set back; the order is that of insertion.
        let last = try await history.add(Results.count(), of: Results.image, title: "past", at: -5)
        #expect(try await history.entries(limit: 1) == [last])
    }

    @Test func pagesJoin() async throws {
        let added = try await history.fill(0..<25)
        var pages: [[HistoryEntry]] = []
        while pages.last?.isEmpty != true {
            pages.append(try await history.entries(before: pages.last?.last?.position, limit: 10))
        }
        #expect(pages.map(\.count) == [10, 10, 5, 0])
        #expect(pages.flatMap(\.self) == added.reversed())
        #expect(try await history.entries(limit: 0).isEmpty)
        #expect(try await history.entries(limit: -1).isEmpty)
    }

    @Test func kindsAreToldApart() async throws {
        _ = try await history.fill(0..<3)
        let rack = try await history.add(Results.rack, .init(), of: Results.image, title: "", at: 0)
        #expect(try await history.entries(kind: .rack) == [rack])
        #expect(try await history.entries(kind: .count).count == 3)
        #expect(try await history.count(of: .count) == 3)
        #expect(try await history.count() == 4)
    }

    @Test func oneHundredAndTenLeaveOneHundred() async throws {
        let added = try await history.fill(0..<110)
        #expect(try await history.entries() == added.suffix(100).reversed())
        for entry in added.prefix(10) {
            await #expect(throws: HistoryError.notFound(entry.id)) { try await history.record(entry.id) }
            await #expect(throws: HistoryError.notFound(entry.id)) { try await history.thumbnail(entry.id) }
        }
        // Their thumbnails and results are gone with them.
        #expect(try await history.thumbnails(of: Array(added.prefix(10))).isEmpty)
    }

    @Test func aLowerLimitTellsWhatGoes() async throws {
        let added = try await history.fill(0..<90)
        try await history.setFavorite(true, of: added[0].id)
        try await history.delete([added[89].id], at: 1_771_597_822)
        #expect(try await history.counts(beyond: 88) == 0)
        #expect(try await history.counts(beyond: 80) == 8)
        #expect(try await history.count(of: .count) == 89)
        #expect(try await history.deleteCounts(beyond: 80) == 8)
        #expect(try await history.entries().map(\.id) == (added[9..<89].reversed() + [added[0]]).map(\.id))
        #expect(try await history.restore(added[89].id, at: 1_771_597_823).id == added[89].id)
        // Later additions obey the limit that applies then.
        let image = Results.image
        for time in 0..<3 {
            try await history.add(Results.count(3), .init(), of: image, title: "late", at: time, limit: 10)
        }
        #expect(try await history.entries(kind: .count).count == 11)
    }

    @Test func favoritesAndRacksDoNotCount() async throws {
        let favorites = try await history.fill(0..<7)
        for favorite in favorites { try await history.setFavorite(true, of: favorite.id) }
        for number in 0..<120 {
            _ = try await history.add(Results.rack, .init(), of: Results.image, title: "\(number)", at: 0)
        }
        let added = try await history.fill(7..<117)
        let kept = try await history.entries(kind: .count)
        #expect(kept.count == 107)
        #expect(kept.prefix(100) == added.suffix(100).reversed()[...])
        #expect(Set(kept.suffix(7).map(\.id)) == Set(favorites.map(\.id)))
        #expect(kept.filter(\.isFavorite).count == 7)
        #expect(try await history.count(of: .rack) == 120)
    }

    @Test func formerFavoriteIsAmongTheNextToGo() async throws {
        let first = try await history.fill(0..<1)[0]
        try await history.setFavorite(true, of: first.id)
        _ = try await history.fill(1..<101)
        try await history.setFavorite(false, of: first.id)
        #expect(try await history.count() == 101)
        _ = try await history.fill(101..<102)
        #expect(try await history.count() == 100)
        await #expect(throws: HistoryError.notFound(first.id)) { try await history.entry(first.id) }
    }

    @Test func notes() async throws {
        let entry = try await history.fill(0..<1)[0]
        try await history.setNote("shelf 3", of: entry.id)
        #expect(try await history.entry(entry.id).note == "shelf 3")
        try await history.setNote(nil, of: entry.id)
        #expect(try await history.entry(entry.id).note == nil)
        await #expect(throws: HistoryError.notFound("x")) { try await history.setNote("", of: "x") }
        await #expect(throws: HistoryError.notFound("x")) { try await history.setFavorite(true, of: "x") }
    }

    @Test func deletingIsAllOrNothing() async throws {
        let added = try await history.fill(0..<4)
        let unknown = "00000000-0000-4000-8000-000000000000"
        await #expect(throws: HistoryError.notFound(unknown)) {
            try await history.delete([added[0].id, unknown])
        }
        #expect(try await history.count() == 4)
        try await history.delete([added[0].id, added[2].id, added[0].id])
        #expect(try await history.entries().map(\.title) == ["3", "1"])
    }

    @Test func clearing() async throws {
        let added = try await history.fill(0..<6)
        try await history.setFavorite(true, of: added[2].id)
        _ = try await history.add(Results.rack, .init(), of: Results.image, title: "", at: 0)
        let full = try folder.bytes().count
        #expect(try await history.clear(kind: .count, keepingFavorites: true) == 5)
        #expect(try await history.entries().map(\.kind) == [.rack, .count])
        #expect(try await history.clear(kind: .count) == 1)
        #expect(try await history.clear() == 1)
        #expect(try await history.clear() == 0)
        #expect(try folder.bytes().count < max(full, 80_000))
    }

    @Test func beginningOfAnIDIsEnough() async throws {
        let added = try await history.fill(0..<40)
        for entry in added {
            #expect(try await history.entry(String(entry.id.prefix(20)).uppercased()) == entry)
        }
        // Forty identifiers start with one of sixteen digits, so some share the first.
        let digits = Dictionary(grouping: added) { $0.id.prefix(1) }
        let shared = try #require(digits.first { $0.value.count > 1 }).key
        await #expect(throws: HistoryError.ambiguous(String(shared))) { try await history.entry(String(shared)) }
        for wrong in ["", "zz", "' OR 1=1", "%", "_", added[0].id + "0"] {
            await #expect(throws: HistoryError.notFound(wrong)) { try await history.entry(wrong) }
        }
        let short = String(added[0].id.prefix(20))
        await #expect(throws: HistoryError.notFound(short)) { try await history.record(short) }
    }

    @Test func infiniteNumbersAreRefused() async throws {
        var count = Results.count()
        count.stages[0].ms = .infinity
        await #expect(throws: HistoryError.notStorable) {
            try await history.add(count, of: Results.image, title: "", at: 0)
        }
        #expect(try await history.count() == 0)
    }

    /// The last one is finite, but not as a 32-bit float, in which detections are stored.
    @Test(arguments: [Double.nan, .infinity, 1e300]) func boxesBeyondAFloatAreRefused(number: Double) async throws {
        var count = Results.count()
        count.detections[1].y = number
        await #expect(throws: HistoryError.notStorable) {
            try await history.add(count, of: Results.image, title: "", at: 0)
        }
        #expect(try await history.count() == 0)
    }

    @Test func pictureWithoutPixelsStillHasAThumbnail() async throws {
        let empty = RGBImage(width: 0, height: 0, pixels: [])
        let added = try await history.add(Results.count(0), of: empty, title: "", at: 0)
        let jpeg = try await history.thumbnail(added.id)
        #expect(try ImageDecoder().decode(jpeg).width == 200)
    }

    @Test func fileStaysSmall() async throws {
        // More things in every photo than ever occur.
        let count = Results.count(5_000)
        for _ in 0..<12 { _ = try await history.add(count, of: Results.image, title: "", at: 0) }
        let log = try FileManager.default.attributesOfItem(atPath: folder.file + "-wal")[.size] as? Int ?? 0
        let size = try folder.bytes().count
        #expect(Double(size) / 12 * 100 < 20_000_000)
        #expect(log < 8_000_000)
    }
}
