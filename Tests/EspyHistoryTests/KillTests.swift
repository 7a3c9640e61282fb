import Espy
import EspyTestSupport
import Foundation
import Testing

/// A process that is killed while saving loses nothing that it has reported as saved.
///
/// ESPY_KILLS sets the number of kills; `make history-torture` kills 200 times.
struct KillTests {
    private let kills = ProcessInfo.processInfo.environment["ESPY_KILLS"].flatMap { Int($0) } ?? 20

    @Test func whatWasReportedIsThere() async throws {
        let folder = try HistoryFolder()
        var racks: Set<String> = []
        var total = 0
        for round in 0..<kills {
            let process = try OtherProcess("save", folder.file)
            // In the middle of saving, and every fourth time while the file may just be opening.
            if !round.isMultiple(of: 4) { process.waitForOutput() }
            usleep(.random(in: 0...60_000))
            let reported = try process.lines(killing: true).map { $0.split(separator: " ").map(String.init) }
            total += reported.count
            let history = try History(path: folder.file)
            let kept = Set(try await history.entries().map(\.id))
            racks.formUnion(reported.filter { $0[0] == "rack" }.map { $0[1] })
            let counts = reported.filter { $0[0] == "count" }.map { $0[1] }.suffix(90)
            #expect(kept.isSuperset(of: racks))
            #expect(kept.isSuperset(of: counts))
            for id in counts.suffix(2) { _ = try await history.record(id) }
            #expect(try await history.count(of: .count) <= History.limit)
        }
        let history = try History(path: folder.file)
        #expect(try await history.damage() == nil)
        for id in racks { _ = try await history.record(id) }
        #expect(total >= kills * 3 / 4)
    }
}
