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
        let doubts = AlignmentDoubts(self)
        let identified = matches.indices.map { spine in
            matches[spine].flatMap { isIdentified(spine, $0, doubts) ? $0 : nil }
        }
        let absent = AbsentBooks(self, identified, doubts)
        var after: [Int?: [Inventory.Finding]] = [:]
        let owners = Dictionary(
            identified.enumerated().compactMap { spine, place in place.map { ($0, spine) } }, uniquingKeysWith: { $1 })
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
            } else if let book = absent.books[place] {
                after[last.flatMap { owners[$0] }, default: []].append(finding(place, book, after: last))
            } else {
                unseen += 1
            }
        }
        var findings = after[nil] ?? []
        for spine in row.places.indices {
            findings.append(finding(of: spine, identified[spine], doubts, previous))
            findings += after[spine] ?? []
        }
        return Inventory(order: order, scope: scope, findings: findings, unseen: unseen)
    }

    /// Whether the text on a spine identifies this book, and no other that is just as likely.
    private func isIdentified(_ spine: Int, _ place: Int, _ doubts: AlignmentDoubts) -> Bool {
        guard weight(spine, place) >= Self.weak else { return false }
        guard let doubt = doubts.block(of: spine, place) else { return true }
        let same = doubt.books.filter { list.index.isSame(sequence[$0], sequence[place]) }
        return same.reduce(0) { $0 + doubt.share(spine: spine, book: $1) } >= Self.leastShare
    }

    /// Returns the finding for a book that matches no spine that was read.
    private func finding(_ place: Int, _ book: AbsentBooks.Book, after last: Int?) -> Inventory.Finding {
        guard let reason = book.reason else { return finding(.missing, place, of: nil, after: last, book.absence) }
        var one = finding(.notSeen, place, of: nil, after: last, 1 - book.absence)
        one.reason = reason
        one.spines = book.spines.map {
            Inventory.Spine(picture: row.places[$0].picture, spine: row.places[$0].spine)
        }
        return one
    }

    private func finding(
        of spine: Int, _ identified: Int?, _ doubts: AlignmentDoubts, _ previous: [Int: Int]
    ) -> Inventory.Finding {
        let evidence = row.places[spine].evidence
        if let identified {
            let share =
                doubts.block(of: spine, identified)?.share(spine: spine, book: identified)
                ?? Self.likely(weight(spine, identified))
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

/// The books of the list that match no spine that was read, and how sure it is that they are gone.
///
/// Such a book may still be there in three ways, each with its own chance: as an unread spine at its place (the sums of the
/// alignment), hidden at its place without an outline of its own, or as an unread spine elsewhere.
private struct AbsentBooks {
    struct Book {
        /// Probability that the book is gone.
        var absence: Double
        /// Why it may still be there; nil if it is missing.
        var reason: Inventory.Reason?
        /// The spines that it may be, in shelf order.
        var spines: [Int] = []
    }

    /// By place in the sequence.
    private(set) var books: [Int: Book] = [:]

    private let maker: InventoryMaker
    /// Spines of the books that were read, by place.
    private let identified: [(place: Int, spine: Int)]
    private let isIdentified: [Bool]
    private let isOpen: [Bool]
    /// The places between books that were read one after the other, by the number of books before.
    private var gaps: [Gap] = []

    /// The place of books between two that were read.
    private struct Gap {
        /// All spines there, and those of the two books.
        var spines: [Int]
        /// Number of books of the list that are not on the shelf.
        var books: Int
        /// Number of books that there is room for beside the outlines.
        var room: Int
    }

    /// Minimum probability for a book to be reported as missing.
    private static let least = 0.8
    /// Minimum probability for a spine to be listed as possibly the book.
    private static let leastShare = 0.05
    /// Chance that a book is hidden at its place: where nothing speaks for it, and where there is room, a word of it or a
    /// free side of an outline.
    private static let (hidden, hiddenInSight) = (0.03, 0.5)
    /// Chance that an unread spine where no book is wanted is a misplaced book of the list.
    private static let misplaced = 0.4
    /// Maximum number of missing books per book that there is room for; with more, none is thought to be there.
    private static let mostForRoom = 3

    init(_ maker: InventoryMaker, _ identified: [Int?], _ doubts: AlignmentDoubts) {
        self.maker = maker
        self.identified = identified.enumerated().compactMap { spine, place in place.map { ($0, spine) } }.sorted {
            $0 < $1
        }
        isIdentified = identified.map { $0 != nil }
        isOpen = identified.indices.map { spine in
            identified[spine] == nil && maker.moved[spine] == nil && maker.copies[spine] == nil
                && (maker.matches[spine] != nil || !maker.row.places[spine].evidence.isClear)
        }
        let found = Set(identified.compactMap(\.self)).union(maker.moved.values).union(maker.shared.keys)
        if maker.order != .none { gaps = (0...self.identified.count).map { gap($0, found) } }
        let placed = Set(maker.matches.compactMap(\.self))
        for place in maker.sequence.indices where !found.contains(place) {
            guard maker.isSeen(place) || placed.contains(place) else { continue }
            books[place] = atItsPlace(place, doubts)
        }
        // If the list was read from earlier photos, an unread spine may have been there, so it is not new.
        if !maker.list.isRead { lookElsewhere() }
    }

    /// Returns how sure it is that a book is not at its place.
    private func atItsPlace(_ place: Int, _ doubts: AlignmentDoubts) -> Book {
        let doubt = doubts.block(of: place)
        var unread = maker.order == .none ? isOpen.indices.filter { isOpen[$0] } : []
        let absence = doubt?.absence(of: place) ?? (unread.isEmpty ? 1 : 0.5)
        if let doubt { unread = doubt.spines.filter { doubt.share(spine: $0, book: place) >= Self.leastShare } }
        let hiding = hiding(place)
        let book = Book(absence: absence * (1 - hiding.chance))
        guard book.absence < Self.least else { return book }
        if absence >= Self.least || unread.isEmpty {
            return Book(absence: book.absence, reason: hiding.reason ?? .unread, spines: hiding.spines)
        }
        return Book(absence: book.absence, reason: .unread, spines: unread)
    }

    /// Returns the chance that a book has no outline of its own at its place, and why.
    private func hiding(_ place: Int) -> (chance: Double, reason: Inventory.Reason?, spines: [Int]) {
        guard maker.order != .none else { return (Self.hidden, nil, []) }
        let gap = gaps[identified.firstIndex { $0.place > place } ?? identified.count]
        let shared = gap.spines.filter {
            maker.hints(at: place, $0) || maker.row.room.isShared(maker.row.places[$0])
        }
        if !shared.isEmpty { return (Self.hiddenInSight, .shared, shared) }
        if gap.room > 0, gap.books <= Self.mostForRoom * min(gap.room, gap.books) {
            return (Self.hiddenInSight, gap.room == .max ? .edge : .gap, [])
        }
        return (Self.hidden, nil, [])
    }

    /// Lowers the probability of books that may be one of the unread spines at places where no book is wanted.
    private mutating func lookElsewhere() {
        let spare = isOpen.indices.filter { isOpen[$0] && maker.matches[$0] == nil }
        let gone = books.filter { $0.value.reason == nil }
        let chance = Self.misplaced / Double(max(gone.count, 1))
        for (place, book) in gone {
            var doubted = book
            for spine in spare {
                let evidence = maker.row.places[spine].evidence
                let odds = chance * (evidence.words.isEmpty ? 1 : exp(maker.weight(spine, place)))
                let share = odds / (odds + 1 - Self.misplaced)
                doubted.absence *= 1 - share
                if share >= Self.leastShare { doubted.spines.append(spine) }
            }
            if doubted.absence < Self.least { doubted.reason = .unread } else { doubted.spines = [] }
            books[place] = doubted
        }
    }

    /// - Parameters:
    ///   - next: the number of books read before the gap.
    ///   - found: the places of the books that are on the shelf.
    private func gap(_ next: Int, _ found: Set<Int>) -> Gap {
        let (before, behind) = (next > 0 ? identified[next - 1] : nil, next < identified.count ? identified[next] : nil)
        let first = before.map { $0.spine + 1 } ?? 0
        let after = isIdentified[first...].prefix { !$0 }.indices
        let ahead = isIdentified[..<(behind?.spine ?? isIdentified.count)].indices.reversed().prefix {
            !isIdentified[$0]
        }
        let spines = Set(after).union(ahead).union([before?.spine, behind?.spine].compactMap(\.self))
        let books = (before?.place ?? -1) + 1..<(behind?.place ?? maker.sequence.count)
        return Gap(
            spines: spines.sorted(), books: books.count { !found.contains($0) }, room: room(first...after.upperBound))
    }

    /// Returns how many books there is room for before one of these spines.
    private func room(_ spines: ClosedRange<Int>) -> Int {
        let places = maker.row.places
        return spines.reduce(0) { room, place in
            let (before, behind) = (place > 0 ? places[place - 1] : nil, place < places.count ? places[place] : nil)
            return max(room, maker.row.room.books(between: before, and: behind))
        }
    }
}
