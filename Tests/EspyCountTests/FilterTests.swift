import Espy
import EspyInference
import EspyPixels
import Testing

struct FilterTests {
    private func squares(_ sides: [Double]) -> [Rect] {
        sides.map { Rect(x: 0, y: 0, width: $0, height: $0) }
    }

    @Test func whatIsFarLargerGoes() {
        let boxes = squares([10, 10, 11, 10, 9, 10, 10, 10, 10, 10, 10, 10, 60])
        #expect(OutlierFilters.size(boxes, limit: 3) == Array(0..<12))
        #expect(OutlierFilters.area(boxes.map(\.area), limit: 2) == Array(0..<12))
    }

    @Test func fewBoxesOrNoLimitSkipTheSizeFilter() {
        #expect(OutlierFilters.size(squares([1, 100]), limit: 0.1) == [0, 1])
        #expect(OutlierFilters.size(squares([1, 1, 100]), limit: 0) == [0, 1, 2])
        #expect(OutlierFilters.area([1, 1000], limit: 0.1) == [0, 1])
    }

    @Test func longBoxesGo() {
        var boxes = squares(Array(repeating: 10, count: 9))
        boxes.append(Rect(x: 0, y: 0, width: 50, height: 10))
        #expect(OutlierFilters.aspect(boxes, limit: 1) == Array(0..<9))
        #expect(OutlierFilters.aspect(Array(boxes.suffix(2)), limit: 0.1) == [0, 1])
    }

    @Test func equalRatiosAreAllKept() {
        #expect(OutlierFilters.aspect(squares([3, 8, 21]), limit: 0) == [0, 1, 2])
    }

    @Test func cropsAreCutOffTowardZeroAndClamped() {
        let crop = PixelRect(truncating: Rect(x: -0.9, y: 2.9, width: 5.8, height: 50), width: 20, height: 10)
        #expect(crop == PixelRect(columns: 0..<4, rows: 2..<10))
        #expect(PixelRect(truncating: Rect(x: 3.2, y: 3, width: 0.7, height: 4), width: 20, height: 10) == nil)
        #expect(PixelRect(truncating: Rect(x: .nan, y: 3, width: 4, height: 4), width: 20, height: 10) == nil)
        #expect(PixelRect(truncating: Rect(x: 1e300, y: 3, width: 4, height: 4), width: 20, height: 10) == nil)
        let touched = PixelRect(touching: Rect(x: 3.2, y: 3, width: 0.7, height: 4), width: 20, height: 10)
        #expect(touched == PixelRect(columns: 3..<4, rows: 3..<7))
    }
}
