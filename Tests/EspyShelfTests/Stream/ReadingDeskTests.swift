import Espy
import EspyPixels
import Testing

struct ReadingDeskTests {
    private func shelf(_ widths: [Double]) -> Shelf {
        let spines = widths.enumerated().map { index, width in
            Shelf.Spine(
                id: index + 1, quad: Quad(Rect(x: 100 * Double(index) + 5, y: 5, width: width, height: 200)), row: 0,
                confidence: 1)
        }
        return Shelf(width: 1000, height: 300, spines: spines)
    }

    private func ids(_ desk: inout ReadingDesk, _ shelf: Shelf) -> [Int] {
        desk.next(shelf, found: Set(shelf.spines.map(\.id))).map(\.id)
    }

    @Test func unsureOnesAreTriedThreeTimesAndAgainFromNearer() {
        var desk = ReadingDesk()
        let far = shelf([20])
        for _ in 0..<3 {
            #expect(ids(&desk, far) == [1])
            desk.add([.init(text: "?", confidence: 0.2)], of: far.spines)
        }
        #expect(ids(&desk, far) == [])
        #expect(ids(&desk, shelf([24])) == [])
        #expect(ids(&desk, shelf([26])) == [1])
        #expect(ids(&desk, shelf([26])) == [])
        desk.add([.init(text: "Dune", confidence: 0.9)], of: far.spines)
        #expect(ids(&desk, shelf([90])) == [] && desk[1]?.text == "Dune")
    }

    @Test func widestFirstAndNoneThatIsTooNarrowOrCut() {
        var desk = ReadingDesk()
        #expect(ids(&desk, shelf([20, 60, 10, 40, 30, 50])) == [2, 6, 4, 5])
        #expect(ids(&desk, shelf([20, 60, 10, 40, 30, 50])) == [1, 2, 6, 4])
        var cut = shelf([50])
        cut.spines[0].quad = Quad(Rect(x: -5, y: 5, width: 50, height: 200))
        var other = ReadingDesk()
        #expect(ids(&other, cut) == [])
    }

    @Test func surerReadingStays() {
        var desk = ReadingDesk()
        let one = shelf([50])
        desk.add([.init(text: "Dune", confidence: 0.6)], of: one.spines)
        desk.add([.init(text: "Dnue", confidence: 0.4)], of: one.spines)
        desk.add([nil], of: one.spines)
        #expect(desk[1]?.text == "Dune")
    }
}
