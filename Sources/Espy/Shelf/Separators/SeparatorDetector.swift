public import EspyImage
import Foundation

/// Finds spines without a model from a runtime: from the edges between them.
///
/// Upright edges are summed along slanted lines in strips of the picture; shelves are the bands where edges run on from
/// strip to strip; in each, the best lines are candidates for the sides of books, and pairs of them candidates for
/// books. Each pair is judged by its color, texture and edges, and the set of books that do not overlap with the largest
/// sum of scores is taken. So a book may touch its neighbors or not, and lines upon a spine cost nothing.
public struct SeparatorDetector: SpineDetector {
    /// A candidate is taken into account when its odds are better than e to this.
    private static let least: Float = -2

    private let judge = BookJudge()

    public init() {}

    public func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        var spines: [DetectedSpine] = []
        for (row, view) in ShelfView.views(of: image).enumerated() {
            if Task.isCancelled { throw CancellationError() }
            spines += books(in: view).map { book in
                DetectedSpine(quad: book.quad.map(view.place), row: row, confidence: book.confidence)
            }
        }
        return spines
    }

    private func books(in view: ShelfView) -> [(quad: Quad, confidence: Double)] {
        let line = LineSearch(view.scene.sums, band: view.band)
        let search = CandidateSearch(line, view.scene.looks)
        let candidates = search.candidates()
        let count = BookCandidates.names.count
        let books = candidates.features.withUnsafeBufferPointer { features in
            candidates.pairs.enumerated().map { index, pair in
                let score = judge.score(UnsafeBufferPointer(rebasing: features[index * count..<(index + 1) * count]))
                return (left: pair.left, right: pair.right, score: score - Self.least)
            }
        }
        let ends = BookEnds(view.scene.gray, line)
        return BookChoice(lines: search.lines).best(books).map { index in
            let book = books[index]
            let quad = ends.quad(search.lines[book.left], search.lines[book.right])
            return (quad, Double(1 / (1 + exp(-(book.score + Self.least)))))
        }
    }
}
