import Foundation

/// How sure an alignment is, where it is not beyond doubt: the share that all ways have in which a spine is a book, by the
/// forward and backward sums of the model (Durbin et al., Biological Sequence Analysis, 1998, chapter 4).
///
/// It is asked between two spines that are sure, which are near each other: a block is a few spines times a few books.
struct AlignmentDoubt {
    /// Spines and books of one block, all of which are explained.
    struct Block {
        var spines: Range<Int>
        var books: Range<Int>
    }

    /// Larger ones are left alone.
    static let mostCells = 1 << 16

    private let block: Block
    private let pairs: [Double]

    /// - Parameter weight: what a book is worth as a spine.
    /// - Returns: nil for a block that is too large.
    init?(_ block: Block, weight: (_ spine: Int, _ book: Int) -> Double) {
        let (rows, columns) = (block.spines.count, block.books.count)
        guard (rows + 1) * (columns + 1) <= Self.mostCells else { return nil }
        self.block = block
        let weights = block.spines.flatMap { spine in block.books.map { weight(spine, $0) } }
        let sums = PairSums(rows: rows, columns: columns, weights: weights)
        pairs = sums.pairs()
    }

    /// How likely this spine is this book.
    func share(spine: Int, book: Int) -> Double {
        pairs[(spine - block.spines.lowerBound) * block.books.count + book - block.books.lowerBound]
    }

    /// How likely this book is none of the spines.
    func absence(of book: Int) -> Double {
        max(0, 1 - block.spines.reduce(0) { $0 + share(spine: $1, book: book) })
    }
}

/// Sums over all ways through a block; all values are logarithms.
private struct PairSums {
    let rows: Int
    let columns: Int
    let weights: [Double]

    /// The three states of a cell: match, missing, extra.
    private typealias Cell = SIMD4<Double>
    private static let never = -1e9
    private static let nothing = Cell(repeating: never)

    /// By spine, then by book.
    func pairs() -> [Double] {
        let width = columns + 1
        let (ahead, back) = (forward(), backward())
        let all = Self.sum(ahead[rows * width + columns])
        return (0..<rows).flatMap { row in
            (0..<columns).map { column in
                let cell = (row + 1) * width + column + 1
                return min(1, exp(ahead[cell][0] + back[cell][0] - all))
            }
        }
    }

    private func forward() -> [Cell] {
        let width = columns + 1
        var cells = [Cell](repeating: Self.nothing, count: (rows + 1) * width)
        cells[0][0] = 0
        for row in 0...rows {
            for column in 0...columns where row + column > 0 {
                let here = row * width + column
                if row > 0, column > 0 {
                    cells[here][0] = Self.sum(cells[here - width - 1]) + weights[(row - 1) * columns + column - 1]
                }
                if column > 0 { cells[here][1] = Self.sum(cells[here - 1] + Self.step) }
                if row > 0 { cells[here][2] = Self.sum(cells[here - width]) + SpineWeight.extra }
            }
        }
        return cells
    }

    private func backward() -> [Cell] {
        let width = columns + 1
        var cells = [Cell](repeating: Self.nothing, count: (rows + 1) * width)
        cells[rows * width + columns] = Cell(0, 0, 0, Self.never)
        for row in stride(from: rows, through: 0, by: -1) {
            for column in stride(from: columns, through: 0, by: -1) where row + column < rows + columns {
                let here = row * width + column
                var both = Self.nothing
                if row < rows, column < columns {
                    both[0] = cells[here + width + 1][0] + weights[row * columns + column]
                }
                if row < rows { both[2] = cells[here + width][2] + SpineWeight.extra }
                let missing = column < columns ? cells[here + 1][1] : Self.never
                for state in 0..<3 {
                    both[1] = missing + Self.step[state]
                    cells[here][state] = Self.sum(both)
                }
            }
        }
        return cells
    }

    /// What a missing book costs after each state.
    private static let step = Cell(SpineWeight.missing, SpineWeight.missingMore, SpineWeight.missing, 0)

    private static func sum(_ cell: Cell) -> Double {
        let most = max(cell[0], cell[1], cell[2])
        guard most > never else { return never }
        return most + log(exp(cell[0] - most) + exp(cell[1] - most) + exp(cell[2] - most))
    }
}
