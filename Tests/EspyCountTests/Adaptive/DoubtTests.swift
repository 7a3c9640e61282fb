import Espy
import EspyPixels
import Testing

struct DoubtTests {
    private let boxes = (0..<8).map { Rect(x: 20 + 45 * Double($0), y: 50, width: 20, height: 20) }

    private func doubt(_ more: [Rect] = [], options: CountOptions = .init()) -> Doubt {
        Doubt(
            likeness: AppearanceModel(boxes, vectors: boxes.map { _ in [1, 0] }), confidence: 0.5,
            area: CountArea(width: 400, height: 300, options: options), counted: boxes + more)
    }

    private func level(
        _ box: Rect, score: Double = 0.9, vector: [Float]? = [1, 0], _ doubt: Doubt? = nil
    ) -> Double { (doubt ?? self.doubt()).level(of: box, score: score, vector: vector) }

    private func expect(_ level: Double, is wanted: Double) { #expect(abs(level - wanted) < 1e-5, "\(level)") }

    @Test func usualThingsAreSure() {
        for box in boxes { expect(level(box), is: 0) }
        expect(level(boxes[0], vector: nil), is: 0)
    }

    @Test func faintThingsAreDoubtful() {
        expect(level(boxes[2], score: 0.5), is: 0.8)
        expect(level(boxes[2], score: 0.8), is: 0)
        expect(level(boxes[2], score: 0.3), is: 1)
    }

    @Test func theBetterSeenTheLessDoubtful() {
        let levels = stride(from: 0.0, through: 1, by: 0.01).map { level(boxes[2], score: $0) }
        #expect(levels == levels.sorted(by: >))
        #expect(levels.allSatisfy { (0...1).contains($0) })
        #expect(Set(levels).count > 20)
    }

    @Test func strangeLooksAreDoubtful() {
        // Distance 0.06 is twice the least reach.
        expect(level(boxes[2], vector: [0.94, 0.341174]), is: 0.8)
        expect(level(boxes[2], vector: [0, 1]), is: 1)
    }

    @Test func unusualSizesAreDoubtful() {
        expect(level(Rect(x: 100, y: 200, width: 40, height: 40)), is: 0.6)
        expect(level(Rect(x: 100, y: 200, width: 10, height: 10)), is: 0.6)
        expect(level(Rect(x: 100, y: 200, width: 20, height: 20)), is: 0)
    }

    @Test func overlapsAreDoubtful() {
        let double = Rect(x: boxes[2].x + 8, y: 50, width: 20, height: 20)
        expect(level(boxes[2], doubt([double])), is: 0.6)
        expect(level(double, doubt([double])), is: 0.6)
        expect(level(boxes[4], doubt([double])), is: 0)
    }

    @Test func cutThingsAreALittleDoubtful() {
        expect(level(Rect(x: 0, y: 200, width: 20, height: 20)), is: 0.3)
        let region = [Point(x: 110, y: 0), Point(x: 400, y: 0), Point(x: 400, y: 300), Point(x: 110, y: 300)]
        expect(level(Rect(x: 100, y: 200, width: 20, height: 20), doubt(options: .init(region: region))), is: 0.3)
    }
}
