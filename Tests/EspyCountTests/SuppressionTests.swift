import Espy
import EspyPixels
import Testing

struct SuppressionTests {
    private func allPairs(_ boxes: [Rect], _ scores: [Double], _ threshold: Double) -> [Int] {
        var kept: [Int] = []
        for index in stableOrder(of: scores) where !kept.contains(where: { boxes[$0].iou(boxes[index]) > threshold }) {
            kept.append(index)
        }
        return kept
    }

    @Test func manyBoxesGiveWhatComparingAllPairsGives() {
        var random = ParityRandom(seed: 77)
        var boxes = random.boxes(4000, exact: false)
        boxes += random.boxes(100, exact: true)
        boxes.append(Rect(x: 0, y: 0, width: 480, height: 480))
        let scores = random.scores(boxes.count, exact: false)
        for threshold in [0.05, 0.5, 0.65] {
            let kept = nonMaximumSuppression(boxes: boxes, scores: scores, threshold: threshold)
            #expect(kept == allPairs(boxes, scores, threshold))
            #expect(kept.count < boxes.count)
        }
    }

    @Test func equalScoresStayInOrder() {
        let boxes = (0..<3).map { Rect(x: Double($0) * 20, y: 0, width: 10, height: 10) }
        #expect(nonMaximumSuppression(boxes: boxes, scores: [0.5, 0.9, 0.5], threshold: 0.5) == [1, 0, 2])
    }

    @Test func overlapOfExactlyTheThresholdIsKept() {
        let boxes = [Rect(x: 0, y: 0, width: 4, height: 4), Rect(x: 0, y: 0, width: 4, height: 2)]
        #expect(nonMaximumSuppression(boxes: boxes, scores: [1, 0.5], threshold: 0.5) == [0, 1])
        #expect(nonMaximumSuppression(boxes: boxes, scores: [1, 0.5], threshold: 0.49) == [0])
    }

    @Test func scoresThatAreNoNumbersGoLast() {
        #expect(stableOrder(of: [.nan, 0.2, .nan, 0.7, 0.2]) == [3, 1, 4, 0, 2])
    }

    @Test func nothingGivesNothing() {
        #expect(nonMaximumSuppression(boxes: [], scores: [], threshold: 0.5).isEmpty)
    }

    @Test func mainGroupGoesFirst() {
        let boxes = [0.0, 1, 50].map { Rect(x: $0, y: 0, width: 10, height: 10) }
        #expect(ReferenceGroups(boxes: boxes, labels: [0, 1, 1]).kept == [1, 2])
        #expect(ReferenceGroups(boxes: boxes, labels: [0, 1, 0]).kept == [0, 2])
    }
}
