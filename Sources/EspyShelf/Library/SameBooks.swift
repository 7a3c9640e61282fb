import EspyBarcode

/// Puts sightings together that are one book: first what a person said, then what places tell, the surest first, then
/// numbers. What a person has parted is never put together.
struct SameBooks {
    private let seen: ShelvedSightings
    private var parents: [Int]
    private var parted: [(Int, Int)] = []

    init(_ seen: ShelvedSightings, _ said: [BookLibrary.Word]) {
        self.seen = seen
        parents = Array(seen.sightings.indices)
        let numbers = Dictionary(seen.sightings.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
        var joined: [(Int, Int)] = []
        for word in said {
            guard let one = numbers[word.one], let other = numbers[word.other] else { continue }
            if word.isSame { joined.append((one, other)) } else { parted.append((one, other)) }
        }
        for (one, other) in joined { join(one, other) }
        for link in seen.walks.flatMap(\.links).sorted(by: { $0.confidence > $1.confidence }) {
            join(link.one, link.other)
        }
        var owners: [ISBN: Int] = [:]
        for (number, sighting) in seen.sightings.enumerated() {
            guard let isbn = sighting.book.isbn else { continue }
            if let owner = owners[isbn] { join(owner, number) } else { owners[isbn] = number }
        }
    }

    private mutating func root(_ number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    private mutating func join(_ one: Int, _ other: Int) {
        let (a, b) = (root(one), root(other))
        guard a != b else { return }
        for (x, y) in parted {
            let (p, q) = (root(x), root(y))
            if (p, q) == (a, b) || (p, q) == (b, a) { return }
        }
        parents[b] = a
    }

    /// Place after place, as they stand there.
    mutating func books() -> [LibraryBook] {
        var groups: [Int: [Int]] = [:]
        for number in seen.sightings.indices { groups[root(number), default: []].append(number) }
        var places: [Int: [LibraryBook.Whereabouts]] = [:]
        for walk in seen.walks {
            for known in walk.known {
                // Of a chain that a person has cut, each piece is a book.
                for piece in Dictionary(grouping: known.sightings, by: { root($0) }) {
                    let isLast = piece.value.contains(known.sightings[known.sightings.count - 1])
                    places[piece.key, default: []].append(whereabouts(known, piece.value.max() ?? 0, isLast: isLast))
                }
            }
        }
        let books = groups.map { root, numbers in
            LibraryBook(numbers.map { seen.sightings[$0] }, places: Self.distinct(places[root] ?? []))
        }
        // Books are large, and what they are sorted by is not.
        let ranked = books.indices.map { (book: $0, order: Self.order(books[$0])) }.sorted { $0.order < $1.order }
        return ranked.map { books[$0.book] }
    }

    private func whereabouts(_ known: PlaceWalk.Known, _ last: Int, isLast: Bool) -> LibraryBook.Whereabouts {
        let sighting = seen.sightings[last]
        guard isLast else { return .init(status: .missing, confidence: 0.5, sighting: sighting) }
        if let missing = known.missing, missing.round > known.seen, missing.round >= known.unread ?? 0 {
            return .init(status: .missing, confidence: missing.confidence, sighting: sighting)
        }
        if let unread = known.unread, unread > known.seen {
            return .init(status: .unread, confidence: 0.5, sighting: sighting)
        }
        return .init(status: .seen, confidence: sighting.confidence ?? 1, sighting: sighting)
    }

    /// Each place once, as what is best known there; photos without a place are each one of their own.
    private static func distinct(_ all: [LibraryBook.Whereabouts]) -> [LibraryBook.Whereabouts] {
        var found: [LibraryBook.Whereabouts] = []
        for one in all {
            let same = found.firstIndex { $0.sighting.place != nil && $0.sighting.place == one.sighting.place }
            guard let same else {
                found.append(one)
                continue
            }
            if one.sighting.time > found[same].sighting.time { found[same] = one }
        }
        return found
    }

    private struct Order: Comparable {
        let place: ShelfPlace?
        let time: Int
        let entry: String
        let row: Int
        let position: Int

        static func < (one: Order, other: Order) -> Bool {
            if one.place != other.place {
                guard let a = one.place else { return false }
                guard let b = other.place else { return true }
                return a < b
            }
            return (-one.time, one.entry, one.row, one.position) < (-other.time, other.entry, other.row, other.position)
        }
    }

    private static func order(_ book: LibraryBook) -> Order {
        let at = book.places.first?.sighting ?? book.last
        return Order(place: at.place, time: at.time, entry: at.id.entry, row: at.row, position: at.position)
    }
}
