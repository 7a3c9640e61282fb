import Espy
import Synchronization
import Testing

struct SpineReadingsTests {
    /// Reads what it was told, and remembers what it was asked for.
    private final class Script: SpineReader {
        let asked = Mutex<[[Quad]]>([])
        private let answers: Mutex<[Shelf.Reading?]>

        init(_ answers: [Shelf.Reading?] = []) { self.answers = Mutex(answers) }

        func readings(of spines: [Quad], in image: GrayImage) async throws(CancellationError) -> [Shelf.Reading?] {
            asked.withLock { $0.append(spines) }
            return spines.map { _ in answers.withLock { $0.isEmpty ? Self.sure : $0.removeFirst() } }
        }

        static let sure = Shelf.Reading(text: "Dune", confidence: 0.9)
    }

    private static let image = RGBImage(width: 8, height: 8, red: 0, green: 0, blue: 0)

    private func spine(_ id: Int, width: Double = 10) -> Shelf.Spine {
        .init(id: id, quad: Quad(Rect(x: 20 * Double(id), y: 0, width: width, height: 50)), row: 0, confidence: 0.9)
    }

    private func shelf(_ spines: [Shelf.Spine], at time: Double, _ cause: Shelf.Guidance.Cause? = nil) -> Shelf {
        Shelf(
            time: time, width: 100, height: 60, spines: spines,
            guidance: cause.map { .init(.holdSteady, $0, value: 1, limit: 1) })
    }

    private func texts(_ shelf: Shelf) -> [String?] { shelf.spines.map { $0.reading?.text } }

    @Test func eachIsReadOnceAndRememberedByItsNumber() async {
        let script = Script()
        let readings = SpineReadings(script, pace: .init(interval: 1, batch: 2))
        let spines = [spine(1), spine(2), spine(3)]
        #expect(await texts(readings.read(shelf(spines, at: 0), in: Self.image)) == [nil, nil, nil])
        await readings.idle()
        // Too early for the third.
        #expect(await texts(readings.read(shelf(spines, at: 0.5), in: Self.image)) == ["Dune", "Dune", nil])
        await readings.idle()
        #expect(script.asked.withLock { $0.count } == 1)
        _ = await readings.read(shelf([spine(3)], at: 1), in: Self.image)
        await readings.idle()
        for time in [2.0, 9, 99] {
            #expect(await texts(readings.read(shelf(spines, at: time), in: Self.image)) == ["Dune", "Dune", "Dune"])
            await readings.idle()
        }
        #expect(script.asked.withLock { $0.map(\.count) } == [2, 1])
    }

    @Test func unsureOnesAreTriedAgainUntilThereIsNoHope() async {
        let unsure = Shelf.Reading(text: "D?ne", confidence: 0.3)
        let worse = Shelf.Reading(text: "x", confidence: 0.1)
        let script = Script([unsure, worse, nil, unsure])
        let readings = SpineReadings(script, pace: .init(interval: 0, tries: 3, pause: 2))
        for step in 0..<40 {
            let seen = await readings.read(shelf([spine(1)], at: Double(step) / 4), in: Self.image)
            if step > 0 { #expect(texts(seen) == ["D?ne"]) }
            await readings.idle()
        }
        #expect(script.asked.withLock { $0.count } == 3)
    }

    @Test func whatIsNearerIsTriedAtOnce() async {
        let script = Script([.init(text: "?", confidence: 0.2)])
        let readings = SpineReadings(script, pace: .init(interval: 0, pause: 100))
        _ = await readings.read(shelf([spine(1)], at: 0), in: Self.image)
        await readings.idle()
        _ = await readings.read(shelf([spine(1, width: 11)], at: 1), in: Self.image)
        await readings.idle()
        #expect(script.asked.withLock { $0.count } == 1)
        _ = await readings.read(shelf([spine(1, width: 15)], at: 2), in: Self.image)
        await readings.idle()
        #expect(await texts(readings.read(shelf([spine(1)], at: 3), in: Self.image)) == ["Dune"])
        #expect(script.asked.withLock { $0.count } == 2)
    }

    @Test(arguments: [Shelf.Guidance.Cause.blur, .motion])
    func nothingIsReadFromSmearedPictures(cause: Shelf.Guidance.Cause) async {
        let script = Script()
        let readings = SpineReadings(script)
        _ = await readings.read(shelf([spine(1)], at: 0, cause), in: Self.image)
        await readings.idle()
        #expect(script.asked.withLock { $0.isEmpty })
        _ = await readings.read(shelf([spine(1)], at: 1, .distance), in: Self.image)
        await readings.idle()
        #expect(script.asked.withLock { $0.count } == 1)
    }

    @Test func resetForgets() async {
        let readings = SpineReadings(Script(), pace: .init(interval: 0))
        _ = await readings.read(shelf([spine(1)], at: 0), in: Self.image)
        await readings.idle()
        await readings.reset()
        #expect(await texts(readings.read(shelf([spine(1)], at: 1), in: Self.image)) == [nil])
    }

    @Test func skippedPicturesComeBackAsTheyAre() async {
        let script = Script()
        let readings = SpineReadings(script)
        var skipped = shelf([spine(1)], at: 0)
        skipped.outcome = .skipped
        #expect(await readings.read(skipped, in: Self.image) == skipped)
        await readings.idle()
        #expect(script.asked.withLock { $0.isEmpty })
    }
}
