import Espy
import EspySamples
import Testing

/// The whole pipeline, on a rendered video.
@Suite struct PanningTests {
    @Test func booksKeepTheirNumbersAlongAShelf() async {
        let video = PanningShelf(seed: 5, width: 800, height: 450, lengths: 2.5, period: 24)
        let stream = ShelfStream(options: .init(waits: true))
        var numbers: [Int: [Int]] = [:]
        var (seen, all) = (0, 0)
        for frame in 0..<45 {
            let time = Double(frame) / 15
            let (image, books) = video.frame(at: time)
            let shelf = await stream.look(at: image, time: time)
            #expect(shelf.outcome == .processed)
            #expect(shelf.guidance != nil)
            for book in books
            where book.quad.bounds.x > 20 && book.quad.bounds.maxX < 780 && book.quad.bounds.maxY < 430 {
                all += 1
                guard let spine = shelf.spines.first(where: { QuadOverlap.share($0.quad, book.quad) > 0.6 }) else {
                    continue
                }
                seen += 1
                if numbers[book.book]?.last != spine.id { numbers[book.book, default: []].append(spine.id) }
            }
        }
        #expect(Double(seen) > 0.7 * Double(all), "\(seen) of \(all)")
        let switches = numbers.values.reduce(0) { $0 + $1.count - 1 }
        #expect(switches <= numbers.count / 10, "\(numbers.filter { $0.value.count > 1 })")
        let books = await stream.books()
        #expect(books.count >= numbers.count)
        #expect(books.map(\.row) == books.map(\.row).sorted())
        #expect(books.allSatisfy { $0.firstSeen <= $0.time && $0.time <= $0.lastSeen })
    }
}
