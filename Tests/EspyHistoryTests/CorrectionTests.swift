import Espy
import EspyStore
import EspyTestSupport
import Foundation
import Testing

/// Corrections in the history, and files older than corrections.
struct CorrectionTests {
    private let folder: HistoryFolder
    private let history: History

    init() throws {
        folder = try HistoryFolder()
        history = try History(path: folder.file)
    }

    private func correct(_ id: String, _ corrections: CountCorrections) async throws -> HistoryEntry {
        try await history.change(id, HistoryChange(corrections: AnalysisValue(corrections)), by: .tester)
    }

    @Test func entrySaysTheCorrectedNumber() async throws {
        let added = try await history.fill(2..<3)[0]
        let changed = try await correct(
            added.id, .init(added: [Rect(x: 1, y: 1, width: 4, height: 4)], removed: [0, 1]))
        #expect(changed.count == 2)
        #expect(changed.isCorrected)
        #expect(changed.range == .init(low: 2, high: 2))
        let record = try await History(path: folder.file).record(added.id)
        #expect(record.entry == changed)
        #expect(record.result == AnyAnalysis(Results.count(3)))
        guard let count = record.corrected.as(Count.self) else {
            Issue.record("no count")
            return
        }
        #expect(count.count == 2)
        #expect(count.detections.count == 4)
        #expect(try await history.entries() == [changed])
    }

    @Test func newCorrectionsTakeThePlaceOfOldOnes() async throws {
        let id = try await history.fill(2..<3)[0].id
        _ = try await correct(id, .init(removed: [0]))
        #expect(try await correct(id, .init(removed: [1, 2])).count == 1)
        #expect(try await history.record(id).corrections == AnalysisValue(CountCorrections(removed: [1, 2])))
        let none = try await correct(id, .init())
        #expect(none.count == 3)
        #expect(!none.isCorrected)
        let record = try await history.record(id)
        #expect(record.corrections == nil)
        #expect(record.corrected == record.result)
    }

    @Test func whatDoesNotFitChangesNothing() async throws {
        let id = try await history.fill(2..<3)[0].id
        let wrong = [AnalysisValue(CountCorrections(removed: [3])), AnalysisValue(RackCorrections())]
        for corrections in wrong {
            await #expect(throws: HistoryError.unusableCorrections) {
                try await history.change(id, HistoryChange(title: "new", corrections: corrections), by: .tester)
            }
        }
        let infinite = CountCorrections(added: [Rect(x: 0, y: 0, width: .infinity, height: 1)])
        await #expect(throws: HistoryError.unusableCorrections) { try await correct(id, infinite) }
        #expect(try await history.entry(id).title == "2")
    }

    @Test func severalChangesAtOnce() async throws {
        let id = try await history.fill(0..<1)[0].id
        let change = HistoryChange(
            title: "t", note: "n", isFavorite: true, corrections: AnalysisValue(CountCorrections(removed: [0])))
        let changed = try await history.change(id, change, by: .tester)
        #expect(changed.title == "t")
        #expect(changed.note == "n")
        #expect(changed.isFavorite)
        #expect(changed.count == 0)
        #expect(try await history.change(id, HistoryChange(), by: .tester) == changed)
        #expect(try await history.change(id, HistoryChange(note: .some(nil)), by: .tester).note == nil)
        await #expect(throws: HistoryError.notFound("x")) { try await history.change("x", HistoryChange()) }
    }

    @Test func correctionsGoWithTheirEntry() async throws {
        let id = try await history.fill(0..<1)[0].id
        _ = try await correct(id, .init(removed: [0]))
        try await history.delete([id], at: 0)
        #expect(try await history.restore(id, at: 0).isCorrected)
        let new = try await history.add(Results.count(), of: Results.image, title: "", at: 1, replacing: id)
        #expect(!new.isCorrected)
        #expect(try await history.record(id).corrections == nil)
    }

    /// Counting again drops the word of a recipe that is no longer used, but not a name that the user gave.
    @Test func namesOfThingsGoWithTheirResult() async throws {
        var byRecipe = Results.count(3)
        byRecipe.recipe = .init(name: "Tarts", things: .init("tarts", one: "tart"))
        func add(_ count: Count, replacing old: String? = nil) async throws -> HistoryEntry {
            try await history.add(count, of: Results.image, title: "tray.jpg", at: 1, replacing: old)
        }
        let first = try await add(byRecipe)
        #expect(first.title == "tray.jpg · tarts")
        byRecipe.count = 1
        #expect(try await add(byRecipe).title == "tray.jpg · tart")
        #expect(try await add(Results.count(3), replacing: first.id).title == "tray.jpg")
        let named = HistoryChange(title: "tray.jpg · old tarts")
        _ = try await history.change(first.id, named, by: .tester)
        #expect(try await add(Results.count(4), replacing: first.id).title == "tray.jpg · old tarts")
        #expect(try await add(byRecipe, replacing: first.id).title == "tray.jpg · old tarts")
        #expect(try await history.entry(first.id).title == "tray.jpg · old tarts")
    }

    @Test func damagedCorrectionsAreTold() async throws {
        let id = try await history.fill(0..<1)[0].id
        _ = try await correct(id, .init(removed: [0]))
        let database = try Database(
            path: folder.file, identity: HistorySchema.identity, migrations: HistorySchema.migrations)
        try database.execute("UPDATE correction SET json = '{'")
        await #expect(throws: HistoryError.damaged(id: id)) { try await history.record(id) }
    }

    /// A file as the first version wrote it.
    @Test func oldFilesAreBroughtUpToDate() async throws {
        let old = try HistoryFolder()
        do {
            let database = try Database(
                path: old.file, identity: HistorySchema.identity, migrations: [HistorySchema.migrations[0]])
            try database.execute(
                """
                INSERT INTO entry (id, kind, time, title, count, parameters)
                VALUES ('0000000a-0000-4000-8000-000000000000', 'rack', 5, 'box', 2, '{"grid":"auto","looksTwice":true}')
                """)
        }
        let entries = try await History(path: old.file).entries()
        #expect(entries.map(\.title) == ["box"])
        #expect(entries[0].parameters == AnalysisValue(RackOptions()))
        #expect(!entries[0].isCorrected)
        #expect(entries[0].count == 2)
        try await History(path: old.file).delete([entries[0].id], at: 0)
        #expect(try await History(path: old.file).restore("0000000a", at: 1) == entries[0])
    }
}

/// The small picture of a result that was corrected.
struct CorrectedThumbnailTests {
    private let folder: HistoryFolder
    private let history: History

    init() throws {
        folder = try HistoryFolder()
        history = try History(path: folder.file)
    }

    private static let photo = RGBImage(width: 400, height: 300, red: 255, green: 255, blue: 255)

    /// One thing at the left, in a photo of twice the size of the kept one.
    private func add(keeping photos: HistoryPhotos = .small(limit: .max)) async throws -> HistoryEntry {
        var count = Results.count(1)
        (count.width, count.height) = (800, 600)
        count.detections[0] = .init(
            x: 40, y: 200, width: 200, height: 200, confidence: 1, cluster: 1, main: true, doubt: 0)
        return try await history.add(count, of: Self.photo, title: "", at: 0, photos: photos)
    }

    private func correct(_ id: String, _ corrections: CountCorrections) async throws -> HistoryEntry {
        try await history.change(id, HistoryChange(corrections: AnalysisValue(corrections)), by: .tester)
    }

    /// The share of pixels that are no gray.
    private func colored(_ jpeg: [UInt8]) throws -> Double {
        let picture = try ImageDecoder().decode(jpeg)
        let colored = stride(from: 0, to: picture.pixels.count, by: 3).count { start in
            let pixel = picture.pixels[start..<(start + 3)]
            return Int(pixel.max() ?? 0) - Int(pixel.min() ?? 0) > 40
        }
        return Double(colored) / Double(picture.width * picture.height)
    }

    @Test func itFollowsEachCorrection() async throws {
        let added = try await add()
        let first = try await history.thumbnail(added.id)
        #expect(try colored(first) > 0.02)
        let without = try await correct(added.id, .init(removed: [0]))
        #expect(without.version == added.version + 1)
        // Removed things have another color, and the whole photo is shown instead of the most certain thing.
        let second = try await history.thumbnail(added.id)
        #expect(second != first)
        // As it was: the picture is the first one again, of another version.
        let back = try await correct(added.id, .init())
        #expect(back.version == added.version + 2)
        // The first one was made of the photo before that became a JPEG, so that they are alike and no more.
        let third = try await history.thumbnail(added.id)
        #expect(abs(try colored(third) - colored(first)) < 0.002)
        #expect(third != second)
    }

    /// Of a box it shows the box, and not what lies at its place in the smaller photo that is kept.
    @Test func aBoxStaysInTheMiddle() async throws {
        var photo = RGBImage(width: 4_096, height: 1_024, red: 255, green: 255, blue: 255)
        for y in 0..<1_024 {
            photo.pixels.replaceSubrange(
                3 * (4_096 * y + 3_072)..<3 * 4_096 * (y + 1), with: repeatElement(0, count: 3_072))
        }
        var rack = Results.rack
        (rack.width, rack.height) = (4_096, 1_024)
        rack.outline = Quad(Rect(x: 3_200, y: 100, width: 800, height: 800))
        let id = try await history.add(rack, .init(), of: photo, title: "", at: 0, photos: .small(limit: .max)).id
        let typed = RackCorrections(values: [.init(row: 0, col: 0, value: "A")])
        try await history.change(id, HistoryChange(corrections: AnalysisValue(typed)), by: .tester)
        let picture = try ImageDecoder().decode(try await history.thumbnail(id))
        #expect(picture.pixels[3 * (200 * 150 + 100)] < 40)
    }

    @Test func itIsDrawnOnceForAll() async throws {
        let added = try await add()
        let changed = try await correct(added.id, .init(added: [Rect(x: 500, y: 200, width: 180, height: 190)]))
        let all = try await history.thumbnails(of: [changed])
        // Without the photo it could not be drawn again.
        try await history.forgetPhotos()
        #expect(try await history.thumbnail(added.id) == all[added.id])
        #expect(try await History(path: folder.file).thumbnails(of: [changed]) == all)
    }

    @Test func withoutAPhotoTheOldOneStays() async throws {
        let added = try await add(keeping: .none)
        let first = try await history.thumbnail(added.id)
        let changed = try await correct(added.id, .init(removed: [0]))
        #expect(changed.version == added.version + 1)
        #expect(try await history.thumbnail(added.id) == first)
        #expect(try await history.thumbnails(of: [changed]) == [added.id: first])
    }

    @Test func whatChangesNothingDrawsNothing() async throws {
        let added = try await add()
        let first = try await history.thumbnail(added.id)
        #expect(try await correct(added.id, .init()).version == added.version)
        try await history.setNote("n", of: added.id)
        #expect(try await history.thumbnail(added.id) == first)
        let corrected = try await correct(added.id, .init(removed: [0]))
        #expect(try await correct(added.id, .init(removed: [0])).version == corrected.version)
    }

    @Test func aDamagedPhotoLeavesTheOldOne() async throws {
        let added = try await add()
        let first = try await history.thumbnail(added.id)
        let database = try Database(
            path: folder.file, identity: HistorySchema.identity, migrations: HistorySchema.migrations)
        try database.execute("UPDATE photo SET jpeg = ?", [.bytes([0xFF, 0xD8, 0xFF])])
        _ = try await correct(added.id, .init(removed: [0]))
        #expect(try await history.thumbnail(added.id) == first)
    }

    /// Thumbnails and other work continue while another process writes; the drawn one cannot be stored then.
    @Test func itIsShownWhileAnotherProcessWrites() async throws {
        let added = try await add()
        let first = try await history.thumbnail(added.id)
        _ = try await correct(added.id, .init(removed: [0]))
        let other = try OtherProcess("hold", folder.file, "60")
        other.waitForOutput()
        let impatient = try History(path: folder.file, patience: .milliseconds(50))
        let drawn = try await impatient.thumbnail(added.id)
        #expect(drawn != first)
        _ = try other.lines(killing: true)
        #expect(try await history.thumbnail(added.id) == drawn)
    }

    /// Those that were corrected before there were versions are drawn when they are next asked for.
    @Test func picturesOfOlderFilesCatchUp() async throws {
        let ids = [try await add().id, try await add().id]
        let first = try await history.thumbnail(ids[0])
        _ = try await correct(ids[0], .init(removed: [0]))
        do {
            let database = try Database(
                path: folder.file, identity: HistorySchema.identity, migrations: HistorySchema.migrations)
            for table in ["entry", "thumbnail"] { try database.execute("ALTER TABLE \(table) DROP COLUMN version") }
            try database.execute("PRAGMA user_version = 6")
        }
        let opened = try History(path: folder.file)
        #expect(try await opened.entry(ids[0]).version == 1)
        #expect(try await opened.entry(ids[1]).version == 0)
        #expect(try await opened.thumbnail(ids[0]) != first)
        #expect(try await opened.thumbnail(ids[1]) == first)
    }
}
