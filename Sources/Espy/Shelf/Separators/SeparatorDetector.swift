public import EspyImage
import Foundation

/// Finds spines without a model from a runtime: from the edges between them.
///
/// Upright edges are summed along slanted lines in strips of the picture; shelves are the bands where edges run on from
/// strip to strip; in each, the best lines are candidates for the sides of books, and pairs of them candidates for
/// books. Each pair is judged by its color, texture and edges, and the set of books that do not overlap with the largest
/// sum of scores is taken. So a book may touch its neighbors or not, and lines upon a spine cost nothing.
public struct SeparatorDetector: SpineDetector {
    /// The long side of the picture that is worked on, in pixels.
    static let longSide = 960
    /// A candidate is taken into account when its odds are better than e to this.
    private static let least: Float = -2

    private let judge = BookJudge()

    public init() {}

    public func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        let factor = Double(max(image.width, image.height)) / Double(Self.longSide)
        let small = image.fitted(longSide: Self.longSide)
        let scale = max(factor, 1)
        let scene = ShelfScene(small)
        var spines: [DetectedSpine] = []
        for (row, band) in scene.bands.enumerated() {
            if Task.isCancelled { throw CancellationError() }
            spines += books(in: scene, band: band).map { book in
                DetectedSpine(quad: book.quad.map { $0 * scale }, row: row, confidence: book.confidence)
            }
        }
        return spines
    }

    private func books(in scene: ShelfScene, band: Range<Int>) -> [(quad: Quad, confidence: Double)] {
        let line = LineSearch(scene.sums, band: band)
        let search = CandidateSearch(line, scene.looks)
        let books = search.candidates().map { candidate in
            let score = candidate.features.values.withUnsafeBufferPointer(judge.score)
            return (left: candidate.left, right: candidate.right, score: score - Self.least)
        }
        let ends = BookEnds(scene.gray, line)
        return BookChoice(lines: search.lines).best(books).map { index in
            let book = books[index]
            let quad = ends.quad(search.lines[book.left], search.lines[book.right])
            return (quad, Double(1 / (1 + exp(-(book.score + Self.least)))))
        }
    }
}

/// A picture with all that is worked out of it once.
struct ShelfScene {
    let gray: GrayImage
    let sums: StripSums
    let looks: StripLooks
    /// The shelves, in strips.
    let bands: [Range<Int>]

    init(_ image: RGBImage) {
        gray = image.gray
        sums = StripSums(EdgeVotes(gray))
        looks = StripLooks(image, gray: gray)
        bands = ShelfRows(sums: sums).bands()
    }
}
