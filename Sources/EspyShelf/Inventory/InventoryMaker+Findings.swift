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
