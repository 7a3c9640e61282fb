import Espy
import EspyPixels
import EspyTrials
import Testing

struct CorrectionChangeTests {
    private static func quad(_ x: Double) -> Quad { Quad(Rect(x: x, y: 10, width: 20, height: 100)) }

    private let shelf = Shelf(
        width: 200, height: 150,
        spines: (1...4).map { .init(id: $0, quad: Self.quad(Double(30 * $0)), row: 0, confidence: 0.75) })

    private func changes(_ old: ShelfCorrections?, _ new: ShelfCorrections) -> [TelemetryCorrection] {
        TelemetryCorrection.changes(from: old, to: new, of: shelf, detector: "classical")
    }

    @Test func eachSpineIsToldOfOnce() throws {
        let said = ShelfCorrections(
            removed: [2], confirmed: [1], moved: [3: Self.quad(110)],
            added: [.init(id: 9, quad: Self.quad(160))])
        let events = changes(nil, said)
        #expect(events.map(\.action) == [.delete, .move, .confirm, .add])
        #expect(events[0].before?.confidence == 0.75)
        #expect(events[0].after == nil)
        // Twenty pixels of two hundred.
        let shift = try #require(events[1].shift)
        #expect(abs(shift - 0.1) < 1e-9)
        #expect(events[2].before == events[2].after)
        #expect(events[3].before == nil)
        #expect(events[3].after?.width == 0.1)
        #expect(events.allSatisfy { $0.detector == "classical" })
    }

    @Test func onlyWhatIsNewIsTold() {
        let first = ShelfCorrections(removed: [2], moved: [3: Self.quad(110)])
        var second = first
        second.removed.append(4)
        second.texts = [1: "a title, which no event has room for"]
        let events = changes(first, second)
        #expect(events.map(\.action) == [.delete])
        #expect(changes(second, second).isEmpty)
        #expect(changes(second, ShelfCorrections()).isEmpty)
    }

    @Test func spinesThatAreNotThereAreNotToldOf() {
        #expect(changes(nil, ShelfCorrections(removed: [77], confirmed: [78], moved: [79: Self.quad(1)])).isEmpty)
    }
}
