import Espy
import EspyApp
import EspyTool
import Testing

/// The texts of `espy count`.
struct CountTextTests {
    private func made(
        _ detections: [Count.Detection], confidence: Double? = nil, warnings: [Count.Warning] = []
    )
        -> Count
    {
        Count(
            width: 200, height: 100, count: detections.count(where: \.main), range: .init(low: 0, high: 0),
            detections: detections, model: .init(detector: "d"), parameters: .init(confidence: confidence),
            warnings: warnings)
    }

    private func box(_ x: Double, main: Bool = true, doubt: Double = 0) -> Count.Detection {
        .init(x: x, y: 40, width: 20, height: 20, confidence: 0.9, cluster: 0, main: main, doubt: doubt)
    }

    @Test func adviceFitsTheThreshold() {
        #expect(CountAdvice.lines(for: made([])).first?.contains("--confidence 0.001") == true)
        #expect(CountAdvice.lines(for: made([], confidence: 0.4)).first?.contains("a lower --confidence") == true)
        #expect(CountAdvice.lines(for: made([box(20)])).isEmpty)
    }

    @Test func foundButNotCounted() throws {
        let lines = CountAdvice.lines(for: made([box(20, main: false)]))
        try #require(lines.count == 1)
        #expect(lines[0].contains("--region"))
    }

    @Test func reviewSaysWhy() {
        let count = made([box(0, doubt: 0.9), box(60), box(65, main: false, doubt: 0.6), box(120)])
        #expect(
            CountReview.lines(of: count) == [
                "#1 at 10,50: counted, doubt 90%: cut by the border",
                "#4 at 75,50: not counted, doubt 60%: overlaps another",
            ])
    }

    @Test(arguments: [
        (CountError.emptyImage(width: 0, height: 3), "emptyImage"), (.unusableRegion([]), "unusableRegion"),
        (.unusableExample(Rect(x: 1, y: 2, width: 3, height: 4)), "unusableExample"),
        (.unusableThreshold(2), "unusableThreshold"), (.cancelled, "cancelled"),
        (.model(.notFinite(id: "m")), "notFinite"),
    ])
    func everyErrorSaysWhatToDo(error: CountError, kind: String) {
        #expect(Problem(error).kind == kind)
        #expect(Problem(error).message.contains("; "))
    }

    @Test(arguments: [
        ("1,2,3,4", Rect(x: 1, y: 2, width: 3, height: 4)), ("1, 2, 3.5, 4", Rect(x: 1, y: 2, width: 3.5, height: 4)),
        ("-1,-2,3,4", Rect(x: -1, y: -2, width: 3, height: 4)), ("1,2,3,-4", nil), ("1,2,3,4,", nil), ("", nil),
        ("1,2,3,nan", nil), ("1;2;3;4", nil),
    ])
    func rects(text: String, rect: Rect?) { #expect(Shape.rect(text) == rect) }

    @Test func integers() {
        #expect(Shape.integers("3, 1") == [3, 1])
        #expect(Shape.integers("3,,1") == nil)
        #expect(Shape.integers("1.5") == nil)
    }
}
