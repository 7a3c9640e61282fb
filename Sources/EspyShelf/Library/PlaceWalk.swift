/// Follows the books of one place from photo to photo: what stood there before is a list, in its order, and each new photo
/// is an inventory of it. So a book is known again by its title, however badly it was read, and by its neighbors.
struct PlaceWalk {
    /// A book of the place.
    struct Known {
        var book: Catalogue.Book
        /// Its sightings, the newest last.
        var sightings: [Int]
        /// The round of photos in which it was seen last, in which its place had a spine that could not be read, and in
        /// which it was not there, with how likely that is.
        var seen: Int
        var unread: Int?
        var missing: (round: Int, confidence: Double)?
    }

    /// Two sightings that are one book.
    struct Link {
        var one: Int
        var other: Int
        var confidence: Double
    }

    /// A book that a spine may be, which was not read surely.
    private struct Guess {
        var book: Int
        var confidence: Double
        /// Whether it can be no other spine.
        var isAlone: Bool
    }

    private(set) var known: [Known] = []
    private(set) var links: [Link] = []
    /// In the order in which they stand.
    private var row: [Int] = []
    private var round = 0
    /// Sightings of the photo that is looked at.
    private var taken: Set<Int> = []
    /// Of this photo: by spines that were not read, the books that they may be.
    private var guesses: [Int: [Guess]] = [:]
    private var time: Int?

    /// Photos of a place that are so close together, in seconds, are parts of one round.
    static let pause = 30 * 60
    /// Of the spines that can be read, so many must be known for the photo to show what was seen before.
    static let leastShared = 0.2
    /// A finding that is less likely says nothing.
    static let leastLikely = 0.5
    /// Books of one place that are looked for again.
    static let most = 2_000

    /// - Parameters:
    ///   - sightings: by spine.
    ///   - all: all sightings of the library.
    mutating func take(_ photo: ShelvedPhoto, _ sightings: [Int: Int], _ all: [BookSighting]) {
        let isNewRound = time.map { photo.time - $0 > Self.pause } ?? true
        if isNewRound { round += 1 }
        time = photo.time
        let places = Array(row.suffix(Self.most))
        // Of several photos in one round, each shows a part.
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

    /// What stood here before.
    private var list: ShelfList { ShelfList(read: row.suffix(Self.most).map { known[$0].book }) }

    /// Whether a photo of which nobody said where it was taken shows this shelf: some books beside each other, in this order.
    ///
    /// - Parameter readable: spines of the photo that say something.
    func isShown(by photo: ShelvedPhoto, _ readable: Int) -> Bool {
        guard let inventory = try? list.inventory(of: [photo.shelf], order: .list, scope: .part) else { return false }
        let found = inventory.findings.count { $0.status == .present && $0.confidence >= Self.surelyFound }
        return found >= Self.leastFound && Double(found) >= Self.leastOverlap * Double(min(readable, row.count))
    }

    /// So many books of two photos are the same where both show one shelf, and so many of the smaller number.
    private static let (leastFound, leastOverlap, surelyFound) = (3, 0.25, 0.7)

    /// Whether the photo shows what was seen here before, and not another part of the place.
    private func shows(_ inventory: Inventory, _ readable: Int) -> Bool {
        let found = inventory.findings.count {
            [.present, .misplaced].contains($0.status) && $0.spine != nil && $0.confidence >= Self.leastLikely
        }
        return found > 0 && Double(found) >= Self.leastShared * Double(readable)
    }

    /// - Returns: the book behind which the next one stands.
    private mutating func take(
        _ finding: Inventory.Finding, of book: Int?, _ sighting: Int?, _ all: [BookSighting], _ last: Int?
    ) -> Int? {
        // Of two books in one outline, the sighting is the first one's.
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

    /// A spine that was not read surely: it is the book that it alone may be; where it may be several, it is no new one.
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

    /// What was typed, or read surely, takes the place of what was known.
    private func merged(_ old: Catalogue.Book, _ new: BookSighting) -> Catalogue.Book {
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
