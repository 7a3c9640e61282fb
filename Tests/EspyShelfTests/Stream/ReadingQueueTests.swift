import Espy
import EspyPixels
import Testing

struct ReadingQueueTests {
    private func shelf(_ widths: [Double]) -> Shelf {
        let spines = widths.enumerated().map { index, width in
            Shelf.Spine(
                id: index + 1, quad: Quad(Rect(x: 100 * Double(index) + 5, y: 5, width: width, height: 200)), row: 0,
                confidence: 1)
        }
        return Shelf(width: 1000, height: 300, spines: spines)
    }

    private func ids(_ queue: inout ReadingQueue, _ shelf: Shelf) -> [Int] {
        queue.next(shelf, found: Set(shelf.spines.map(\.id))).map(\.id)
    }

    @Test func unsureOnesAreTriedThreeTimesAndAgainFromNearer() {
        var queue = ReadingQueue()
        let far = shelf([20])
        for _ in 0..<3 {
            #expect(ids(&queue, far) == [1])
            queue.add([.init(text: "?", confidence: 0.2)], of: far.spines)
        }
        #expect(ids(&queue, far) == [])
        #expect(ids(&queue, shelf([24])) == [])
        #expect(ids(&queue, shelf([26])) == [1])
        #expect(ids(&queue, shelf([26])) == [])
        queue.add([.init(text: "Dune", confidence: 0.9)], of: far.spines)
        #expect(ids(&queue, shelf([90])) == [])
        #expect(queue[1]?.text == "Dune")
    }

    @Test func widestFirstAndNoneThatIsTooNarrowOrCut() {
        var queue = ReadingQueue()
        #expect(ids(&queue, shelf([20, 60, 10, 40, 30, 50])) == [2, 6, 4, 5])
        #expect(ids(&queue, shelf([20, 60, 10, 40, 30, 50])) == [1, 2, 6, 4])
        var cut = shelf([50])
        cut.spines[0].quad = Quad(Rect(x: -5, y: 5, width: 50, height: 200))
        var other = ReadingQueue()
        #expect(ids(&other, cut) == [])
    }

    @Test func surerReadingStays() {
        var queue = ReadingQueue()
        let one = shelf([50])
        queue.add([.init(text: "Dune", confidence: 0.6)], of: one.spines)
        queue.add([.init(text: "Dnue", confidence: 0.4)], of: one.spines)
        queue.add([nil], of: one.spines)
        #expect(queue[1]?.text == "Dune")
    }
}
