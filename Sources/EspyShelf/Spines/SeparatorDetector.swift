public import EspyPixels
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

    /// How hard to look.
    public enum Effort: String, Sendable, Codable, CaseIterable {
        /// At one size only, and without shelves of which little is in the picture: for frames of a camera, where the
        /// next one comes soon.
        case quick
        /// Low shelves are looked at anew, larger: for photos.
        case thorough
    }

    public let effort: Effort
    private let trees = BoostedTrees.books

    public init(effort: Effort = .thorough) { self.effort = effort }

    public func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        var spines: [DetectedSpine] = []
        let views = await ShelfView.views(of: image, enlarging: effort == .quick ? .quick : .thorough)
        for (row, view) in views.enumerated() {
            if Task.isCancelled { throw CancellationError() }
            spines += await books(in: view).map { book in
                DetectedSpine(quad: book.quad.map(view.place), row: row, confidence: book.confidence)
            }
        }
        return spines
    }

    private func books(in view: ShelfView) async -> [(quad: Quad, confidence: Double)] {
        let line = LineSearch(view.scene.sums, band: view.band)
        let search = await CandidateSearch(line, view.scene.strips)
        let middle = search.lines.count / 2
        async let early = scored(search, 0..<middle)
        let late = scored(search, middle..<search.lines.count)
        let books = await early + late
        let ends = BookEnds(view.scene.gray, line)
        return BookChoice(lines: search.lines).best(books).map { index in
            let book = books[index]
            let quad = ends.quad(search.lines[book.left], search.lines[book.right])
            return (quad, Double(1 / (1 + exp(-(book.score + Self.least)))))
        }
    }

    /// The candidates that begin at some of the lines, with what each is worth in the choice.
    private func scored(_ search: CandidateSearch, _ lefts: Range<Int>) -> [(left: Int, right: Int, score: Float)] {
        let candidates = search.candidates(lefts)
        let count = BookCandidates.names.count
        return candidates.features.withUnsafeBufferPointer { features in
            candidates.pairs.enumerated().map { index, pair in
                let score = trees.score(UnsafeBufferPointer(rebasing: features[index * count..<(index + 1) * count]))
                return (left: pair.left, right: pair.right, score: score - Self.least)
            }
        }
    }
}
