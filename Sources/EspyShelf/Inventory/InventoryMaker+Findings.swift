import Foundation

extension ShelfList {
    /// Holds what stands on shelves against the list.
    ///
    /// - Parameters:
    ///   - shelves: what was read, picture by picture along the shelves.
    ///   - order: nil for what fits: call numbers where most books have one, else the order of the list where the books
    ///     stand in it, else none.
    ///   - scope: nil for what fits: the whole list where it is hardly longer than the row of spines.
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
        var after: [Int?: [Inventory.Finding]] = [:]
        let owners = Dictionary(
            matches.enumerated().compactMap { spine, place in place.map { ($0, spine) } }, uniquingKeysWith: { $1 })
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
            } else if isSeen(place) {
                let sure = absence(of: place, doubts)
                // It may as well be one that nobody can read, and that was taken for its neighbor.
                let status: Inventory.Status = sure < Self.leastAbsence ? .unreadable : .missing
                after[last.flatMap { owners[$0] }, default: []].append(
                    finding(status, place, of: nil, after: last, status == .missing ? sure : 1 - sure))
            } else {
                unseen += 1
            }
        }
        var findings = doubted(after[nil] ?? [], behind: nil)
        for spine in row.places.indices {
            findings.append(told(spine, doubts, previous))
            findings += doubted(after[spine] ?? [], behind: spine)
        }
        return Inventory(order: order, scope: scope, findings: findings, unseen: unseen)
    }

    /// What is missing behind a spine may be there where there is room for it that no outline explains.
    private func doubted(_ missing: [Inventory.Finding], behind spine: Int?) -> [Inventory.Finding] {
        let gone = missing.count { $0.status == .missing }
        guard gone > 0 else { return missing }
        let first = spine.map { $0 + 1 } ?? 0
        let next = (first..<matches.count).first { matches[$0] != nil } ?? matches.count
        var room = 0
        for place in first...next {
            let before = place > 0 ? row.places[place - 1] : nil
            let after = place < row.places.count ? row.places[place] : nil
            room = max(room, row.room.books(between: before, and: after))
        }
        guard gone <= room else { return missing }
        return missing.map { finding in
            var doubted = finding
            if finding.status == .missing { (doubted.status, doubted.confidence) = (.unreadable, 0.5) }
            return doubted
        }
    }

    private func told(_ spine: Int, _ doubts: [DoubtedBlock], _ previous: [Int: Int]) -> Inventory.Finding {
        let evidence = row.places[spine].evidence
        if let place = matches[spine] {
            let worth = weight(spine, place)
            let doubt = doubts.first { $0.spines.contains(spine) && $0.books.contains(place) }?.doubt
            let share = doubt?.share(spine: spine, book: place) ?? Self.likely(worth)
            return finding(worth < Self.weak ? .unreadable : .present, place, of: spine, after: nil, share)
        }
        if let place = moved[spine] {
            return finding(.misplaced, place, of: spine, after: previous[place], Self.likely(weight(spine, place) - 2))
        }
        if let owner = copies[spine], let place = matches[owner] {
            // Neighbors that say the same are two parts of one spine, which was outlined as two.
            let isPart = abs(owner - spine) == 1 && row.places[owner].row == row.places[spine].row
            return finding(isPart ? .present : .extra, place, of: spine, after: nil, 0.7)
        }
        guard evidence.isLegible else { return finding(.unreadable, nil, of: spine, after: nil, 0.5) }
        return finding(.extra, nil, of: spine, after: nil, evidence.confidence)
    }

    /// Below this, a book may be behind a spine that was not read.
    private static let leastAbsence = 0.7

    private func absence(of place: Int, _ doubts: [DoubtedBlock]) -> Double {
        doubts.lazy.compactMap { $0.books.contains(place) ? $0.doubt.absence(of: place) : nil }.first ?? 0.9
    }

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

/// A block of an alignment with what is doubtful in it.
struct DoubtedBlock {
    let spines: Range<Int>
    let books: Range<Int>
    let doubt: AlignmentDoubt
}

extension InventoryMaker {
    /// What is between two sure matches, or between one and a jump.
    func doubts() -> [DoubtedBlock] {
        guard order != .none else { return [] }
        var blocks: [DoubtedBlock] = []
        // What was explained so far: spines, and books.
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
            // A jump ends a block, too: what is behind it begins with the first match there.
            if let jump = jumped.last(where: { $0.upperBound <= place && $0.lowerBound >= done.books }) {
                close(behind, jump.lowerBound)
                done.books = jump.upperBound
            }
            behind = spine + 1
            guard weight(spine, place) >= Self.sure else { continue }
            close(spine, place)
            done = (spine + 1, place + 1)
        }
        let end = scope == .part ? jumped.last?.lowerBound ?? sequence.count : sequence.count
        close(matches.count, end)
        return blocks
    }

    private func block(_ spines: Range<Int>, _ books: Range<Int>) -> DoubtedBlock? {
        guard !books.isEmpty else { return nil }
        let doubt = AlignmentDoubt(.init(spines: spines, books: books), weight: weight)
        return doubt.map { DoubtedBlock(spines: spines, books: books, doubt: $0) }
    }
}
