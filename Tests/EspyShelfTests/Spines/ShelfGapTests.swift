import Espy
import EspyPixels
import Testing

struct ShelfGapTests {
    private static func spine(
        _ x: ClosedRange<Double>, _ y: ClosedRange<Double>, row: Int = 0, confidence: Double = 0.9
    ) -> DetectedSpine {
        DetectedSpine(
            quad: Quad(
                topLeft: Point(x: x.lowerBound, y: y.lowerBound), topRight: Point(x: x.upperBound, y: y.lowerBound),
                bottomRight: Point(x: x.upperBound, y: y.upperBound),
                bottomLeft: Point(x: x.lowerBound, y: y.upperBound)),
            row: row, confidence: confidence)
    }

    private static let standing = [spine(0...20, 60...160), spine(20...40, 50...160), spine(180...200, 70...160)]

    @Test func gapsAreWhereNothingStands() {
        let gaps = ShelfGap.gaps(between: Self.standing, width: 200, height: 200)
        #expect(gaps.map(\.area.x) == [40])
        #expect(gaps.map(\.area.width) == [140])
        #expect(gaps.allSatisfy { abs($0.area.y - 39) < 1e-9 && abs($0.area.height - 125) < 1e-9 })
        // Two slanted rows, the lower one up to the edge of the picture.
        let rows = (0..<6).map { index in
            Self.spine(
                Double(index % 3 * 20)...Double(index % 3 * 20 + 20),
                Double(index / 3 * 200 + index % 3)...Double(index / 3 * 200 + 100 + index % 3), row: index / 3)
        }
        let both = ShelfGap.gaps(between: rows, width: 160, height: 320)
        #expect(both.map(\.row) == [0, 1])
        #expect(both.allSatisfy { $0.area.x == 60 && $0.area.width == 100 })
        #expect(abs(both[0].area.y) < 1e-9)
        #expect(abs(both[0].area.height - 111.5) < 1e-9)
    }

    @Test func fewOrDoubtfulBooksShowNoShelf() {
        #expect(ShelfGap.gaps(between: Array(Self.standing.prefix(2)), width: 400, height: 200).isEmpty)
        let doubtful = Self.standing.map { DetectedSpine(quad: $0.quad, row: 0, confidence: 0.4) }
        #expect(ShelfGap.gaps(between: doubtful, width: 400, height: 200).isEmpty)
        #expect(ShelfGap.gaps(between: [], width: 400, height: 200).isEmpty)
    }

    /// Returns prepared spines for the whole picture, and for every part of it.
    private struct Told: SpineDetector {
        let whole: [DetectedSpine]
        let part: [DetectedSpine]

        func spines(in image: RGBImage) -> [DetectedSpine] { image.width == 200 ? whole : part }
    }

    /// Bright books on a dark ground, one of them lying flat.
    private func picture(_ book: Rect) -> RGBImage {
        var image = RGBImage(width: 200, height: 200, red: 20, green: 20, blue: 20)
        for y in Int(book.y)..<Int(book.y + book.height) {
            for x in Int(book.x)..<Int(book.x + book.width) {
                for channel in 0..<3 { image.pixels[3 * (y * 200 + x) + channel] = 220 }
            }
        }
        return image
    }

    /// The gap extends from 32 to 188 and from 39 to 164. Rotated, its bottom is on the left.
    private func turned(_ book: Rect, confidence: Double = 0.9) -> DetectedSpine {
        Self.spine(
            (164 - book.y - book.height)...(164 - book.y), (book.x - 32)...(book.x + book.width - 32),
            confidence: confidence)
    }

    @Test func aLyingBookComesBackToItsPlace() async throws {
        let book = Rect(x: 60, y: 140, width: 90, height: 18)
        let found = try await StackedSpineDetector(Told(whole: Self.standing, part: [turned(book)]))
            .spines(in: picture(book))
        #expect(found == [Self.standing[0], Self.standing[1], Self.spine(60...150, 140...158), Self.standing[2]])
    }

    @Test(
        arguments: [
            // As long as the gap, so that no end is visible; thick; short; below the board; with low confidence.
            (Rect(x: 33, y: 140, width: 166, height: 18), 0.9), (Rect(x: 60, y: 80, width: 90, height: 70), 0.9),
            (Rect(x: 60, y: 140, width: 40, height: 18), 0.9), (Rect(x: 60, y: 158, width: 90, height: 18), 0.9),
            (Rect(x: 60, y: 140, width: 90, height: 18), 0.4),
        ])
    func whatIsNoLyingBookIsLeftOut(_ book: Rect, _ confidence: Double) async throws {
        let told = Told(whole: Self.standing, part: [turned(book, confidence: confidence)])
        #expect(try await StackedSpineDetector(told).spines(in: picture(book)) == Self.standing)
    }

    @Test func aBoardThatGoesOnIsNoBook() async throws {
        let told = Told(
            whole: Self.standing, part: [turned(Rect(x: 60, y: 140, width: 90, height: 18))])
        let board = picture(Rect(x: 45, y: 140, width: 130, height: 18))
        #expect(try await StackedSpineDetector(told).spines(in: board) == Self.standing)
    }
}
