import Foundation

/// Takes an inventory: aligns spines with the list, looks again at those out of order, and reports the findings.
struct InventoryMaker {
    let list: ShelfList
    let row: SpineSequence
    let order: ShelfList.Order
    let scope: Inventory.Scope
    /// Books in the order expected on the shelf.
    let sequence: [Int]
    /// The weight of the words of each book's title.
    let titles: [Double]

    /// The place in the sequence for each spine that matches in order.
    var matches: [Int?]
    /// Spines that are books of the list out of order: places in the sequence.
    var moved: [Int: Int] = [:]
    /// Spines that are an extra copy, or another part, of a book that another spine is.
    var copies: [Int: Int] = [:]
    /// Books that share the outline of another book's spine: places in the sequence.
    var shared: [Int: Int] = [:]
    /// Ranges left out by a jump.
    var jumped: [Range<Int>] = []

    /// A match of lower weight rests on its place alone, not on the text.
    static let weak = 1.0
    /// Minimum weight, and minimum lead over any other book, for a match beyond doubt.
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
        sequence = list.sequence(order) ?? listed
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
            if order == .callNumber || order == .author { weights = sequence.map { weights[$0] } }
        }
        (matches, jumped) = (alignment.matches, alignment.jumped)
        dropDoubles()
    }

    /// Looks for books out of order, and aligns the others again without them, until no more are found.
    private mutating func realign() {
        for _ in 0..<Self.rounds {
            let before = moved.count
            findMoved()
            guard moved.count > before else { return }
            let elsewhere = Set(moved.values)
            // Of a long list, only the books in sight are used.
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
                again.jumped.map { near[$0.lowerBound]..<near[$0.upperBound - 1] + 1 },
                (near + elsewhere).sorted(), sequence.count)
            dropDoubles()
        }
    }

    private static let rounds = 3

    /// Whether a book may be on the shelf, judging by the first pass.
    private func isNear(_ place: Int) -> Bool {
        scope == .whole
            || !jumped.contains { $0.lowerBound + Self.margin <= place && place < $0.upperBound - Self.margin }
    }

    /// Number of books around those in sight that are tried again.
    private static let margin = 50

    /// Books that are neither found nor in the second pass belong to the jumps beside them.
    private static func left(_ jumped: [Range<Int>], _ near: [Int], _ count: Int) -> [Range<Int>] {
        var ranges = jumped
        var next = 0
        for place in near + [count] {
            if place > next { ranges.append(next..<place) }
            next = place + 1
        }
        return ranges.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// If the list was passed through twice, a book may match two spines: the better match keeps it.
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

    /// Without an order, each spine becomes the book that it matches best.
    private mutating func assign() {
        let pairs = row.places.enumerated().flatMap { spine, place in
            place.evidence.best(8, titles: titles, list).filter { $0.weight >= MovedBooks.least }
                .map { Assignment.Pair(left: spine, right: $0.book, worth: $0.weight) }
        }
        for pair in Assignment.best(pairs) { matches[pair.left] = pair.right }
        if scope == .part { jumped = [0..<sequence.count] }
    }

    /// - Parameter place: a place in the sequence.
    func weight(_ spine: Int, _ place: Int) -> Double {
        row.places[spine].evidence.weight(of: sequence[place], titles: titles, list)
    }
}

extension ListEvidence {
    /// Returns the book that the spine clearly is, regardless of its neighbors.
    func clear(titles: [Double], _ list: ShelfList) -> Int? {
        let best = best(2, titles: titles, list)
        guard let first = best.first, first.weight >= 5 else { return nil }
        return best.count < 2 || first.weight - best[1].weight >= 2 ? first.book : nil
    }
}

extension ShelfList {
    /// Returns the books in an order other than that of the list; nil if the list does not have it.
    func sequence(_ order: Order) -> [Int]? {
        switch order {
        case .callNumber: byCallNumber
        case .author: byAuthor
        case .list, .none: nil
        }
    }

    /// Returns the order to use: by call numbers if there are any, list order or that of authors if the spines follow it,
    /// none otherwise; the order in which books were bought, for example, says nothing about their places.
    ///
    /// - Parameter clear: for each spine, the book that it clearly is.
    func order(of clear: [Int?], starts: [Bool]) -> Order {
        if byCallNumber != nil { return .callNumber }
        if follows(Array(books.indices), clear, starts) { return .list }
        return byAuthor.map { follows($0, clear, starts) } == true ? .author : .none
    }

    /// Whether the spines are roughly in this order of the books.
    private func follows(_ sequence: [Int], _ clear: [Int?], _ starts: [Bool]) -> Bool {
        var places = sequence
        for (place, book) in sequence.enumerated() { places[book] = place }
        var (rising, all) = (0, 0)
        var board: [Int] = []
        for (spine, book) in clear.enumerated() {
            if starts[spine] {
                rising += Self.longestRise(board)
                board = []
            }
            if let book {
                board.append(places[book])
                all += 1
            }
        }
        rising += Self.longestRise(board)
        // A random order of n books has a longest rise of about twice the square root of n.
        return all < 6 || Double(rising) >= max(0.55 * Double(all), 1.5 * Double(all).squareRoot())
    }

    /// Returns the length of the longest increasing subsequence.
    private static func longestRise(_ values: [Int]) -> Int {
        var ends: [Int] = []
        for value in values {
            let place = ends.firstIndex { $0 >= value } ?? ends.count
            if place == ends.count { ends.append(value) } else { ends[place] = value }
        }
        return ends.count
    }
}

/// Limits of the second pass, which finds books that are present, but out of order.
private enum MovedBooks {
    /// Minimum weight of a spine as a book that is missing between others.
    static let least = 4.0
    /// Minimum weight as a book from elsewhere in the list, and minimum lead over all others.
    static let leastElsewhere = 6.0
    static let lead = 2.0
    /// Minimum weight as a copy of a book that another spine is.
    static let leastCopy = 4.0
    /// Minimum share of a title read on another book's spine, and minimum weight of those words, to conclude that both
    /// share an outline.
    static let sharedTitle = 0.6
    static let sharedWeight = 4.0
    /// Minimum lead of another book over the one that the spine's place suggests.
    static let contrary = 4.0
    /// Maximum number of books tried for one spine.
    static let tries = 12
}

extension InventoryMaker {
    /// Pairs spines that match nothing in order with books not found in order, so that they fit best.
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

    /// Whether a spine may be any book: it matches none in order, or only by its place.
    private func isOpen(_ spine: Int) -> Bool {
        guard let place = matches[spine] else { return row.places[spine].evidence.isLegible }
        let own = weight(spine, place)
        let best = row.places[spine].evidence.best(1, titles: titles, list).first?.weight ?? own
        return own < Self.weak || best - own >= MovedBooks.contrary
    }

    func isSeen(_ place: Int) -> Bool { scope == .whole || !jumped.contains { $0.contains(place) } }

    /// Finds missing books whose titles are on the spine beside their place: two books in one outline.
    mutating func findShared() {
        let found = Set(matches.compactMap { $0 }).union(moved.values)
        guard order != .none else { return }
        var before: Int?
        for spine in matches.indices {
            guard let place = matches[spine] else { continue }
            let first = before.map { (matches[$0] ?? 0) + 1 } ?? max(place - 2, 0)
            // If a board continues further up in the list, there is nothing between the two.
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

    /// Whether a book's title is on the spine of another book, in words that the other does not have.
    private func stands(_ place: Int, in spine: Int) -> Bool {
        guard let own = matches[spine] else { return false }
        let index = list.index
        let title = index.titles[sequence[place]]
        let taken = Set(index.titles[sequence[own]] + index.authors[sequence[own]])
        let whole = title.reduce(0) { $0 + index.tokens[$1].weight }
        let read = row.places[spine].evidence.read
        let shared = title.reduce(0) { taken.contains($1) ? $0 : $0 + index.tokens[$1].weight * (read[$1] ?? 0) }
        return whole > 0 && shared >= MovedBooks.sharedWeight && shared >= MovedBooks.sharedTitle * whole
    }
    /// Whether a word on a spine that is another book, or none, may be from this book's title.
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

    /// Minimum length of a word; shorter ones are on many spines.
    private static let longHint = 4
}
