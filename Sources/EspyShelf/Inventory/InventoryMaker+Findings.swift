import Foundation

extension ShelfList {
    /// Compares the books on shelves with the list.
    ///
    /// - Parameters:
    ///   - shelves: the results of reading, picture by picture along the shelves.
    ///   - order: nil to choose: call numbers if most books have one, else list order if the books follow it, else
    ///     none.
    ///   - scope: nil to choose: the whole list if it is hardly longer than the row of spines.
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
        let identified = matches.indices.map { spine in
            matches[spine].flatMap { isIdentified(spine, $0, doubts) ? $0 : nil }
        }
        let open = OpenSpines(self, identified)
        var after: [Int?: [Inventory.Finding]] = [:]
        let owners = Dictionary(
            identified.enumerated().compactMap { spine, place in place.map { ($0, spine) } }, uniquingKeysWith: { $1 })
        let (elsewhere, placed) = (Set(moved.values), Set(matches.compactMap(\.self)))
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
            } else if isSeen(place) || placed.contains(place) {
                let before = last.flatMap { owners[$0] }
                after[before, default: []].append(absent(place, behind: last, open, doubts))
            } else {
                unseen += 1
            }
        }
        var findings = roomed(after[nil] ?? [], behind: nil, identified)
        for spine in row.places.indices {
            findings.append(finding(of: spine, identified[spine], doubts, previous))
            findings += roomed(after[spine] ?? [], behind: spine, identified)
        }
        return Inventory(order: order, scope: scope, findings: findings, unseen: unseen)
    }

    /// Whether the text on a spine identifies this book, and no other that is just as likely.
    private func isIdentified(_ spine: Int, _ place: Int, _ doubts: [DoubtedBlock]) -> Bool {
        guard weight(spine, place) >= Self.weak else { return false }
        guard let doubt = doubts.first(where: { $0.spines.contains(spine) && $0.books.contains(place) }) else {
            return true
        }
        let same = doubt.books.filter { list.index.isSame(sequence[$0], sequence[place]) }
        return same.reduce(0) { $0 + doubt.doubt.share(spine: spine, book: $1) } >= Self.leastShare
    }

    /// Returns the finding for a book that matches no spine that was read: missing if no other spine may be it.
    private func absent(
        _ place: Int, behind last: Int?, _ open: OpenSpines, _ doubts: [DoubtedBlock]
    ) -> Inventory.Finding {
        let doubt = doubts.first { $0.books.contains(place) }
        var spines = open.spines(around: place)
        var absence = doubt?.doubt.absence(of: place) ?? (spines.isEmpty ? Self.usualAbsence : 0.5)
        if let doubt { spines += doubt.spines.filter { doubt.doubt.share(spine: $0, book: place) >= Self.leastDoubt } }
        let shared = open.beside(place).filter { hints(at: place, $0) || row.room.isShared(row.places[$0]) }
        if !shared.isEmpty { absence *= 0.5 }
        if absence >= Self.leastAbsence, open.chance > 0 {
            absence *= 1 - open.chance
            if absence < Self.leastAbsence { spines += open.spare }
        }
        guard absence < Self.leastAbsence, !(spines.isEmpty && shared.isEmpty) else {
            return finding(.missing, place, of: nil, after: last, absence)
        }
        var one = finding(.notSeen, place, of: nil, after: last, 1 - absence)
        one.reason = spines.isEmpty ? .shared : .unread
        one.spines = Set(spines.isEmpty ? shared : spines).sorted().map {
            Inventory.Spine(picture: row.places[$0].picture, spine: row.places[$0].spine)
        }
        return one
    }

    /// Marks missing books after a spine as possibly there if there is room for them that no outline explains.
    private func roomed(_ missing: [Inventory.Finding], behind spine: Int?, _ identified: [Int?]) -> [Inventory.Finding]
    {
        let gone = missing.count { $0.status == .missing }
        guard gone > 0 else { return missing }
        let first = spine.map { $0 + 1 } ?? 0
        let next = (first..<identified.count).first { identified[$0] != nil } ?? identified.count
        var room = 0
        for place in first...next {
            let before = place > 0 ? row.places[place - 1] : nil
            let after = place < row.places.count ? row.places[place] : nil
            room = max(room, row.room.books(between: before, and: after))
        }
        guard room > 0, gone <= Self.mostForRoom * min(room, gone) else { return missing }
        return missing.map { finding in
            guard finding.status == .missing else { return finding }
            var doubted = finding
            (doubted.status, doubted.confidence, doubted.reason) = (.notSeen, 0.5, room == .max ? .edge : .gap)
            return doubted
        }
    }

    private func finding(
        of spine: Int, _ identified: Int?, _ doubts: [DoubtedBlock], _ previous: [Int: Int]
    ) -> Inventory.Finding {
        let evidence = row.places[spine].evidence
        if let identified {
            let doubt = doubts.first { $0.spines.contains(spine) && $0.books.contains(identified) }?.doubt
            let share = doubt?.share(spine: spine, book: identified) ?? Self.likely(weight(spine, identified))
            return finding(.present, identified, of: spine, after: nil, share)
        }
        if let place = moved[spine] {
            return finding(.misplaced, place, of: spine, after: previous[place], Self.likely(weight(spine, place) - 2))
        }
        if let owner = copies[spine], let place = matches[owner] {
            // Neighbors with the same text are two parts of one spine that was outlined as two.
            let isPart = abs(owner - spine) == 1 && row.places[owner].row == row.places[spine].row
            return finding(isPart ? .present : .extra, place, of: spine, after: nil, 0.7)
        }
        guard evidence.isOwn, matches[spine] == nil else {
            return finding(.unreadable, nil, of: spine, after: nil, 0.5)
        }
        return finding(.extra, nil, of: spine, after: nil, evidence.confidence)
    }

    /// Minimum probability for a spine to be reported as a book.
    private static let leastShare = 0.7
    /// Minimum probability for a book to be reported as missing; below it, the book may be a spine that was not read.
    private static let leastAbsence = 0.9
    /// Maximum number of missing books per book that there is room for; with more, none is thought to be there.
    private static let mostForRoom = 3
    /// Minimum probability for a spine to be listed as possibly the book.
    private static let leastDoubt = 0.05
    /// Probability of absence if all spines were read.
    private static let usualAbsence = 0.9

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

/// The spines that were not read reliably enough to identify a book.
private struct OpenSpines {
    private let isOpen: [Bool]
    /// Spines of the books that were read, by place.
    private let identified: [(place: Int, spine: Int)]
    private let isIdentified: [Bool]
    private let isOrdered: Bool
    /// The open spines whose place no book of the list should have.
    let spare: [Int]
    /// Probability that a book that is not in its place is one of the spare spines.
    let chance: Double

    /// Probability that an unread spine where no book is expected is a misplaced book of the list.
    private static let misplaced = 0.15

    init(_ maker: InventoryMaker, _ identified: [Int?]) {
        let isOpen = identified.indices.map { spine in
            identified[spine] == nil && maker.moved[spine] == nil && maker.copies[spine] == nil
                && (maker.matches[spine] != nil || !maker.row.places[spine].evidence.isClear)
        }
        self.isOpen = isOpen
        self.identified = identified.enumerated().compactMap { spine, place in place.map { ($0, spine) } }.sorted {
            $0 < $1
        }
        isIdentified = identified.map { $0 != nil }
        isOrdered = maker.order != .none
        spare = isOpen.indices.filter { isOpen[$0] && maker.matches[$0] == nil }
        let found = Set(maker.matches.compactMap(\.self)).union(maker.moved.values).union(maker.shared.keys)
        let gone = maker.sequence.indices.count { !found.contains($0) && maker.isSeen($0) }
        // If the list was read from earlier photos, an unread spine may have been there, so it is not new.
        let isNew = gone > 0 && !maker.list.isRead
        chance = isNew ? min(1, Self.misplaced * Double(spare.count) / Double(gone)) : 0
    }

    /// Returns the spines between the books read before and after a place; all of them if there is no order.
    func spines(around place: Int) -> [Int] {
        guard isOrdered else { return isOpen.indices.filter { isOpen[$0] } }
        return gap(at: place).between.filter { isOpen[$0] }
    }

    /// Returns the spines between these books, and these books, if there is an order.
    func beside(_ place: Int) -> [Int] {
        guard isOrdered else { return [] }
        let gap = gap(at: place)
        return gap.between + gap.sides
    }

    /// The spines between the books that were read before and behind a place, and the spines of these books.
    private func gap(at place: Int) -> (between: [Int], sides: [Int]) {
        let next = identified.firstIndex { $0.place > place } ?? identified.count
        let before = next > 0 ? identified[next - 1].spine + 1 : 0
        let behind = next < identified.count ? identified[next].spine : isIdentified.count
        let after = isIdentified[before...].prefix { !$0 }.indices
        let ahead = isIdentified[..<behind].indices.reversed().prefix { !isIdentified[$0] }
        return (Array(after) + ahead, identified[max(next - 1, 0)..<min(next + 1, identified.count)].map(\.spine))
    }
}

/// A block of an alignment, and what is uncertain in it.
private struct DoubtedBlock {
    let spines: Range<Int>
    let books: Range<Int>
    let doubt: AlignmentDoubt
}

extension InventoryMaker {
    /// Returns the blocks between two certain matches, or between a match and a jump.
    private func doubts() -> [DoubtedBlock] {
        guard order != .none else { return [] }
        var blocks: [DoubtedBlock] = []
        // Number of spines and books explained so far.
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
            // A jump also ends a block: the next block begins with the first match after it.
            if let jump = jumped.last(where: { $0.upperBound <= place && $0.lowerBound >= done.books }) {
                close(behind, jump.lowerBound)
                done.books = jump.upperBound
            }
            behind = spine + 1
            guard isBeyondDoubt(spine, place) else { continue }
            close(spine, place)
            done = (spine + 1, place + 1)
        }
        let end = scope == .part ? jumped.last?.lowerBound ?? sequence.count : sequence.count
        close(matches.count, end)
        return blocks
    }

    /// Whether a spine can be no other book.
    private func isBeyondDoubt(_ spine: Int, _ place: Int) -> Bool {
        let worth = weight(spine, place)
        guard worth >= Self.sure else { return false }
        let best = row.places[spine].evidence.best(3, titles: titles, list)
        return best.allSatisfy { list.index.isSame($0.book, sequence[place]) || worth - $0.weight >= Self.lead }
    }

    private func block(_ spines: Range<Int>, _ books: Range<Int>) -> DoubtedBlock? {
        guard !books.isEmpty else { return nil }
        let doubt = AlignmentDoubt(.init(spines: spines, books: books), weight: weight)
        return doubt.map { DoubtedBlock(spines: spines, books: books, doubt: $0) }
    }
}

/// The certainty of an alignment: the share of all alignments in which a spine is a given book, by the forward and
/// backward sums of the model (Durbin et al., Biological Sequence Analysis, 1998, chapter 4).
///
/// It is computed only between two certain spines, which are close together: a block is a few spines times a few books.
private struct AlignmentDoubt {
    /// The spines and books of one block, all of which must be explained.
    struct Block {
        var spines: Range<Int>
        var books: Range<Int>
    }

    /// Maximum size of a block, in cells; larger ones are skipped.
    static let mostCells = 1 << 16

    private let block: Block
    private let pairs: [Double]

    /// - Parameter weight: the weight of a book for a spine.
    /// - Returns: nil for a block that is too large.
    init?(_ block: Block, weight: (_ spine: Int, _ book: Int) -> Double) {
        let (rows, columns) = (block.spines.count, block.books.count)
        guard (rows + 1) * (columns + 1) <= Self.mostCells else { return nil }
        self.block = block
        let weights = block.spines.flatMap { spine in block.books.map { weight(spine, $0) } }
        let sums = PairSums(rows: rows, columns: columns, weights: weights)
        pairs = sums.pairs()
    }

    /// Returns the probability that this spine is this book.
    func share(spine: Int, book: Int) -> Double {
        pairs[(spine - block.spines.lowerBound) * block.books.count + book - block.books.lowerBound]
    }

    /// Returns the probability that this book is none of the spines.
    func absence(of book: Int) -> Double {
        max(0, 1 - block.spines.reduce(0) { $0 + share(spine: $1, book: book) })
    }
}

/// Sums over all paths through a block; all values are logarithms.
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

    /// The cost of a missing book after each state.
    private static let step = Cell(SpineWeight.missing, SpineWeight.missingMore, SpineWeight.missing, 0)

    private static func sum(_ cell: Cell) -> Double {
        let most = max(cell[0], cell[1], cell[2])
        guard most > never else { return never }
        return most + log(exp(cell[0] - most) + exp(cell[1] - most) + exp(cell[2] - most))
    }
}
