import Espy
import EspyPixels
import Testing

/// Things side by side that differ in color or size are two kinds.
struct TwoKindTests {
    private typealias Tint = (red: UInt8, green: UInt8, blue: UInt8)
    private static let rose: Tint = (220, 160, 170)
    private static let green: Tint = (60, 150, 90)

    /// Things in rows of ten, each with a color and a side, counted by the detector.
    private func count(
        _ things: [(tint: Tint, side: Double)], _ options: CountOptions = .init(pipeline: .adaptive)
    ) async throws -> Count {
        let boxes = things.enumerated().map { index, thing in
            Rect(
                x: 10 + 37 * Double(index % 10), y: 10 + 37 * Double(index / 10), width: thing.side,
                height: thing.side)
        }
        let image = Self.image(zip(boxes, things).map { ($0, $1.tint) })
        return try await Counter(models: CountModels(detector: .fake(boxes)), options: options).count(image)
    }

    private static func image(_ things: [(box: Rect, tint: Tint)]) -> RGBImage {
        var pixels = [UInt8](repeating: 120, count: 400 * 300 * 3)
        for (box, tint) in things {
            for row in Int(box.y)..<Int(box.y + box.height) {
                for column in Int(box.x)..<Int(box.x + box.width) {
                    let at = 3 * (row * 400 + column)
                    (pixels[at], pixels[at + 1], pixels[at + 2]) = tint
                }
            }
        }
        return RGBImage(width: 400, height: 300, pixels: pixels)
    }

    private func mixed(_ rose: Int, _ green: Int) -> [(tint: Tint, side: Double)] {
        Array(repeating: (Self.rose, 24), count: rose) + Array(repeating: (Self.green, 24), count: green)
    }

    @Test func ofTwoColorsTheMoreFrequentOneCounts() async throws {
        let count = try await count(mixed(20, 9))
        #expect(count.count == 20)
        #expect(count.clusters.map(\.count) == [20, 9])
        #expect(count.counting(clusters: [1])?.count == 9)
        #expect(count.counting(clusters: [0, 1])?.count == 29)
    }

    @Test func ofTwoSizesTheMoreFrequentOneCounts() async throws {
        let things = (0..<20).map { (Self.rose, $0 < 13 ? 26.0 : 16.0) }
        #expect(try await count(things).clusters.map(\.count) == [13, 7])
    }

    @Test func exampleSaysWhichOneIsMeant() async throws {
        let like = Rect(x: 10, y: 84, width: 24, height: 24)
        #expect(try await count(mixed(20, 9), CountOptions(pipeline: .adaptive, like: like)).count == 9)
    }

    @Test func whoAsksForLessAlikeThingsGetsBoth() async throws {
        #expect(try await count(mixed(20, 9), CountOptions(pipeline: .adaptive, similarity: 0.55)).count == 29)
        #expect(try await count(mixed(20, 9), CountOptions(pipeline: .adaptive, similarity: 0.8)).count == 20)
    }

    @Test func oneKindStaysTogether() async throws {
        #expect(try await count(mixed(20, 0)).clusters.map(\.count) == [20])
        // Shades that blend into each other.
        let shades = (0..<24).map { (Tint(red: UInt8(120 + 5 * $0), green: 120, blue: 120), 24.0) }
        #expect(try await count(shades).count == 24)
        // Many colors are not two.
        let colors: [Tint] = [Self.rose, Self.green, (60, 90, 200), (220, 190, 60), (150, 60, 160)]
        #expect(try await count((0..<25).map { (colors[$0 % 5], 24.0) }).count == 25)
        // A single different thing is not a kind, and five things are too few.
        #expect(try await count(mixed(20, 1)).count == 21)
        #expect(try await count(mixed(3, 2)).count == 5)
    }
}
