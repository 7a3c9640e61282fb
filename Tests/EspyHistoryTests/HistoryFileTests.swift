import Espy
import EspyTestSupport
import Foundation
import Testing

/// Histories that cannot be used, permanently or temporarily.
struct HistoryFileTests {
    private let folder: HistoryFolder

    init() throws { folder = try HistoryFolder() }

    @Test func anotherProcessIsWriting() async throws {
        let history = try History(path: folder.file, patience: .milliseconds(100))
        _ = try await history.fill(0..<1)
        let other = try OtherProcess("hold", folder.file, "60")
        other.waitForOutput()
        await #expect(throws: HistoryError.store(.locked(path: folder.file))) { try await history.fill(1..<2) }
        // Reading is possible all the time.
        #expect(try await History(path: folder.file).entries().count == 1)
        _ = try other.lines(killing: true)
        _ = try await history.fill(1..<2)
        #expect(try await history.count() == 2)
    }

    @Test func anotherProcessHasItForItselfAlone() async throws {
        do { _ = try await History(path: folder.file).fill(0..<1) }
        let other = try OtherProcess("own", folder.file, "60")
        other.waitForOutput()
        #expect(throws: HistoryError.store(.locked(path: folder.file))) {
            try History(path: folder.file, patience: .milliseconds(100))
        }
        _ = try other.lines(killing: true)
        #expect(try await History(path: folder.file).entries().count == 1)
    }

    @Test func severalProcessesLoseNothing() async throws {
        let others = try (0..<2).map { _ in try OtherProcess("save", folder.file, "40") }
        let history = try History(path: folder.file, patience: .seconds(60))
        var kept = try await history.fill(0..<20).map(\.id)
        for other in others {
            kept += try other.lines().compactMap { $0.split(separator: " ").last.map(String.init) }
            #expect(other.status == 0)
        }
        #expect(kept.count == 100)
        #expect(try await Set(history.entries().map(\.id)) == Set(kept))
    }

    @Test func newerFileIsLeftAlone() throws {
        do { _ = try History(path: folder.file) }
        var bytes = try folder.bytes()
        // The version of the schema, big endian, in the file's header.
        bytes[60..<64] = [0, 0, 1, 0]
        try folder.write(bytes)
        #expect(throws: HistoryError.store(.tooNew(path: folder.file, version: 256))) {
            try History(path: folder.file)
        }
        #expect(try folder.bytes() == bytes)
    }

    @Test func otherFilesAreLeftAlone() throws {
        for text in ["not a database", String(repeating: "SQLite", count: 3_000)] {
            try folder.write(Array(text.utf8))
            let error = #expect(throws: HistoryError.self) { try History(path: folder.file) }
            guard case .store(.corrupt(folder.file, _)) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(try folder.bytes() == Array(text.utf8))
        }
    }

    /// Reads and changes everything. Any answer and any error will do.
    private func use(_ path: String) async throws(HistoryError) {
        let history = try History(path: path)
        let entries = try await history.entries()
        _ = try await history.thumbnails(of: entries)
        for entry in entries.prefix(3) { _ = try await history.record(entry.id) }
        _ = try await history.add(Results.count(), of: Results.image, title: "new", at: 0)
        if let last = entries.last { try await history.delete([last.id]) }
        if let damage = try await history.damage() { throw .store(.corrupt(path: path, reason: damage)) }
    }

    @Test func damagedFilesGiveErrors() async throws {
        do { _ = try await History(path: folder.file).fill(0..<12) }
        let whole = try folder.bytes()
        try await use(folder.file)
        var told = 0
        for page in 0..<(whole.count / 4096) {
            for suffix in ["", "-wal", "-shm"] { unlink(folder.file + suffix) }
            var bytes = whole
            for index in stride(from: page * 4096 + 1, to: page * 4096 + 400, by: 7) { bytes[index] ^= 0x55 }
            try folder.write(bytes)
            do throws(HistoryError) {
                try await use(folder.file)
            } catch {
                told += 1
                switch error {
                case .store(.corrupt), .damaged, .notFound: break
                default: Issue.record("page \(page): \(error)")
                }
            }
        }
        // Pages with only pictures and results may contain anything.
        #expect(told > 5)
    }

    @Test func renamedTableIsDamage() async throws {
        do { _ = try await History(path: folder.file).fill(0..<1) }
        let bytes = try folder.bytes()
        let text = String(decoding: bytes, as: Unicode.ASCII.self)
        let name = try #require(text.range(of: "CREATE TABLE entry"))
        var changed = bytes
        changed[text.unicodeScalars.distance(from: text.startIndex, to: name.lowerBound) + 13] = UInt8(ascii: "f")
        try folder.write(changed)
        let error = await #expect(throws: HistoryError.self) { try await History(path: folder.file).entries() }
        guard case .store(.corrupt) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
