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
    /// A match that is worth so much, and so much more than any other, is beyond doubt.
    static let sure = 8.0
    static let lead = 3.0

    init(_ list: ShelfList, _ shelves: [Shelf], order: ShelfList.Order?, scope: Inventory.Scope?) throws(InventoryError)
    {
        let titles = list.index.titleLengths
        let row = SpineSequence(shelves, list, titles: titles)
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

/// The second look: books that are there, but not where the order has them.
private enum MovedBooks {
    /// What a spine has to be worth as a book that is missing between others.
    static let least = 4.0
    /// As one from elsewhere in the list, and by how much it has to be ahead of all others.
    static let leastElsewhere = 6.0
    static let lead = 2.0
    /// As a copy of what another spine is.
    static let leastCopy = 4.0
    /// How much of a title has to be read on the spine of another book to say that both share an outline, and what the
    /// words have to tell.
    static let sharedTitle = 0.6
    static let sharedTold = 4.0
    /// By how much a spine has to be more another book than the one that its place makes it.
    static let contrary = 4.0
    /// Books that are tried for one spine.
    static let tries = 12
}

extension InventoryMaker {
    /// Pairs spines that are nothing in order with books that are not there in order, so that they fit best.
    mutating func findMoved() {
        let owners = Dictionary(
            matches.enumerated().compactMap { spine, place in place.map { ($0, spine) } }, uniquingKeysWith: { $1 })
        var placeOf = [Int](repeating: 0, count: sequence.count)
        for (place, book) in sequence.enumerated() { placeOf[book] = place }
        var pairs: [Assignment.Pair] = []
        let gone = Set(moved.values)
        for spine in matches.indices where moved[spine] == nil && isOpen(spine) {
            let best = row.places[spine].evidence.best(MovedBooks.tries, titles: titles, list)
            for (rank, one) in best.enumerated() {
                let place = placeOf[one.book]
                guard matches[spine] != place, !gone.contains(place) else { continue }
                let next = rank + 1 < best.count ? best[rank + 1].weight : -.infinity
                if let owner = owners[place], !isOpen(owner) {
                    if rank == 0, one.weight >= MovedBooks.leastCopy { copies[spine] = owner }
                } else if isSeen(place)
                    ? one.weight >= MovedBooks.least
                    : rank == 0 && one.weight >= MovedBooks.leastElsewhere && one.weight - next >= MovedBooks.lead
                {
                    pairs.append(Assignment.Pair(left: spine, right: place, worth: one.weight))
                }
            }
        }
        for pair in Assignment.best(pairs) {
            if let owner = owners[pair.right] { matches[owner] = nil }
            matches[pair.left] = nil
            moved[pair.left] = pair.right
            copies[pair.left] = nil
        }
    }

    /// Whether a spine may be any book: it is none in order, or only by its place.
    private func isOpen(_ spine: Int) -> Bool {
        guard let place = matches[spine] else { return row.places[spine].evidence.isLegible }
        let own = weight(spine, place)
        let best = row.places[spine].evidence.best(1, titles: titles, list).first?.weight ?? own
        return own < Self.weak || best - own >= MovedBooks.contrary
    }

    func isSeen(_ place: Int) -> Bool { scope == .whole || !jumped.contains { $0.contains(place) } }

    /// Finds missing books whose titles stand on the spine beside their place: two books in one outline.
    mutating func findShared() {
        let found = Set(matches.compactMap { $0 }).union(moved.values)
        guard order != .none else { return }
        var before: Int?
        for spine in matches.indices {
            guard let place = matches[spine] else { continue }
            let first = before.map { (matches[$0] ?? 0) + 1 } ?? max(place - 2, 0)
            // Where a board goes on further up in the list, there is nothing between both.
            let gap = first..<max(place, first)
            for missing in gap where gap.count <= 40 && !found.contains(missing) {
                for candidate in [before, spine].compactMap({ $0 }) where stands(missing, in: candidate) {
                    shared[missing] = candidate
                    break
                }
            }
            before = spine
        }
    }

    /// Whether the title of a book is on a spine that is another, by words that are not the other's.
    private func stands(_ place: Int, in spine: Int) -> Bool {
        guard let own = matches[spine] else { return false }
        let index = list.index
        let title = index.titles[sequence[place]]
        let taken = Set(index.titles[sequence[own]] + index.authors[sequence[own]])
        let whole = title.reduce(0) { $0 + index.tokens[$1].weight }
        let read = row.places[spine].evidence.read
        let told = title.reduce(0) { taken.contains($1) ? $0 : $0 + index.tokens[$1].weight * (read[$1] ?? 0) }
        return whole > 0 && told >= MovedBooks.sharedTold && told >= MovedBooks.sharedTitle * whole
    }
    /// Whether a word on the spine of another book, or of none, may be one of this book's.
    func hints(at place: Int, _ spine: Int) -> Bool {
        let index = list.index
        let book = sequence[place]
        let own = (matches[spine] ?? moved[spine]).map { sequence[$0] }
        let taken = Set(own.map { index.titles[$0] + index.authors[$0] } ?? [])
        func texts(_ tokens: [Int]) -> [String] {
            tokens.map { String(decoding: index.tokens[$0].bytes, as: UTF8.self) }
        }
        let wanted = (index.titles[book] + index.authors[book]).filter { !taken.contains($0) }
        let known = texts(Array(taken))
        let others = row.places[spine].evidence.words.filter { word in
            word.count >= Self.longHint && !known.contains { ReadTitle.isAlike($0, word) }
        }
        return texts(wanted).contains { one in
            one.count >= Self.longHint && others.contains { ReadTitle.isAlike($0, one) }
        }
    }

    /// Shorter words are on many spines.
    private static let longHint = 4
}
