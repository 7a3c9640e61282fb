import Espy
import EspySystem
import EspyTrials
import Foundation
import Testing

/// Crashes, full disks, and other processes.
struct TelemetryTroubleTests {
    private let scratch: TelemetryScratch

    init() throws { scratch = try TelemetryScratch() }

    @Test func lineThatWasCutShortIsSkipped() async throws {
        let test = TestLog(scratch.path)
        test.record(0..<3)
        await test.log.close()
        let whole = try scratch.text(scratch.names[0])
        for cut in [1, 2, 50, whole.utf8.count / 2] {
            try scratch.write(scratch.names[0], String(decoding: Array(whole.utf8).dropLast(cut), as: UTF8.self))
            let kept = try scratch.frames()
            #expect([[0], [0, 1], [0, 1, 2]].contains(kept))
            let reading = try scratch.folder.read { _ in }
            #expect(reading.events + reading.damaged >= 2)
            #expect(reading.events == kept.count)
        }
    }

    /// After an incomplete line, the next write begins a new line.
    @Test func nextWriteBeginsANewLine() async throws {
        let test = TestLog(scratch.path)
        test.record(0..<2)
        await test.log.flush()
        let whole = try scratch.text(scratch.names[0])
        try scratch.write(scratch.names[0], String(whole.dropLast(40)))
        test.record(2..<4)
        await test.log.flush()
        #expect(scratch.names.count == 1)
        #expect(try scratch.frames() == [0, 2, 3])
        #expect(try scratch.folder.read { _ in } == .init(events: 3, damaged: 1, newer: 0))
    }

    @Test func foreignAndBrokenFilesAreSurvived() async throws {
        try scratch.write("spines-000007-b.jsonl", String(repeating: "x", count: 3_000_000) + "\n\n{}\n\u{0}\u{FF}\n")
        try scratch.write("spines-99999999999999999999-b.jsonl", "{}\n")
        try scratch.write("notes.txt", "mine")
        try scratch.write("other.jsonl", "mine")
        let test = TestLog(scratch.path)
        test.record(0..<2)
        await test.log.flush()
        #expect(scratch.names.contains("spines-000008-a.jsonl"))
        #expect(try scratch.frames() == [0, 1])
        #expect(try scratch.folder.read { _ in }.damaged == 3)
        try scratch.folder.clear()
        #expect(try scratch.text("notes.txt") == "mine")
        #expect(try scratch.text("other.jsonl") == "mine")
    }

    @Test func linksAreNotFollowed() async throws {
        try scratch.write("target.txt", "precious")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/spines-000001-z.jsonl", withDestinationPath: scratch.path + "/target.txt")
        let test = TestLog(scratch.path)
        test.record(0..<1)
        await test.log.flush()
        try scratch.folder.clear()
        #expect(try scratch.text("target.txt") == "precious")
    }

    @Test func unusableFolderIsReportedOnce() async throws {
        // There is a file where the folder should be.
        try Data("x".utf8).write(to: URL(fileURLWithPath: scratch.path))
        let test = TestLog(scratch.path + "/inside")
        for round in 0..<3 {
            test.record(round..<round + 1)
            await test.log.flush()
        }
        #expect(test.problems.all.count == 1)
        guard case .inaccessible(let path, _)? = test.problems.all.first else {
            Issue.record("\(test.problems.all)")
            return
        }
        #expect(path.hasPrefix(scratch.path))
    }

    /// Data that could not be written is kept as far as there is room, and written later.
    @Test func writesLaterWhatItCouldNotWrite() async throws {
        try Data("x".utf8).write(to: URL(fileURLWithPath: scratch.path))
        var options = TelemetryOptions()
        options.capacity = 4
        let test = TestLog(scratch.path, options: options)
        test.record(0..<3)
        await test.log.flush()
        test.record(3..<6)
        await test.log.flush()
        try FileManager.default.removeItem(atPath: scratch.path)
        try await eventually { test.clock.sleepers > 0 }
        test.clock.advance(by: .seconds(5))
        try await eventually { try scratch.frames().count == 4 }
        #expect(try scratch.frames() == [2, 3, 4, 5])
        #expect(try scratch.folder.report().lost == 2)
    }

    @Test func waitsForWhoeverHoldsTheFolder() async throws {
        let test = TestLog(scratch.path)
        test.record(0..<1)
        await test.log.flush()
        let lines = LineFolder(path: scratch.path, suffix: ".jsonl")
        test.record(1..<3)
        let taken = AsyncStream<Void>.makeStream()
        try scratch.write("held", "")
        let holder = Task.detached {
            try lines.locked { () throws(FileError) in
                taken.continuation.yield()
                while FileManager.default.fileExists(atPath: scratch.path + "/held") { usleep(1_000) }
            }
        }
        for await _ in taken.stream { break }
        await test.log.flush()
        #expect(try scratch.frames() == [0])
        #expect(test.problems.all.isEmpty)
        try FileManager.default.removeItem(atPath: scratch.path + "/held")
        try await holder.value
        await test.log.flush()
        #expect(try scratch.frames() == [0, 1, 2])
    }

    @Test func manyLogsAtOnceLoseNothing() async throws {
        var options = TelemetryOptions()
        options.batch = 3
        options.capacity = 10_000
        let logs = (0..<4).map { TestLog(scratch.path, session: TelemetryCode("s\($0)"), options: options) }
        try await withThrowingTaskGroup { group in
            for (number, test) in logs.enumerated() {
                group.addTask {
                    test.record(1_000 * number..<1_000 * number + 100)
                    // Each one retries while others hold the folder. Constant reading would block them.
                    for round in 1...5_000 {
                        test.clock.advance(by: .seconds(5))
                        try await Task.sleep(for: .milliseconds(2))
                        if round.isMultiple(of: 100), try scratch.frames().count(where: { $0 / 1_000 == number }) == 100
                        {
                            break
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let kept = try scratch.frames()
        #expect(kept.count == 400)
        #expect(Set(kept).count == 400)
        #expect(try scratch.folder.read { _ in }.damaged == 0)
        #expect(Set(scratch.names.map { $0.suffix(8) }).count == 4)
    }
}
