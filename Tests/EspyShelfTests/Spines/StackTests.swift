import Espy
import EspyPixels
import EspySamples
import Testing

/// Standing books, then books lying flat, then standing ones again.
struct StackTests {
    /// A shelf 80 cm wide; without a stack, its middle is empty.
    private static func scene(stack: Int, seed: UInt64 = 11) -> BookshelfScene {
        var scene = BookshelfScene(
            seed: seed, width: 1280, height: 640, area: SIMD2(80, 40), camera: SampleCamera(distance: 500, fill: 1),
            optics: SampleOptics(blur: 0.4, vignette: 0.1, noise: 1.5), boards: [34])
        let colors: [Float] = [0.75, 0.2, 0.55, 0.35, 0.85, 0.12, 0.65, 0.3]
        func cover(_ index: Int) -> BookCover {
            BookCover(
                color: SampleColor(gray: colors[index % colors.count]),
                lines: [
                    .init(
                        "Winter Garden \(index)", from: 0.1, to: 0.9, size: 0.5,
                        color: SampleColor(gray: colors[(index + 1) % colors.count]), setting: .down)
                ], roundness: 0.1, seed: UInt64(index), grain: 0.01)
        }
        for index in 0..<16 {
            let x = index < 8 ? 3 + 3.1 * Double(index) : 53 + 3.1 * Double(index - 8)
            let length = 22 + 1.5 * Double(index % 3)
            scene.books.append(
                SampleBook(row: 0, foot: SIMD2(x, 34), thickness: 3, length: length, cover: cover(index)))
        }
        for index in 0..<stack {
            scene.books.append(
                SampleBook(
                    row: 0, foot: SIMD2(29 + 0.4 * Double(index % 2), 34 - 3.1 * Double(index)), thickness: 3,
                    length: 19 + Double(index % 3), isLying: true, cover: cover(index + 3)))
        }
        return scene
    }

    private let detector = StackedSpineDetector(SeparatorDetector())

    @Test(arguments: [2, 4, 6])
    func booksInAStackAreFound(count: Int) async throws {
        let (image, truth) = Self.scene(stack: count).rendered()
        let found = try await detector.spines(in: image).filter { $0.confidence >= 0.5 }
        let lying = truth.spines.filter(\.isLying)
        let hits = lying.filter { book in found.contains { QuadOverlap.share($0.quad, book.quad) >= 0.5 } }
        #expect(lying.count == count)
        #expect(hits.count >= count - 1)
        // They are in order from left to right, like standing ones.
        #expect(found.map(\.quad.center.x) == found.map(\.quad.center.x).sorted())
    }

    @Test func aFreeBoardIsNoBook() async throws {
        let image = Self.scene(stack: 0).rendered().image
        #expect(try await detector.spines(in: image) == SeparatorDetector().spines(in: image))
    }

    @Test func cancellingEndsIt() async throws {
        let image = Self.scene(stack: 3).rendered().image
        let task = Task { [detector] in try await detector.spines(in: image) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
