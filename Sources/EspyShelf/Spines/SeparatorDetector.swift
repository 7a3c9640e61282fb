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

/// The books chosen for one shelf, described together with their neighbors and the candidates that they won against.
///
/// A stripe printed along a spine, or the gap beside a leaning book, has two good sides as well; it differs from a book
/// in what is next to it: it has the color of its neighbor, ends where no other book ends, or is a part of a wider
/// candidate that is nearly as likely.
package struct ChosenBooks {
    /// A candidate with its score, by indices of lines.
    package typealias Book = (left: Int, right: Int, score: Float)

    /// The features of a chosen book: those of the pair of lines, and those in relation to its shelf.
    ///
    /// The order is that of the weights of ``BoostedTrees``; the training program reads it from here.
    package static let names =
        BookCandidates.names + [
            "score", "widthRatio", "gapLeft", "gapRight", "neighborScoreLeft", "neighborScoreRight",
            "neighborWidthLeft", "neighborWidthRight", "neighborColorLeft", "neighborColorRight", "topLeft", "topRight",
            "bottomOffset", "topOffset", "containing", "contained", "crossing", "grayOffset", "deviationOffset",
            "strips",
            "cutTop", "cutBottom", "count", "rowScore", "hasTop", "hasBottom", "farScoreLeft", "farScoreRight",
        ]

    private let search: CandidateSearch
    package let books: [Book]
    private let ends: [BookEnds.Rows]
    private let looks: [SIMD8<Float>]
    /// The candidates that are not hopeless.
    private let rivals: [Book]
    private let median: (width: Double, top: Double, bottom: Double, gray: Float, deviation: Float, score: Float)
    private let band: (height: Double, strips: Int, isCutAbove: Bool, isCutBelow: Bool)

    /// The value of a score that there is none of.
    private static let none: Float = -9
    /// Candidates up to this score are not compared with.
    private static let hopeless: Float = -6

    /// - Parameters:
    ///   - books: the chosen ones, from left to right.
    ///   - all: all candidates, including the chosen ones.
    ///   - ends: of the chosen ones.
    ///   - strips: number of strips of the picture.
    init(_ books: [Book], of all: [Book], _ search: CandidateSearch, _ ends: [BookEnds.Rows], strips: Int) {
        (self.books, self.search, self.ends) = (books, search, ends)
        rivals = all.filter { $0.score > Self.hopeless }
        looks = books.map { search.look($0.left, $0.right) }
        func middle<Value: Comparable>(_ values: [Value], or none: Value) -> Value {
            values.isEmpty ? none : values.sorted()[values.count / 2]
        }
        median = (
            middle(books.map { search.width($0.left, $0.right) }, or: 1), middle(ends.map { $0.top }, or: 0),
            middle(ends.map { $0.bottom }, or: 0), middle(looks.map { $0[StripFeatures.Part.gray] }, or: 0),
            middle(looks.map { $0[StripFeatures.Part.graySquare] }, or: 0), middle(books.map { $0.score }, or: 0)
        )
        let range = search.band
        band = (Double(range.count * StripSums.rows), strips, range.lowerBound == 0, range.upperBound >= strips)
    }

    /// Returns the values of ``names`` for one of the books.
    package func features(of index: Int) -> [Float] {
        let book = books[index]
        var values: [Float] = []
        values.reserveCapacity(Self.names.count)
        search.add(book.left, book.right, to: &values)
        values.append(book.score)
        values.append(Float(search.width(book.left, book.right) / max(median.width, 1)))
        addNeighbors(of: index, to: &values)
        values.append(Float((ends[index].bottom - median.bottom) / band.height))
        values.append(Float((ends[index].top - median.top) / band.height))
        addRivals(of: index, to: &values)
        values.append(looks[index][StripFeatures.Part.gray] - median.gray)
        values.append(looks[index][StripFeatures.Part.graySquare] - median.deviation)
        values.append(Float(search.band.count) / Float(max(band.strips, 1)))
        values.append(band.isCutAbove ? 1 : 0)
        values.append(band.isCutBelow ? 1 : 0)
        values.append(Float(books.count))
        values.append(median.score)
        values.append(ends[index].hasTop ? 1 : 0)
        values.append(ends[index].hasBottom ? 1 : 0)
        values.append(index > 1 ? books[index - 2].score : Self.none)
        values.append(index + 2 < books.count ? books[index + 2].score : Self.none)
        return values
    }

    private func addNeighbors(of index: Int, to values: inout [Float]) {
        let left = index > 0 ? index - 1 : nil
        let right = index + 1 < books.count ? index + 1 : nil
        let lines = search.lines
        func gap(_ from: Int?, _ to: Int?) -> Float {
            guard let from, let to else { return 1 }
            return Float(min((lines[books[to].left].x - lines[books[from].right].x) / band.height, 1))
        }
        let width = max(search.width(books[index].left, books[index].right), 1)
        func ratio(_ other: Int?) -> Float {
            other.map { Float(search.width(books[$0].left, books[$0].right) / width) } ?? 0
        }
        func color(_ other: Int?) -> Float {
            other.map { LineFeatures.distance(looks[$0].lowHalf, looks[index].lowHalf) } ?? 255
        }
        func top(_ other: Int?) -> Float { other.map { Float((ends[index].top - ends[$0].top) / band.height) } ?? 0 }
        values += [gap(left, index), gap(index, right)]
        values += [left, right].map { $0.map { books[$0].score } ?? Self.none }
        values += [ratio(left), ratio(right), color(left), color(right), top(left), top(right)]
    }

    /// Appends the best scores of the candidates that contain a book, that it contains, and that overlap it in part.
    private func addRivals(of index: Int, to values: inout [Float]) {
        let book = books[index]
        var (containing, contained, crossing) = (Self.none, Self.none, Self.none)
        for rival in rivals where rival.left < book.right && rival.right > book.left {
            let isSame = rival.left == book.left && rival.right == book.right
            if isSame { continue }
            if rival.left <= book.left && rival.right >= book.right {
                containing = max(containing, rival.score)
            } else if rival.left >= book.left && rival.right <= book.right {
                contained = max(contained, rival.score)
            } else {
                crossing = max(crossing, rival.score)
            }
        }
        values += [containing, contained, crossing]
    }
}
