import Espy
import EspyImage
import Testing

struct LyingSpinesTests {
    private func spine(
        _ x: ClosedRange<Double>, _ y: ClosedRange<Double>, row: Int = 0, confidence: Double = 0.9
    ) -> DetectedSpine {
        DetectedSpine(
            quad: Quad(
                topLeft: Point(x: x.lowerBound, y: y.lowerBound), topRight: Point(x: x.upperBound, y: y.lowerBound),
                bottomRight: Point(x: x.upperBound, y: y.upperBound),
                bottomLeft: Point(x: x.lowerBound, y: y.upperBound)),
            row: row, confidence: confidence)
    }

    /// In a picture 200 high, turned clockwise: what was at the bottom is at the left.
    private func turned(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>, confidence: Double = 0.9) -> DetectedSpine {
        spine(200 - y.upperBound...200 - y.lowerBound, x, confidence: confidence)
    }

    private let merging = LyingSpines(height: 200)

    @Test func aLyingBookComesBackToItsPlace() {
        let standing = [spine(0...20, 20...180), spine(120...140, 20...180)]
        let merged = merging.merged(standing, [turned(30...110, 150...170)])
        #expect(merged == [standing[0], spine(30...110, 150...170), standing[1]])
    }

    @Test func whereBooksStandNoneLies() {
        let standing = [spine(0...20, 20...180)]
        #expect(merging.merged(standing, [turned(0...80, 150...170)]) == standing)
        #expect(merging.merged(standing, [turned(30...110, 150...170, confidence: 0.5)]) == standing)
        // What is hardly sure of standing gives way to what surely lies.
        let doubtful = [spine(0...20, 20...180, confidence: 0.4)]
        #expect(merging.merged(doubtful, [turned(0...80, 150...170)]) == [spine(0...80, 150...170)])
    }

    @Test func aLyingBookIsOfTheShelfBesideIt() {
        let standing = [spine(0...20, 0...80, row: 0), spine(0...20, 110...190, row: 1)]
        let merged = merging.merged(standing, [turned(30...110, 150...170), turned(30...110, 20...40)])
        #expect(merged.map(\.row) == [0, 0, 1, 1])
        #expect(merging.merged([], [turned(30...110, 20...40)]).map(\.row) == [0])
    }
}
