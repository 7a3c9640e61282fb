import Foundation

extension ShelfList {
    /// Holds what stands on shelves against the list.
    ///
    /// - Parameters:
    ///   - shelves: what was read, picture by picture along the shelves.
    ///   - order: nil for what fits: call numbers where most books have one, else the order of the list where the books
    ///     stand in it, else none.
    ///   - scope: nil for what fits: the whole list where it is hardly longer than the row of spines.
    /// - Throws: ``InventoryError/tooMuch(spines:books:)``
    public func inventory(
        of shelves: [Shelf], order: Order? = nil, scope: Inventory.Scope? = nil
    ) throws(InventoryError) -> Inventory {
        try InventoryMaker(self, shelves, order: order, scope: scope).inventory()
    }
}

extension InventoryMaker {
    func inventory() -> Inventory {
        let doubts = doubts()
        var after: [Int?: [Inventory.Finding]] = [:]
        let owners = Dictionary(
            matches.enumerated().compactMap { spine, place in place.map { ($0, spine) } }, uniquingKeysWith: { $1 })
        let elsewhere = Set(moved.values)
        var last: Int?
        var unseen = 0
        var previous: [Int: Int] = [:]
        for place in sequence.indices {
            if let last { previous[place] = last }
            if owners[place] != nil {
                last = place
            } else if let spine = shared[place] {
                after[spine, default: []].append(finding(.present, place, of: spine, after: nil, 0.5))
            } else if elsewhere.contains(place) {
                continue
            } else if isSeen(place) {
                let sure = absence(of: place, doubts)
                // It may as well be one that nobody can read, and that was taken for its neighbor.
                let status: Inventory.Status = sure < Self.leastAbsence ? .unreadable : .missing
                after[last.flatMap { owners[$0] }, default: []].append(
                    finding(status, place, of: nil, after: last, status == .missing ? sure : 1 - sure))
            } else {
                unseen += 1
            }
        }
        var findings = doubted(after[nil] ?? [], behind: nil)
        for spine in row.places.indices {
            findings.append(told(spine, doubts, previous))
            findings += doubted(after[spine] ?? [], behind: spine)
        }
        return Inventory(order: order, scope: scope, findings: findings, unseen: unseen)
    }

    /// What is missing behind a spine may be there where there is room for it that no outline explains.
    private func doubted(_ missing: [Inventory.Finding], behind spine: Int?) -> [Inventory.Finding] {
        let gone = missing.count { $0.status == .missing }
        guard gone > 0 else { return missing }
        let first = spine.map { $0 + 1 } ?? 0
        let next = (first..<matches.count).first { matches[$0] != nil } ?? matches.count
        var room = 0
        for place in first...next {
            let before = place > 0 ? row.places[place - 1] : nil
            let after = place < row.places.count ? row.places[place] : nil
            room = max(room, row.room.books(between: before, and: after))
        }
        guard gone <= room else { return missing }
        return missing.map { finding in
            var doubted = finding
            if finding.status == .missing { (doubted.status, doubted.confidence) = (.unreadable, 0.5) }
            return doubted
        }
    }

    private func told(_ spine: Int, _ doubts: [DoubtedBlock], _ previous: [Int: Int]) -> Inventory.Finding {
        let evidence = row.places[spine].evidence
        if let place = matches[spine] {
            let worth = weight(spine, place)
            let doubt = doubts.first { $0.spines.contains(spine) && $0.books.contains(place) }?.doubt
            let share = doubt?.share(spine: spine, book: place) ?? Self.likely(worth)
            return finding(worth < Self.weak ? .unreadable : .present, place, of: spine, after: nil, share)
        }
        if let place = moved[spine] {
            return finding(.misplaced, place, of: spine, after: previous[place], Self.likely(weight(spine, place) - 2))
        }
        if let owner = copies[spine], let place = matches[owner] {
            // Neighbors that say the same are two parts of one spine, which was outlined as two.
            let isPart = abs(owner - spine) == 1 && row.places[owner].row == row.places[spine].row
            return finding(isPart ? .present : .extra, place, of: spine, after: nil, 0.7)
        }
        guard evidence.isLegible else { return finding(.unreadable, nil, of: spine, after: nil, 0.5) }
        return finding(.extra, nil, of: spine, after: nil, evidence.confidence)
    }

    /// Below this, a book may be behind a spine that was not read.
    private static let leastAbsence = 0.7

    private func absence(of place: Int, _ doubts: [DoubtedBlock]) -> Double {
        doubts.lazy.compactMap { $0.books.contains(place) ? $0.doubt.absence(of: place) : nil }.first ?? 0.9
    }

    private static func likely(_ worth: Double) -> Double { 1 / (1 + exp(-worth)) }

    private func finding(
        _ status: Inventory.Status, _ place: Int?, of spine: Int?, after: Int?, _ confidence: Double
    ) -> Inventory.Finding {
        let seen = spine.map { row.places[$0] }
        return Inventory.Finding(
            status: status, book: place.map { sequence[$0] }, picture: seen?.picture, spine: seen?.spine,
            row: seen?.row,
            position: seen?.position, after: after.map { sequence[$0] },
            confidence: (min(max(confidence, 0), 1) * 1000).rounded() / 1000)
    }
}

/// A block of an alignment with what is doubtful in it.
private struct DoubtedBlock {
    let spines: Range<Int>
    let books: Range<Int>
    let doubt: AlignmentDoubt
}

extension InventoryMaker {
    /// What is between two sure matches, or between one and a jump.
    private func doubts() -> [DoubtedBlock] {
        guard order != .none else { return [] }
        var blocks: [DoubtedBlock] = []
        // What was explained so far: spines, and books.
        var done = (spines: 0, books: 0)
        var behind = 0
        func close(_ spines: Int, _ books: Int) {
            if let block = block(done.spines..<max(spines, done.spines), done.books..<max(books, done.books)) {
                blocks.append(block)
            }
            done = (spines, books)
        }
        if scope == .part, let start = jumped.first, start.lowerBound == 0 { done.books = start.upperBound }
        for (spine, place) in matches.enumerated() {
            guard let place, place >= done.books else { continue }
            // A jump ends a block, too: what is behind it begins with the first match there.
            if let jump = jumped.last(where: { $0.upperBound <= place && $0.lowerBound >= done.books }) {
                close(behind, jump.lowerBound)
                done.books = jump.upperBound
            }
            behind = spine + 1
            guard weight(spine, place) >= Self.sure else { continue }
            close(spine, place)
            done = (spine + 1, place + 1)
        }
        let end = scope == .part ? jumped.last?.lowerBound ?? sequence.count : sequence.count
        close(matches.count, end)
        return blocks
    }

    private func block(_ spines: Range<Int>, _ books: Range<Int>) -> DoubtedBlock? {
        guard !books.isEmpty else { return nil }
        let doubt = AlignmentDoubt(.init(spines: spines, books: books), weight: weight)
        return doubt.map { DoubtedBlock(spines: spines, books: books, doubt: $0) }
    }
}

/// How sure an alignment is, where it is not beyond doubt: the share that all ways have in which a spine is a book, by the
/// forward and backward sums of the model (Durbin et al., Biological Sequence Analysis, 1998, chapter 4).
///
/// It is asked between two spines that are sure, which are near each other: a block is a few spines times a few books.
private struct AlignmentDoubt {
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
