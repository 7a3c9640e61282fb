import Espy
import EspyPixels
import Testing

struct OverlapTests {
    private let box = Rect(x: 0, y: 0, width: 10, height: 10)

    @Test func halfOverlapIsOneThirdOfTheUnion() {
        let other = Rect(x: 5, y: 0, width: 10, height: 10)
        #expect(box.overlap(other) == 50)
        #expect(box.iou(other) == 50.0 / 150.0)
        #expect(box.containment(other) == 0.5)
    }

    @Test func aPartInsideAWholeIsContained() {
        let part = Rect(x: 2, y: 2, width: 3, height: 3)
        #expect(box.containment(part) == 1)
        #expect(part.containment(box) == 1)
        #expect(box.iou(part) == 0.09)
    }

    @Test func boxesThatTouchOrHaveNoAreaDoNotOverlap() {
        for other in [
            Rect(x: 10, y: 0, width: 10, height: 10), Rect(x: 3, y: 3, width: 0, height: 4),
            Rect(x: 3, y: -9, width: 4, height: 4),
        ] {
            #expect(box.overlap(other) == 0)
            #expect(box.iou(other) == 0)
            #expect(box.containment(other) == 0)
        }
    }

    @Test(arguments: 0..<20) func indexFindsWhatComparingAllFinds(seed: Int) {
        var random = ParityRandom(seed: 900 + seed)
        var boxes = random.boxes(200, exact: seed % 4 == 0)
        boxes.append(Rect(x: -50, y: -50, width: 900, height: 700))
        boxes.append(Rect(x: 10, y: 10, width: .infinity, height: 5))
        boxes.append(Rect(x: 10, y: 10, width: 0, height: 0))
        let index = BoxIndex(boxes)
        for box in boxes + [Rect(x: 1000, y: 1000, width: 5, height: 5)] where box.width.isFinite {
            let all = boxes.indices.filter { boxes[$0].width.isFinite && boxes[$0].overlap(box) > 0 }
            #expect(index.overlapping(box) == all)
        }
    }

    /// Their extent exceeds the largest number.
    @Test func indexHoldsBoxesAtBothEndsOfAllNumbers() {
        let far = Double.greatestFiniteMagnitude
        let boxes = [
            Rect(x: -far, y: -far, width: 9, height: 9), box, Rect(x: far, y: far / 2, width: far / 2, height: far),
            Rect(x: -far, y: 0, width: far, height: far),
        ]
        let index = BoxIndex(boxes)
        #expect(index.overlapping(box).contains(1))
        #expect(boxes.allSatisfy { index.overlapping($0).allSatisfy(boxes.indices.contains) })
    }

    @Test func indexOfNothingFindsNothing() {
        #expect(BoxIndex([]).overlapping(box).isEmpty)
        #expect(BoxIndex([Rect(x: .nan, y: 0, width: 1, height: 1)]).overlapping(box).isEmpty)
    }
}
