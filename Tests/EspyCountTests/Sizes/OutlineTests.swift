import Espy
import EspyPixels
import Foundation
import Testing

struct OutlineTests {
    private func trace(_ side: Int, _ chance: (Double, Double) -> Double) -> [Point] {
        let chances = (0..<(side * side)).map { index in
            Float(chance(Double(index % side) + 0.5, Double(index / side) + 0.5))
        }
        return chances.withUnsafeBufferPointer { OutlineTrace($0, side: side).largest() }
    }

    /// Falls from 1 to 0 over one cell around a radius.
    private func disk(_ x: Double, _ y: Double, _ radius: Double) -> (Double, Double) -> Double {
        { min(max(radius + 0.5 - hypot($0 - x, $1 - y), 0), 1) }
    }

    @Test func aDiskBetweenTheCells() {
        let line = trace(64, disk(31.3, 30.8, 20.4))
        #expect(abs(area(of: line) / (.pi * 20.4 * 20.4) - 1) < 0.003)
        #expect(line.allSatisfy { abs(hypot($0.x - 31.3, $0.y - 30.8) - 20.4) < 0.1 })
    }

    @Test func theLargestOfSeveral() {
        let (small, large) = (disk(10, 10, 5), disk(40, 40, 9))
        let line = trace(64) { max(small($0, $1), large($0, $1)) }
        #expect(line.allSatisfy { $0.x > 25 })
        #expect(abs(area(of: line) / (.pi * 81) - 1) < 0.01)
    }

    @Test func holesBelongToIt() {
        let (outer, inner) = (disk(32, 32, 20), disk(32, 32, 8))
        let line = trace(64) { outer($0, $1) - inner($0, $1) }
        #expect(abs(area(of: line) / (.pi * 400) - 1) < 0.01)
    }

    @Test func allNothingAndTheBorder() {
        #expect(trace(8) { _, _ in 0 }.isEmpty)
        // Nothing is inside beyond the map, so the line runs through the cells outside its edge.
        #expect(abs(area(of: trace(8) { _, _ in 1 }) - 64) < 1)
    }

    @Test func cellsThatTouchAtACornerAreApart() {
        let line = trace(8) { x, y in (x < 4) == (y < 4) && (2...6).contains(x) && (2...6).contains(y) ? 1 : 0 }
        #expect(area(of: line) < 5)
    }

    @Test func windowsHoldMeansOfTheirCells() {
        // Brightness grows to the right by one per pixel, so a mean is the value in the middle.
        var image = RGBImage(width: 256, height: 100, red: 7, green: 0, blue: 200)
        for place in 0..<(256 * 100) { image.pixels[3 * place + 1] = UInt8(place % 256) }
        let window = ThingWindow(around: Rect(x: 60, y: 30, width: 80, height: 20))
        var numbers = [Float](repeating: -1, count: 4 * 64 * 64)
        numbers.withUnsafeMutableBufferPointer { window.write(image, into: $0) }
        #expect(abs(window.cell - 120.0 / 64) < 1e-9)
        for column in [3, 20, 63] {
            let middle = 100 - 60 + (Double(column) + 0.5) * window.cell - 0.5
            #expect(abs(Double(numbers[4096 + 64 * 30 + column]) - middle) < 0.02)
        }
        #expect(numbers[..<4096].allSatisfy { $0 == 200 })
        #expect(numbers[8192..<12288].allSatisfy { $0 == 7 })
        let covered = numbers[12288...].reduce(0, +)
        #expect(abs(Double(covered) * window.cell * window.cell - 1600) < 0.5)
    }

    @Test func thingsAreMeasuredWhereTheyAre() throws {
        let boxes = [Rect(x: 40, y: 60, width: 90, height: 40), Rect(x: 300.5, y: 200.25, width: 25, height: 25)]
        let image = RGBImage.ellipses(boxes)
        let sizes = try ThingOutliner.bright().sizes(of: boxes.map { $0.expanded(by: 3) }, in: image)
        for (box, size) in zip(boxes, sizes) {
            let size = try #require(size)
            #expect(abs(size.area / (.pi / 4 * box.area) - 1) < 0.01)
            #expect(abs(size.length / max(box.width, box.height) - 1) < 0.015)
            #expect(abs(size.width / min(box.width, box.height) - 1) < 0.015)
            #expect(size.color.hasPrefix("#f"))
            #expect(size.color.utf8.count == 7)
        }
        let none = try ThingOutliner.bright().sizes(
            of: [Rect(x: 400, y: 20, width: 30, height: 30)], in: image)
        #expect(none == [nil])
    }

    @Test func anAnswerOfAnotherShapeIsAnError() {
        let image = RGBImage(width: 40, height: 40, red: 0, green: 0, blue: 0)
        #expect(throws: CountError.self) {
            try ThingOutliner.bright(missing: 1).sizes(
                of: [Rect(x: 4, y: 4, width: 30, height: 30)], in: image)
        }
    }
}
