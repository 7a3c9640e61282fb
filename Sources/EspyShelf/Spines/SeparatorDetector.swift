import CMath
import EspyBase
package import EspyPixels

/// Finds spines by the edges between them, without a neural network.
///
/// Upright edges are summed along slanted lines in strips of the picture; shelves are the bands in which edges continue
/// from strip to strip. In each shelf, the best lines are candidates for the sides of books, and pairs of them are
/// candidates for books. Each pair is scored by its color, texture and edges, and the set of non-overlapping books with
/// the largest total score is chosen. So books may touch their neighbors or not, and lines on a spine do no harm.
public struct SeparatorDetector: Sendable {
    /// Minimum log odds of a candidate.
    private static let least: Float = -2

    /// The effort spent on a picture.
    public enum Effort: String, Sendable, Codable, CaseIterable {
        /// One size only, and no shelves that are mostly outside the picture: for camera frames, where the next one
        /// comes soon.
        case quick
        /// Low shelves are also searched enlarged: for photos.
        case thorough
    }

    public let effort: Effort
    private let trees = BoostedTrees.books

    /// Whether a trained judge, which knows its neighbors, decides how likely each chosen book is one whole book. It
    /// was trained with frames of video.
    public let isJudged: Bool

    public init(effort: Effort = .thorough, isJudged: Bool = false) {
        self.effort = effort
        self.isJudged = isJudged
    }

    /// Returns the spines, row by row from the top, each from left to right, in pixels of the picture; nil if the task was
    /// canceled.
    package func found(in image: RGBImage) -> [DetectedSpine]? {
        var spines: [DetectedSpine] = []
        let views = ShelfView.views(of: image, enlarging: effort == .quick ? .quick : .thorough)
        for (row, view) in views.enumerated() {
            if Task.isCancelled { return nil }
            spines += books(in: view).map { book in
                DetectedSpine(quad: book.quad.map(view.place), row: row, confidence: book.confidence)
            }
        }
        return spines
    }

    private func books(in view: ShelfView) -> [(quad: Quad, confidence: Double)] {
        let (chosen, quads) = choose(in: view)
        return quads.indices.map { index in
            let odds =
                isJudged
                ? chosen.features(of: index).withUnsafeBufferPointer { BoostedTrees.frames.score($0) }
                : chosen.books[index].score + Self.least
            return (quads[index], Double(1 / (1 + expf(-odds))))
        }
    }

    /// Returns the books that are chosen in a shelf, with their outlines in pixels of the scene.
    package func choose(in view: ShelfView) -> (books: ChosenBooks, quads: [Quad]) {
        let line = LineSearch(view.scene.sums, band: view.band)
        let search = CandidateSearch(line, view.scene.strips)
        let middle = search.lines.count / 2
        let (early, late) = both({ scored(search, 0..<middle) }, { scored(search, middle..<search.lines.count) })
        let all = early + late
        let books = BookChoice(lines: search.lines).best(all).map { all[$0] }
        let ends = BookEnds(view.scene.gray, line)
        let rows = books.map { ends.rows(search.lines[$0.left], search.lines[$0.right]) }
        let quads = zip(books, rows).map { ends.quad(search.lines[$0.left], search.lines[$0.right], $1) }
        return (ChosenBooks(books, of: all, search, rows, strips: view.scene.sums.count), quads)
    }

    /// Returns the candidates that begin at the given lines, with their scores for the choice.
    private func scored(_ search: CandidateSearch, _ lefts: Range<Int>) -> [ChosenBooks.Book] {
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
