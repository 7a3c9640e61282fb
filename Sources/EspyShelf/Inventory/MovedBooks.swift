/// The second look: books that are there, but not where the order has them.
enum MovedBooks {
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
}
