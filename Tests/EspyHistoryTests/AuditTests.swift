import Espy
import EspyStore
import Foundation
import Testing

/// The audit log of changes, which is append-only.
struct AuditTests {
    private let folder: HistoryFolder
    private let history: History
    private let ann = HistoryAuthor(by: "Ann", via: "device Phone", time: 2_000)

    init() throws {
        folder = try HistoryFolder()
        history = try History(path: folder.file)
    }

    private func box() async throws -> HistoryEntry {
        try await history.add(Results.rack, RackOptions(), of: Results.image, title: "box", at: 1_000)
    }

    @Test func everyJobHasTheSameList() async throws {
        let count = try await history.fill(2..<3)[0]
        let removed = AnalysisValue(CountCorrections(removed: [0]))
        try await history.change(count.id, HistoryChange(corrections: removed), by: ann)
        // A change without new values adds no line.
        try await history.change(count.id, HistoryChange(corrections: removed), by: ann)
        try await history.change(count.id, HistoryChange(note: "x", isFavorite: true))
        await #expect(throws: HistoryError.noAuthor) {
            try await history.change(count.id, HistoryChange(corrections: AnalysisValue(CountCorrections())))
        }
        let audit = try await history.audit(count.id)
        #expect(audit.map(\.kind) == [.count])
        #expect(audit[0].before == "3")
        #expect(audit[0].after == "2")
        #expect(audit[0].by == "Ann")
        #expect(audit[0].via == "device Phone")
        #expect(audit[0].time == 2_000)
        #expect(try await history.record(count.id).audit == audit)
    }

    @Test func whoKnowsAnOlderListChangesNothing() async throws {
        let count = try await history.fill(2..<3)[0]
        let (one, other) = (
            AnalysisValue(CountCorrections(removed: [0])), AnalysisValue(CountCorrections(removed: [1]))
        )
        try await history.change(count.id, HistoryChange(corrections: one, known: 0), by: ann)
        await #expect(throws: HistoryError.changedElsewhere) {
            try await history.change(count.id, HistoryChange(note: "x", corrections: other, known: 0), by: ann)
        }
        let record = try await history.record(count.id)
        #expect(record.corrections == one)
        #expect(record.entry.note == nil)
        try await history.change(count.id, HistoryChange(corrections: other, known: record.audit.count), by: ann)
        #expect(try await history.record(count.id).corrections == other)
    }

    @Test func valuesOfABox() async throws {
        let id = try await box().id
        var said = RackCorrections(values: [.init(row: 0, col: 1, value: "=X")], rack: "R")
        try await history.change(id, HistoryChange(corrections: AnalysisValue(said)), by: ann)
        said.values[0].value = "Y"
        try await history.change(id, HistoryChange(corrections: AnalysisValue(said)), by: .tester)
        let audit = try await history.audit(id)
        #expect(audit.map(\.kind) == [.rack, .value, .value])
        #expect(audit.map(\.place) == [nil, "A2", "A2"])
        #expect(audit.map(\.after) == ["R", "=X", "Y"])
        #expect(audit.map(\.before) == [nil, nil, "=X"])
        #expect(audit[2].via == "a test")
        #expect(AuditEvent.csv(audit).contains("value,A2,,'=X,Ann,device Phone"))
        // The box is found by the code that was typed.
        #expect(try await history.entries(of: "R").map(\.id) == [id])
        #expect(try await history.lastScan(of: "R", before: 1) == nil)
        for code in ["r", "y"] { #expect(try await history.entries(withCode: code).map(\.id) == [id]) }
        // Replaced codes are gone.
        for code in ["=X", "value", ""] { #expect(try await history.entries(withCode: code).isEmpty) }
    }

    @Test func nothingIsTakenOut() async throws {
        let id = try await box().id
        try await history.setConfirmation(.init(by: "Ann", time: 5), of: id, by: ann)
        #expect(try await history.audit(id).map(\.by) == ["Ann"])
        // After another reading, the log continues.
        let again = try await history.add(
            Results.rack, RackOptions(), of: Results.image, title: "box", at: 3_000, replacing: id, by: ann)
        let audit = try await history.audit(again.id)
        #expect(again.id == id)
        #expect(audit.map(\.kind) == [.confirmation, .reading, .confirmation])
        #expect(audit.map(\.number) == audit.map(\.number).sorted())
        // It ends with the entry.
        try await history.delete([id])
        #expect(try await history.count() == 0)
        let left = try Database(
            path: folder.file, identity: HistorySchema.identity, migrations: HistorySchema.migrations
        ).query("SELECT count(*) FROM audit") { (row) throws(StoreError) in try row.integer(0) }
        #expect(left == [0])
    }

    @Test func turnedBoxesSayWhoTurnedThem() async throws {
        let id = try await box().id
        let view = RackView(a1: .topRight)
        let entry = try await history.turn(id, to: view, by: ann)
        #expect((entry.rows, entry.cols) == (2, 1))
        #expect(entry.parameters == AnalysisValue(RackOptions(view: view)))
        #expect(try await history.audit(id).map(\.after) == ["top-right"])
        try await history.turn(id, to: view, by: ann)
        #expect(try await history.audit(id).count == 1)
        let count = try await history.fill(0..<1)[0].id
        await #expect(throws: HistoryError.unusableCorrections) { try await history.turn(count, to: view, by: ann) }
    }
}
