import Espy
import EspyTrials
import Foundation
import Testing

/// Limits of 7 days and 10 MB, even if the clock is wrong.
struct TelemetryRotationTests {
    private static let day = 86_400.0
    private let scratch: TelemetryScratch

    init() throws { scratch = try TelemetryScratch() }

    /// One session that writes one frame.
    private func session(_ id: Int, at time: Double, options: TelemetryOptions = .init()) async {
        let wall = WallClock()
        wall.set(time - 2)
        let test = TestLog(scratch.path, session: TelemetryCode("s\(id)"), options: options, wall: wall)
        test.record(id..<id + 1)
        await test.log.close()
    }

    @Test func nothingIsKeptLongerThanSevenDays() async throws {
        for day in 0..<20 {
            await session(day, at: WallClock.start + Double(day) * Self.day)
            let times = try scratch.events().map(\.time)
            #expect(times.allSatisfy { $0 > WallClock.start + (Double(day) - 7) * Self.day })
        }
        #expect(try scratch.frames() == [13, 14, 15, 16, 17, 18, 19])
    }

    /// The same for a process that runs for weeks.
    @Test func longSessionIsCutIntoFiles() async throws {
        let test = TestLog(scratch.path)
        for hour in 0..<24 * 9 {
            test.wall.set(WallClock.start + Double(hour) * 3_600)
            test.log.record(.frame(Frames.frame(hour)))
            await test.log.flush()
        }
        let frames = try scratch.frames()
        #expect(frames.last == 24 * 9 - 1)
        #expect((24 * 2...24 * 2 + 6).contains(frames[0]))
        #expect(frames == Array(frames[0]..<24 * 9))
    }

    @Test func sizeIsBounded() async throws {
        var options = TelemetryOptions()
        (options.limit, options.fileLimit, options.batch) = (20_000, 2_500, 100)
        let test = TestLog(scratch.path, options: options)
        for round in 0..<60 {
            test.record(round * 5..<round * 5 + 5)
            await test.log.flush()
            #expect(scratch.bytes <= 20_000)
        }
        let frames = try scratch.frames()
        // The oldest were removed, file by file.
        #expect(frames.last == 299)
        #expect(frames == Array(frames[0]...299))
        #expect(scratch.bytes > 15_000)
    }

    @Test func smallFilesOfManySessionsCountTogether() async throws {
        var options = TelemetryOptions()
        options.limit = 4_000
        for id in 0..<40 { await session(id, at: WallClock.start + Double(id), options: options) }
        #expect(scratch.bytes <= 4_000)
        #expect(try scratch.frames().last == 39)
        #expect(try scratch.frames().count > 3)
    }

    @Test func batchThatIsLargerThanAllIsCounted() async throws {
        var options = TelemetryOptions()
        options.limit = 600
        let test = TestLog(scratch.path, options: options)
        test.record(0..<10)
        await test.log.flush()
        #expect(try scratch.events().map(\.body) == [.loss(.init(count: 10, reason: .tooLarge))])
    }

    @Test func clockThatGoesBackDeletesNothing() async throws {
        for day in 0..<5 { await session(day, at: WallClock.start + Double(day) * Self.day) }
        await session(5, at: WallClock.start - 400 * Self.day)
        await session(6, at: WallClock.start - 399 * Self.day)
        #expect(try scratch.frames() == Array(0...6))
        // The clock is right again: the last files must not look old because it was wrong.
        await session(7, at: WallClock.start + 5 * Self.day)
        await session(8, at: WallClock.start + 5.5 * Self.day)
        #expect(try scratch.frames() == Array(0...8))
    }

    @Test func clockThatStartsIn1970DeletesNothing() async throws {
        await session(0, at: 30)
        await session(1, at: WallClock.start)
        await session(2, at: WallClock.start + 7_200)
        await session(3, at: 40)
        await session(4, at: WallClock.start + Self.day)
        #expect(try scratch.frames() == Array(0...4))
    }

    @Test func clockThatJumpsAheadDeletesNothingAtOnce() async throws {
        for day in 0..<3 { await session(day, at: WallClock.start + Double(day) * Self.day) }
        await session(3, at: WallClock.start + 4_000 * Self.day)
        await session(4, at: WallClock.start + 4_000 * Self.day + 60)
        #expect(try scratch.frames() == Array(0...4))
        // That was a mistake, and is corrected.
        await session(5, at: WallClock.start + 3 * Self.day)
        await session(6, at: WallClock.start + 3.5 * Self.day)
        #expect(try scratch.frames() == Array(0...6))
        // Records dated in the future age together with those written after them.
        await session(7, at: WallClock.start + 9 * Self.day)
        await session(8, at: WallClock.start + 10.5 * Self.day)
        #expect(try scratch.frames() == [7, 8])
    }

    /// The same after a long pause: the clock is trusted an hour later.
    @Test func longPauseIsBelievedAfterAnHour() async throws {
        await session(0, at: WallClock.start)
        await session(1, at: WallClock.start + 30 * Self.day)
        #expect(try scratch.frames() == [0, 1])
        await session(2, at: WallClock.start + 30 * Self.day + 4_000)
        #expect(try scratch.frames() == [1, 2])
    }

    @Test func startsAreMadePlausible() {
        let ages = TelemetryAges(keeps: 7 * Self.day, fileSpan: 6 * 3_600)
        func span(_ first: Double, _ last: Double) -> TelemetryAges.Span { .init(first: first, last: last) }
        let now = WallClock.start
        #expect(ages.starts(of: [], now: now).isEmpty)
        #expect(ages.starts(of: [nil, nil], now: now) == [now, now])
        #expect(ages.starts(of: [nil, span(now - 90, now - 80)], now: now) == [now - 90, now - 90])
        // A start before that of the previous file is raised to it.
        #expect(
            ages.starts(of: [span(now - 90, now - 80), span(now - 900, now - 890)], now: now) == [now - 90, now - 90])
        // The clock was set in the middle of a file.
        #expect(ages.starts(of: [span(30, now - 80)], now: now) == [now - 80])
        #expect(ages.starts(of: [span(now + 1e9, now + 1e9), span(now - 5, now - 4)], now: now) == [now - 5, now - 5])
    }
}
