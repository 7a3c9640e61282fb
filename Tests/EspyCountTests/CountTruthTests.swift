import Espy
import Testing

struct CountTruthTests {
    private func truth(_ places: Double...) -> CountTruth {
        CountTruth(count: places.count, things: places.map { .init(center: Point(x: $0, y: 0), size: 10) })
    }

    private func marks(_ places: Double...) -> [Point] { places.map { Point(x: $0, y: 0) } }

    @Test func aMarkWithinHalfTheSizeHits() {
        #expect(truth(0, 100).hits(marks(5, 106)) == 1)
        #expect(truth().hits(marks(1)) == 0)
        #expect(truth(1).hits([]) == 0)
    }

    @Test func aThingIsHitOnce() { #expect(truth(0).hits(marks(0, 1, 2)) == 1) }

    @Test func asManyAsCanBeAreGivenAThing() {
        // The first mark reaches both things, the second one only the first.
        #expect(truth(0, 8).hits(marks(4, -4)) == 2)
        #expect(truth(0, 8, 16).hits(marks(4, 12, -4)) == 3)
    }
}
