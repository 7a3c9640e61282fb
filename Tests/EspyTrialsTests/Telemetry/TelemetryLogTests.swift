import Espy
import EspyTrials
import Foundation
import Synchronization
import Testing

/// Which events are written, and when.
struct TelemetryLogTests {
    private let scratch: TelemetryScratch

    init() throws { scratch = try TelemetryScratch() }

    @Test func waitsForABatch() async throws {
        var options = TelemetryOptions()
        options.batch = 4
        let test = TestLog(scratch.path, options: options)
        test.record(0..<3)
        #expect(scratch.names.isEmpty)
        test.record(3..<4)
        try await eventually { try scratch.frames().count == 4 }
        #expect(try scratch.frames() == [0, 1, 2, 3])
        #expect(scratch.names == ["spines-000001-a.jsonl"])
    }

    @Test func waitsNoLongerThanTheInterval() async throws {
        let test = TestLog(scratch.path)
        test.record(0..<2)
        try await eventually { test.clock.sleepers == 1 }
        test.clock.advance(by: .seconds(4))
        #expect(test.clock.sleepers == 1)
        #expect(scratch.names.isEmpty)
        test.clock.advance(by: .seconds(1))
        try await eventually { try scratch.frames().count == 2 }
        #expect(try scratch.frames() == [0, 1])
        // The next event sets the timer again.
        test.record(2..<3)
        try await eventually { test.clock.sleepers == 1 }
        test.clock.advance(by: .seconds(5))
        try await eventually { try scratch.frames().count == 3 }
        #expect(try scratch.frames() == [0, 1, 2])
    }

    @Test func framesBetweenAreCounted() async throws {
        let test = TestLog(scratch.path)
        for id in 0..<31 {
            test.log.record(.frame(Frames.frame(id)))
            test.wall.advance(0.1)
        }
        test.log.record(.correction(.init(.confirm, frame: 30, detector: "classical")))
        await test.log.close()
        let kept = try scratch.events().compactMap { if case .frame(let frame) = $0.body { frame } else { nil } }
        #expect(kept.count == 4 || kept.count == 3)
        #expect(kept.first?.unlogged == 0)
        #expect(kept.dropFirst().allSatisfy { (9...10).contains($0.unlogged) })
        #expect(try scratch.events().count == kept.count + 1)
    }

    @Test func oldestIsDroppedAndCounted() async throws {
        var options = TelemetryOptions()
        options.capacity = 5
        options.batch = 100
        let test = TestLog(scratch.path, options: options)
        test.record(0..<12)
        await test.log.flush()
        #expect(try scratch.frames() == [7, 8, 9, 10, 11])
        let losses = try scratch.events().compactMap { if case .loss(let loss) = $0.body { loss } else { nil } }
        #expect(losses == [.init(count: 7, reason: .queueFull)])
        // Reported once.
        test.record(12..<13)
        await test.log.flush()
        #expect(try scratch.events().count == 7)
    }

    @Test func offForgetsWhatWaitsAndWritesNoMore() async throws {
        let test = TestLog(scratch.path)
        test.record(0..<2)
        await test.log.flush()
        let before = scratch.bytes
        test.record(2..<5)
        await test.log.setEnabled(false)
        #expect(!test.log.isEnabled)
        test.record(5..<200)
        await test.log.flush()
        test.clock.advance(by: .seconds(60))
        await test.log.flush()
        #expect(scratch.bytes == before)
        await test.log.setEnabled(true)
        test.record(200..<201)
        await test.log.flush()
        #expect(try scratch.frames() == [0, 1, 200])
    }

    /// If it is turned off during a flood of events, the files do not change afterward.
    @Test func offIsFinalUnderLoad() async throws {
        var options = TelemetryOptions()
        options.batch = 2
        options.frameInterval = 0
        let test = TestLog(scratch.path, options: options)
        await withTaskGroup { group in
            for worker in 0..<4 {
                group.addTask { for id in 0..<500 { test.log.record(.frame(Frames.frame(1_000 * worker + id))) } }
            }
            group.addTask {
                await test.log.setEnabled(false)
                let bytes = scratch.bytes
                for _ in 0..<50 { await Task.yield() }
                await test.log.flush()
                #expect(scratch.bytes == bytes)
            }
        }
        let bytes = scratch.bytes
        await test.log.flush()
        #expect(scratch.bytes == bytes)
    }

    @Test func userForbidsElsewhere() async throws {
        let isAllowed = Mutex(true)
        let test = TestLog(scratch.path, isAllowed: { isAllowed.withLock { $0 } })
        test.record(0..<2)
        await test.log.flush()
        isAllowed.withLock { $0 = false }
        try scratch.folder.settle()
        test.record(2..<4)
        await test.log.flush()
        #expect(try scratch.frames() == [0, 1])
        #expect(!test.log.isEnabled)
    }

    @Test func forbiddenFromTheStartMakesNoFolder() async throws {
        let test = TestLog(scratch.path, isAllowed: { false })
        test.record(0..<2)
        await test.log.flush()
        #expect(!FileManager.default.fileExists(atPath: scratch.path))
    }

    @Test func filesAreForTheUserAlone() async throws {
        let test = TestLog(scratch.path)
        test.record(0..<1)
        await test.log.close()
        for path in [scratch.path, scratch.path + "/" + scratch.names[0]] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect((mode ?? 0o777) & 0o077 == 0)
        }
    }

    @Test func clearedFolderIsWrittenToAnew() async throws {
        let test = TestLog(scratch.path)
        test.record(0..<2)
        await test.log.flush()
        #expect(try scratch.folder.clear() > 0)
        #expect(scratch.names.isEmpty)
        test.record(2..<3)
        await test.log.flush()
        #expect(try scratch.frames() == [2])
    }

    @Test func closedLogTakesNoMore() async throws {
        let test = TestLog(scratch.path)
        test.record(0..<1)
        await test.log.close()
        test.record(1..<2)
        await test.log.flush()
        #expect(try scratch.frames() == [0])
    }
}
