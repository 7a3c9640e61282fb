import Espy
import EspyStore
import Foundation
import Testing

/// A second person confirms a result.
struct ConfirmationTests {
    private let folder: HistoryFolder
    private let history: History
    private let ann = HistoryEntry.Confirmation(by: "Ann", time: 5_000)

    init() throws {
        folder = try HistoryFolder()
        history = try History(path: folder.file)
    }

    @Test func isKeptAndTakenBack() async throws {
        let entry = try await history.fill(0..<1)[0]
        #expect(entry.confirmation == nil)
        try await history.setConfirmation(ann, of: entry.id, by: .tester)
        #expect(try await History(path: folder.file).entry(entry.id).confirmation == ann)
        #expect(try await history.entries()[0].confirmation == ann)
        try await history.setConfirmation(nil, of: entry.id, by: .tester)
        #expect(try await history.entry(entry.id) == entry)
    }

    @Test func whatIsChangedLaterIsNotConfirmed() async throws {
        let id = try await history.fill(2..<3)[0].id
        try await history.setConfirmation(ann, of: id, by: .tester)
        try await history.setNote("shelf 3", of: id)
        #expect(try await history.entry(id).confirmation == ann)
        let corrections = AnalysisValue(CountCorrections(removed: [0]))
        #expect(
            try await history.change(id, HistoryChange(corrections: corrections), by: .tester).confirmation == nil)
        try await history.setConfirmation(ann, of: id, by: .tester)
        // A change without new values keeps the confirmation.
        #expect(
            try await history.change(id, HistoryChange(corrections: corrections), by: .tester).confirmation == ann)
        let none = AnalysisValue(CountCorrections())
        #expect(try await history.change(id, HistoryChange(corrections: none), by: .tester).confirmation == nil)
    }

    @Test func correctingAndConfirmingAtOnceIsOne() async throws {
        let id = try await history.fill(2..<3)[0].id
        let change = HistoryChange(confirmation: ann, corrections: AnalysisValue(CountCorrections(removed: [0])))
        #expect(try await history.change(id, change, by: .tester).confirmation == ann)
    }

    @Test func aNewCountIsNotConfirmed() async throws {
        let id = try await history.fill(2..<3)[0].id
        try await history.setConfirmation(ann, of: id, by: .tester)
        let new = try await history.add(
            Results.count(4), of: Results.image, title: "again", at: 6_000, replacing: id)
        #expect(new.id == id)
        #expect(new.confirmation == nil)
        #expect(try await history.entry(id).confirmation == nil)
    }

    @Test func tablesNameWhoHasChecked() throws {
        let entry = HistoryEntry(
            id: "0", kind: .count, time: 0, title: "a", count: 1,
            confirmation: .init(by: "=Ann", time: 1_771_597_822), position: 1)
        let lines = HistoryEntry.csv([entry]).split(separator: "\r\n")
        #expect(lines[0].hasSuffix(",note,confirmed_by,confirmed"))
        #expect(lines[1].hasSuffix(",,'=Ann,2026-02-20T14:30:22Z"))
    }

    @Test func namesOfPeople() {
        for name in ["Ann", "Zoë van der Meer", "李"] { #expect(HistoryEntry.Confirmation.isName(name), "\(name)") }
        for name in ["", "  ", "a\nb", "a\u{2028}b", "a\u{1B}b", String(repeating: "x", count: 81)] {
            #expect(!HistoryEntry.Confirmation.isName(name), "\(name)")
        }
    }

    @Test func filesOfEarlierVersionsHaveNone() async throws {
        let old = try HistoryFolder()
        do {
            let database = try Database(
                path: old.file, identity: HistorySchema.identity,
                migrations: Array(HistorySchema.migrations.prefix(3)))
            try database.execute(
                """
                INSERT INTO entry (id, kind, time, title, count, parameters)
                VALUES ('0000000a-0000-4000-8000-000000000000', 'rack', 5, 'box', 2, '{"grid":"auto","looksTwice":true}')
                """)
        }
        let history = try History(path: old.file)
        #expect(try await history.entry("0000000a").confirmation == nil)
        try await history.setConfirmation(ann, of: "0000000a-0000-4000-8000-000000000000", by: .tester)
        #expect(try await history.entry("0000000a").confirmation == ann)
    }
}
