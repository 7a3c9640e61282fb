import Espy
import EspyPixels
import Testing

struct CandidateRescueTests {
    private let boxes = (0..<8).map { Rect(x: 40 * Double($0), y: 50, width: 20, height: 20) }

    private func look() -> CandidateRescue {
        CandidateRescue(AppearanceModel(boxes, vectors: boxes.map { _ in [1, 0] }), taken: boxes)
    }

    private func box(_ side: Double, x: Double = 100) -> Rect { Rect(x: x, y: 150, width: side, height: side) }

    @Test(
        arguments: [
            (20, [1, 0], CandidateRescue.Verdict.found), (28, [1, 0], .found), (34, [1, 0], .unsure),
            (12, [1, 0], .unsure),
            (60, [1, 0], .other), (20, [0.96, 0.28], .unsure), (20, [0.8, 0.6], .other), (60, [0.8, 0.6], .other),
        ] as [(Double, [Float], CandidateRescue.Verdict)])
    func sizeAndLooksDecide(side: Double, vector: [Float], verdict: CandidateRescue.Verdict) {
        var look = look()
        #expect(look.judge(box(side), vector: vector) == verdict)
    }

    @Test func withoutDescriptionsSizeDecides() {
        var look = CandidateRescue(AppearanceModel(boxes, vectors: nil), taken: boxes)
        #expect(look.judge(box(20), vector: nil) == .found)
        #expect(look.judge(box(60, x: 200), vector: nil) == .other)
    }

    @Test func aPlaceIsTakenOnce() {
        var look = look()
        #expect(look.judge(boxes[3], vector: [1, 0]) == .other)
        #expect(look.judge(box(20), vector: [1, 0]) == .found)
        #expect(look.taken.count == boxes.count + 1)
        #expect(look.judge(box(20, x: 105), vector: [1, 0]) == .other)
        #expect(look.judge(box(20, x: 115), vector: [1, 0]) == .found)
    }

    @Test func whatIsNotFoundLeavesThePlaceFree() {
        var look = look()
        #expect(look.judge(box(20), vector: [0.96, 0.28]) == .unsure)
        #expect(look.judge(box(20), vector: [0, 1]) == .other)
        #expect(look.judge(box(20), vector: [1, 0]) == .found)
    }
}
