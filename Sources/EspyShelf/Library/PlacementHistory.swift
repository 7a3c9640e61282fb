/// Tracks the books of one place from photo to photo. The books seen before form an ordered list, and each new photo is
/// an inventory against it, so a book is recognized by its title, however badly it was read, and by its neighbors.
struct PlacementHistory {
    /// A book of the place.
    struct Known {
        var book: Catalog.Book
        /// Indices of its sightings, newest last.
        var sightings: [Int]
        /// The round of photos in which it was last seen; the round in which its place had an unreadable spine; and the
        /// round in which it was absent, with the probability of that.
        var seen: Int
        var unread: Int?
        var missing: (round: Int, confidence: Double)?
    }

    /// Two sightings of one book.
    struct Link {
        var one: Int
        var other: Int
        var confidence: Double
    }

    /// A book that an unreadable spine may be.
    private struct Guess {
        var book: Int
        var confidence: Double
        /// Whether it can be no other spine.
        var isAlone: Bool
    }

    private(set) var known: [Known] = []
    private(set) var links: [Link] = []
    /// The books in shelf order.
    private var row: [Int] = []
    private var round = 0
    /// Sightings already used in the current photo.
    private var taken: Set<Int> = []
    /// For each unreadable spine of the current photo, the books that it may be.
    private var guesses: [Int: [Guess]] = [:]
    private var time: Int?

    /// Maximum pause in seconds between photos of a place that belong to one round.
    static let pause = 30 * 60
    /// Minimum share of readable spines that must be known for a photo to show books seen before.
    static let leastShared = 0.2
    /// Minimum confidence of a finding; those below are ignored.
    static let leastLikely = 0.5
    /// Maximum number of books of one place that are looked for again.
    static let most = 2_000

    /// - Parameters:
    ///   - sightings: the sighting of each spine.
    ///   - all: all sightings of the library.
    mutating func take(_ photo: ShelvedPhoto, _ sightings: [Int: Int], _ all: [BookSighting]) {
        let isNewRound = time.map { photo.time - $0 > Self.pause } ?? true
        if isNewRound { round += 1 }
        time = photo.time
        let places = Array(row.suffix(Self.most))
        // Each of several photos in a round shows only a part.
        let inventory = try? list.inventory(of: [photo.shelf], scope: isNewRound ? nil : .part)
        guard let inventory, !places.isEmpty, shows(inventory, sightings.count) else {
            for spine in photo.shelf.spines {
                if let sighting = sightings[spine.id] { add(sighting, all, after: row.last) }
            }
            return
        }
        var last: Int?
        taken = []
        guesses = [:]
        for finding in inventory.findings where finding.status == .notSeen {
            guard let book = finding.book.map({ places[$0] }) else { continue }
            for spine in finding.spines {
                guesses[spine.spine, default: []].append(
                    Guess(book: book, confidence: finding.confidence, isAlone: finding.spines.count == 1))
            }
        }
        for finding in inventory.findings {
            last = take(
                finding, of: finding.book.map { places[$0] }, finding.spine.flatMap { sightings[$0] }, all, last)
        }
    }

    /// The list of books seen here before.
    private var list: ShelfList { ShelfList(read: row.suffix(Self.most).map { known[$0].book }) }

    /// Whether a photo without a place shows this shelf: some of its books side by side, in this order.
    ///
    /// - Parameter readable: number of spines in the photo with text.
    func isShown(by photo: ShelvedPhoto, _ readable: Int) -> Bool {
        guard let inventory = try? list.inventory(of: [photo.shelf], order: .list, scope: .part) else { return false }
        let found = inventory.findings.count { $0.status == .present && $0.confidence >= Self.surelyFound }
        return found >= Self.leastFound && Double(found) >= Self.leastOverlap * Double(min(readable, row.count))
    }

    /// Minimum number of books in common for two photos to show one shelf, minimum share of the smaller photo's books,
    /// and minimum confidence of each.
    private static let (leastFound, leastOverlap, surelyFound) = (3, 0.25, 0.7)

    /// Whether the photo shows books seen here before, rather than another part of the place.
    private func shows(_ inventory: Inventory, _ readable: Int) -> Bool {
        let found = inventory.findings.count {
            [.present, .misplaced].contains($0.status) && $0.spine != nil && $0.confidence >= Self.leastLikely
        }
        return found > 0 && Double(found) >= Self.leastShared * Double(readable)
    }

    /// - Returns: the book after which the next one goes.
    private mutating func take(
        _ finding: Inventory.Finding, of book: Int?, _ sighting: Int?, _ all: [BookSighting], _ last: Int?
    ) -> Int? {
        // If two books share an outline, the sighting belongs to the first.
        let isTaken = sighting.map { taken.contains($0) } ?? false
        if let sighting { taken.insert(sighting) }
        switch (finding.status, book) {
        case (.unreadable, nil):
            return takeUnread(finding.spine.flatMap { guesses[$0] } ?? [], sighting, all, last)
        case (.missing, let book?):
            if known[book].seen < round { known[book].missing = (round, finding.confidence) }
            return book
        case (.extra, _), (_, nil):
            return isTaken ? last : sighting.map { add($0, all, after: last) } ?? last
        case (_, let book?) where isTaken:
            known[book].seen = round
            return book
        case (_, let book?):
            guard let sighting, finding.confidence >= Self.leastLikely else {
                if known[book].seen < round { known[book].unread = round }
                return sighting.map { add($0, all, after: last) } ?? book
            }
            see(book, in: sighting, finding.confidence, all)
            if finding.status == .misplaced { move(book, behind: last) }
            return book
        }
    }

    /// Handles an unreadable spine: it is the book that only it may be; if it may be several books, it is not a new
    /// one.
    private mutating func takeUnread(
        _ guesses: [Guess], _ sighting: Int?, _ all: [BookSighting], _ last: Int?
    ) -> Int? {
        guard let sighting else { return last }
        if guesses.count == 1, guesses[0].isAlone, guesses[0].confidence >= Self.leastLikely {
            see(guesses[0].book, in: sighting, guesses[0].confidence, all)
            return guesses[0].book
        }
        return guesses.isEmpty || all[sighting].isSure ? add(sighting, all, after: last) : last
    }

    private mutating func see(_ book: Int, in sighting: Int, _ confidence: Double, _ all: [BookSighting]) {
        if let before = known[book].sightings.last {
            links.append(Link(one: before, other: sighting, confidence: confidence))
        }
        known[book].sightings.append(sighting)
        known[book].seen = round
        known[book].book = merged(known[book].book, all[sighting])
    }

    /// Returns the book updated with values that were typed in or read reliably.
    private func merged(_ old: Catalog.Book, _ new: BookSighting) -> Catalog.Book {
        var book = old
        if new.isSure, !new.book.title.isEmpty { (book.title, book.author) = (new.book.title, new.book.author) }
        book.isbn = new.book.isbn ?? old.isbn
        return book
    }

    @discardableResult
    private mutating func add(_ sighting: Int, _ all: [BookSighting], after last: Int?) -> Int {
        let number = known.count
        known.append(Known(book: all[sighting].book, sightings: [sighting], seen: round))
        insert(number, behind: last)
        return number
    }

    private mutating func move(_ book: Int, behind last: Int?) {
        guard last != book else { return }
        row.removeAll { $0 == book }
        insert(book, behind: last)
    }

    private mutating func insert(_ book: Int, behind last: Int?) {
        let place = last.flatMap { row.lastIndex(of: $0) }.map { $0 + 1 } ?? 0
        row.insert(book, at: place)
    }
}
