import Espy
import EspyStore
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
