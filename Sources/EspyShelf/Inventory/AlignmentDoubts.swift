import Foundation

/// The certainty of an alignment, block by block: between two matches beyond doubt, or between a match and a jump.
struct AlignmentDoubts {
    private let blocks: [AlignmentDoubt]

    init(_ maker: InventoryMaker) {
        guard maker.order != .none else {
            blocks = []
            return
        }
        var blocks: [AlignmentDoubt] = []
        // Number of spines and books explained so far.
        var done = (spines: 0, books: 0)
        var behind = 0
        let elsewhere = Set(maker.moved.values)
        func close(_ spines: Int, _ books: Int) {
            let open = (done.spines..<max(spines, done.spines)).filter {
                maker.moved[$0] == nil && (maker.copies[$0] == nil || maker.matches[$0] != nil)
            }
            let wanted = (done.books..<max(books, done.books)).filter { !elsewhere.contains($0) }
            if let block = AlignmentDoubt(spines: open, books: wanted, weight: maker.weight) { blocks.append(block) }
            done = (spines, books)
        }
        if maker.scope == .part, let start = maker.jumped.first, start.lowerBound == 0 { done.books = start.upperBound }
        for (spine, place) in maker.matches.enumerated() {
            guard let place, place >= done.books else { continue }
            // A jump also ends a block: the next block begins with the first match after it.
            if let jump = maker.jumped.last(where: { $0.upperBound <= place && $0.lowerBound >= done.books }) {
                close(behind, jump.lowerBound)
                done.books = jump.upperBound
            }
            behind = spine + 1
            guard maker.isBeyondDoubt(spine, place) else { continue }
            close(spine, place)
            done = (spine + 1, place + 1)
        }
        let end = maker.scope == .part ? maker.jumped.last?.lowerBound ?? maker.sequence.count : maker.sequence.count
        close(maker.matches.count, end)
        self.blocks = blocks
    }

    func block(of book: Int) -> AlignmentDoubt? { blocks.first { $0.has(book: book) } }

    func block(of spine: Int, _ book: Int) -> AlignmentDoubt? {
        blocks.first { $0.has(spine: spine) && $0.has(book: book) }
    }
}

extension InventoryMaker {
    /// Whether a spine can be no other book.
    fileprivate func isBeyondDoubt(_ spine: Int, _ place: Int) -> Bool {
        let worth = weight(spine, place)
        guard worth >= Self.sure else { return false }
        let best = row.places[spine].evidence.best(3, titles: titles, list)
        return best.allSatisfy { list.index.isSame($0.book, sequence[place]) || worth - $0.weight >= Self.lead }
    }
}

/// The certainty of an alignment between two certain spines: the share of all alignments in which a spine is a given
/// book, by the forward and backward sums of the model (Durbin et al., Biological Sequence Analysis, 1998, chapter 4).
struct AlignmentDoubt {
    /// In ascending order; all of them must be explained.
    let spines: [Int]
    let books: [Int]

    /// Maximum size of a block, in cells; larger ones are skipped.
    private static let mostCells = 1 << 16

    private let pairs: [Double]

    /// - Parameter weight: the weight of a book for a spine.
    /// - Returns: nil for a block without books, or one that is too large.
    init?(spines: [Int], books: [Int], weight: (_ spine: Int, _ book: Int) -> Double) {
        guard !books.isEmpty, (spines.count + 1) * (books.count + 1) <= Self.mostCells else { return nil }
        (self.spines, self.books) = (spines, books)
        let weights = spines.flatMap { spine in books.map { weight(spine, $0) } }
        pairs = PairSums(rows: spines.count, columns: books.count, weights: weights).pairs()
    }

    /// Returns the probability that this spine is this book.
    func share(spine: Int, book: Int) -> Double {
        guard let row = Self.index(of: spine, in: spines), let column = Self.index(of: book, in: books) else {
            return 0
        }
        return pairs[row * books.count + column]
    }

    /// Returns the probability that this book is none of the spines.
    func absence(of book: Int) -> Double { max(0, 1 - spines.reduce(0) { $0 + share(spine: $1, book: book) }) }

    func has(spine: Int) -> Bool { Self.index(of: spine, in: spines) != nil }

    func has(book: Int) -> Bool { Self.index(of: book, in: books) != nil }

    /// - Parameter numbers: in ascending order.
    private static func index(of number: Int, in numbers: [Int]) -> Int? {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < numbers.count && numbers[low] == number ? low : nil
    }
}

/// Sums over all paths through a block; all values are logarithms.
///
/// Each book is missing by itself here: that books are borrowed in series is no reason to think that of three books at an
/// unread spine, the middle one is gone.
private struct PairSums {
    let rows: Int
    let columns: Int
    let weights: [Double]

    /// The states of a cell: the last step was a match or a missing book, or an extra spine. No missing book follows an extra
    /// spine, so that each alignment is counted once.
    private typealias Cell = SIMD2<Double>
    private static let never = -1e9
    private static let nothing = Cell(repeating: never)

    /// By spine, then by book.
    func pairs() -> [Double] {
        let width = columns + 1
        let (ahead, back) = (forward(), backward())
        let all = Self.sum(ahead[rows * width + columns])
        return (0..<rows).flatMap { row in
            (0..<columns).map { column in
                let cell = row * width + column
                return min(
                    1, exp(Self.sum(ahead[cell]) + weights[row * columns + column] + back[cell + width + 1][0] - all))
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
                let match =
                    row > 0 && column > 0
                    ? Self.sum(cells[here - width - 1]) + weights[(row - 1) * columns + column - 1] : Self.never
                let missing = column > 0 ? cells[here - 1][0] + SpineWeight.missing : Self.never
                cells[here][0] = Self.sum(Cell(match, missing))
                if row > 0 { cells[here][1] = Self.sum(cells[here - width]) + SpineWeight.extra }
            }
        }
        return cells
    }

    private func backward() -> [Cell] {
        let width = columns + 1
        var cells = [Cell](repeating: Self.nothing, count: (rows + 1) * width)
        cells[rows * width + columns] = Cell(0, 0)
        for row in stride(from: rows, through: 0, by: -1) {
            for column in stride(from: columns, through: 0, by: -1) where row + column < rows + columns {
                let here = row * width + column
                let match =
                    row < rows && column < columns
                    ? cells[here + width + 1][0] + weights[row * columns + column] : Self.never
                let extra = row < rows ? cells[here + width][1] + SpineWeight.extra : Self.never
                let missing = column < columns ? cells[here + 1][0] + SpineWeight.missing : Self.never
                cells[here][1] = Self.sum(Cell(match, extra))
                cells[here][0] = Self.sum(Cell(cells[here][1], missing))
            }
        }
        return cells
    }

    private static func sum(_ cell: Cell) -> Double {
        let most = cell.max()
        guard most > never else { return never }
        return most + log(exp(cell[0] - most) + exp(cell[1] - most))
    }
}
