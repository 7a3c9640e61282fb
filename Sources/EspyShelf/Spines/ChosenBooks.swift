import EspyPixels

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
