import Espy
import Foundation
import Testing

/// Deletion that can be undone.
struct DeletionTests {
    private let folder: HistoryFolder
    private let history: History

    init() throws {
        folder = try HistoryFolder()
        history = try History(path: folder.file, limit: 100)
    }

    @Test func deletedEntriesAreNowhere() async throws {
        let added = try await history.fill(0..<3)
        let id = added[1].id
        try await history.delete([id], at: 2_000)
        #expect(try await history.entries() == [added[2], added[0]])
        #expect(try await history.count() == 2)
        await #expect(throws: HistoryError.notFound(id)) { try await history.entry(id) }
        await #expect(throws: HistoryError.notFound(id)) { try await history.record(id) }
        await #expect(throws: HistoryError.notFound(id)) { try await history.thumbnail(id) }
        await #expect(throws: HistoryError.notFound(id)) { try await history.setNote("x", of: id) }
        await #expect(throws: HistoryError.notFound(id)) { try await history.delete([id], at: 2_000) }
        await #expect(throws: HistoryError.notFound(id)) { try await history.delete([id]) }
    }

    @Test func restoredEntriesAreAsBefore() async throws {
        let added = try await history.fill(0..<3)
        let record = try await history.record(added[1].id)
        try await history.delete([added[1].id], at: 2_000)
        // Another process may do it.
        let other = try History(path: folder.file)
        #expect(try await other.restore(String(added[1].id.prefix(18)), at: 2_599) == added[1])
        #expect(try await history.entries() == added.reversed())
        #expect(try await history.record(added[1].id) == record)
        await #expect(throws: HistoryError.notFound(added[1].id)) { try await history.restore(added[1].id, at: 2_600) }
    }

    @Test func afterTenMinutesItIsTooLate() async throws {
        let added = try await history.fill(0..<1)
        try await history.delete([added[0].id], at: 2_000)
        await #expect(throws: HistoryError.notFound(added[0].id)) { try await history.restore(added[0].id, at: 2_600) }
        // Now it is really gone.
        await #expect(throws: HistoryError.notFound(added[0].id)) { try await history.restore(added[0].id, at: 2_000) }
    }

    @Test func everyChangePurges() async throws {
        let added = try await history.fill(0..<4)
        try await history.delete([added[0].id], at: 2_000)
        try await history.delete([added[1].id], at: 2_700)
        await #expect(throws: HistoryError.self) { try await history.restore(added[0].id, at: 2_000) }
        _ = try await history.add(Results.count(), of: Results.image, title: "", at: 3_400)
        await #expect(throws: HistoryError.self) { try await history.restore(added[1].id, at: 2_700) }
        try await history.delete([added[2].id], at: 4_000)
        try await history.purge(at: 4_599)
        try await history.restore(added[2].id, at: 4_599)
    }

    @Test func allOrNone() async throws {
        let added = try await history.fill(0..<2)
        let unknown = "00000000-0000-4000-8000-000000000000"
        await #expect(throws: HistoryError.notFound(unknown)) {
            try await history.delete([added[0].id, unknown], at: 2_000)
        }
        #expect(try await history.count() == 2)
    }

    @Test func restoreWantsAClearBeginning() async throws {
        let added = try await history.fill(0..<40)
        try await history.delete(added.map(\.id), at: 2_000)
        let digits = Dictionary(grouping: added) { $0.id.prefix(1) }
        let shared = String(try #require(digits.first { $0.value.count > 1 }).key)
        await #expect(throws: HistoryError.ambiguous(shared)) { try await history.restore(shared, at: 2_000) }
        for wrong in ["", "zz", "%"] {
            await #expect(throws: HistoryError.notFound(wrong)) { try await history.restore(wrong, at: 2_000) }
        }
    }

    @Test func deletedOnesDoNotCountAmongTheHundred() async throws {
        let added = try await history.fill(0..<100)
        try await history.delete([added[99].id], at: 2_000)
        _ = try await history.fill(100..<101)
        #expect(try await history.count() == 100)
        #expect(try await history.entry(added[0].id) == added[0])
        // The next deletion removes the surplus.
        try await history.restore(added[99].id, at: 2_001)
        _ = try await history.fill(101..<102)
        #expect(try await history.count() == 100)
        await #expect(throws: HistoryError.notFound(added[1].id)) { try await history.entry(added[1].id) }
        _ = try await history.entry(added[99].id)
    }

    @Test func clearingIsFinal() async throws {
        let added = try await history.fill(0..<3)
        try await history.setFavorite(true, of: added[0].id)
        try await history.delete([added[1].id], at: 2_000)
        // Only visible entries are reported.
        #expect(try await history.clear(keepingFavorites: true) == 1)
        await #expect(throws: HistoryError.notFound(added[1].id)) { try await history.restore(added[1].id, at: 2_000) }
        #expect(try await history.entries().map(\.id) == [added[0].id])
    }

    @Test func oneResultTakesThePlaceOfAnother() async throws {
        let added = try await history.fill(0..<3)
        try await history.change(added[0].id, HistoryChange(note: "mine", isFavorite: true))
        let new = try await history.add(
            Results.count(9), of: Results.image, title: "again", at: 2_000, replacing: added[0].id)
        #expect(new.id == added[0].id)
        #expect(new.note == "mine")
        #expect(new.isFavorite)
        #expect(new.count == 9)
        #expect(new.position > added[2].position)
        #expect(try await history.entries() == [new, added[2], added[1]])
        // An entry that disappeared meanwhile is not an error.
        try await history.delete([added[1].id], at: 2_000)
        let other = try await history.add(
            Results.rack, .init(), of: Results.image, title: "", at: 2_000, replacing: added[1].id)
        #expect(other.id != added[1].id)
        #expect(try await history.count() == 3)
    }
}
