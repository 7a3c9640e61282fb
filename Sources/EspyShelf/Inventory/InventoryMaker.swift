import Foundation

/// Takes an inventory: aligns, looks again for what is out of order, and says what came out.
struct InventoryMaker {
    let list: ShelfList
    let row: SpineSequence
    let order: ShelfList.Order
    let scope: Inventory.Scope
    /// Books in the order in which they should stand.
    let sequence: [Int]
    /// By book: what the words of its title weigh.
    let titles: [Double]

    /// For each spine the place in the sequence that it stands for, in order.
    var matches: [Int?]
    /// Spines that are books of the list out of order: places in the sequence.
    var moved: [Int: Int] = [:]
    /// Spines that are one more copy, or a part, of what another spine is.
    var copies: [Int: Int] = [:]
    /// Books that stand in the outline of a spine that is another: places in the sequence.
    var shared: [Int: Int] = [:]
    /// Left out by a jump.
    var jumped: [Range<Int>] = []

    /// A match that is worth less is not told by what was read, but by its place alone.
    static let weak = 1.0
    /// A match that is worth so much is beyond doubt.
    static let sure = 8.0

    init(_ list: ShelfList, _ shelves: [Shelf], order: ShelfList.Order?, scope: Inventory.Scope?) throws(InventoryError)
    {
        let (row, titles) = (SpineSequence(shelves, list), list.index.titleLengths)
        let clear = row.places.map { $0.evidence.clear(titles: titles, list) }
        let order = order ?? list.order(of: clear, starts: row.starts)
        let listed = Array(list.books.indices)
        (self.list, self.row, self.titles, self.order) = (list, row, titles, order)
        sequence = order == .callNumber ? list.byCallNumber ?? listed : listed
        let isWhole = 4 * list.books.count <= 5 * row.places.count + 24
        self.scope = scope ?? (isWhole ? .whole : .part)
        matches = Array(repeating: nil, count: row.places.count)
        guard (row.places.count + 1) * (list.books.count + 1) <= ListAlignment.mostCells else {
            throw .tooMuch(spines: row.places.count, books: list.books.count)
        }
        if self.order == .none {
            assign()
            findMoved()
        } else {
            align()
            realign()
        }
        findShared()
    }

    private mutating func align() {
        let alignment = ListAlignment(
            books: sequence.count, extras: row.places.map { _ in SpineWeight.extra }, starts: row.starts,
            isPart: scope == .part
        ) { spine, weights in
            row.places[spine].evidence.fill(&weights, titles: titles, list)
            if order == .callNumber { weights = sequence.map { weights[$0] } }
        }
        (matches, jumped) = (alignment.matches, alignment.jumped)
        dropDoubles()
    }

    /// Looks for what is out of order, and aligns the others again without it, until nothing more is found.
    private mutating func realign() {
        for _ in 0..<Self.rounds {
            let before = moved.count
            findMoved()
            guard moved.count > before else { return }
            let elsewhere = Set(moved.values)
            // Of a long list only what is in sight.
            let near = sequence.indices.filter { !elsewhere.contains($0) && isNear($0) }
            let spines = matches.indices.filter { moved[$0] == nil }
            let again = ListAlignment(
                books: near.count, extras: spines.map { _ in SpineWeight.extra },
                starts: spines.enumerated().map { index, spine in
                    index == 0 || row.places[spines[index - 1]].isBefore(row.places[spine])
                }, isPart: scope == .part
            ) { spine, weights in
                for (index, place) in near.enumerated() { weights[index] = Float(weight(spines[spine], place)) }
            }
            matches = Array(repeating: nil, count: matches.count)
            for (spine, match) in zip(spines, again.matches) { matches[spine] = match.map { near[$0] } }
            jumped = Self.left(
                again.jumped.map { near[$0.lowerBound]..<near[$0.upperBound - 1] + 1 }, near, sequence.count)
            dropDoubles()
        }
    }

    private static let rounds = 3

    /// Whether a book may be on the shelf, as the first look tells.
    private func isNear(_ place: Int) -> Bool {
        scope == .whole
            || !jumped.contains { $0.lowerBound + Self.margin <= place && place < $0.upperBound - Self.margin }
    }

    /// Books around those in sight that are tried again.
    private static let margin = 50

    /// What was left out of the second look belongs to the jumps beside it.
    private static func left(_ jumped: [Range<Int>], _ near: [Int], _ count: Int) -> [Range<Int>] {
        var ranges = jumped
        var next = 0
        for place in near + [count] {
            if place > next { ranges.append(next..<place) }
            next = place + 1
        }
        return ranges.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Where the list was gone through twice, a book may be two spines: it is the one that says it better.
    private mutating func dropDoubles() {
        var owners: [Int: Int] = [:]
        for (spine, place) in matches.enumerated() {
            guard let place else { continue }
            if let other = owners[place] {
                let isBetter = weight(spine, place) > weight(other, place)
                matches[isBetter ? other : spine] = nil
                if !isBetter { continue }
            }
            owners[place] = spine
        }
    }

    /// Without an order, each spine is the book that it says most clearly.
    private mutating func assign() {
        let pairs = row.places.enumerated().flatMap { spine, place in
            place.evidence.best(8, titles: titles, list).filter { $0.weight >= MovedBooks.least }
                .map { Assignment.Pair(left: spine, right: $0.book, worth: $0.weight) }
        }
        for pair in Assignment.best(pairs) { matches[pair.left] = pair.right }
        if scope == .part { jumped = [0..<sequence.count] }
    }

    /// - Parameter place: in the sequence.
    func weight(_ spine: Int, _ place: Int) -> Double {
        row.places[spine].evidence.weight(of: sequence[place], titles: titles, list)
    }
}

extension ListEvidence {
    /// The book that the spine clearly is by itself.
    func clear(titles: [Double], _ list: ShelfList) -> Int? {
        let best = best(2, titles: titles, list)
        guard let first = best.first, first.weight >= 5 else { return nil }
        return best.count < 2 || first.weight - best[1].weight >= 2 ? first.book : nil
    }
}

extension ShelfList {
    /// By call numbers where there are; as in the list where the spines are in that order, and in none where they are
    /// not: a list of what was bought when says nothing about where books stand.
    ///
    /// - Parameter clear: for each spine the book that it clearly is.
    func order(of clear: [Int?], starts: [Bool]) -> Order {
        if byCallNumber != nil { return .callNumber }
        var (rising, all) = (0, 0)
        var board: [Int] = []
        for (spine, book) in clear.enumerated() {
            if starts[spine] {
                rising += Self.longestRise(board)
                board = []
            }
            if let book {
                board.append(book)
                all += 1
            }
        }
        rising += Self.longestRise(board)
        // A random order of so many rises by twice its root.
        return all < 6 || Double(rising) >= max(0.55 * Double(all), 1.5 * Double(all).squareRoot()) ? .list : .none
    }

    /// Length of the longest part in rising order.
    private static func longestRise(_ values: [Int]) -> Int {
        var ends: [Int] = []
        for value in values {
            let place = ends.firstIndex { $0 >= value } ?? ends.count
            if place == ends.count { ends.append(value) } else { ends[place] = value }
        }
        return ends.count
    }
}
