extension ShelfList {
    /// Checks the order of call numbers on the labels of shelves, without a list.
    ///
    /// The fewest books that have to move so that all others are in order are misplaced; of books that could move for each
    /// other, those whose labels were read with the least confidence. A board continues the one before it if their books
    /// are in one order; otherwise it is checked by itself, as in photos of several bookcases.
    ///
    /// - Returns: the books with a label, in order, and the inventory of them. A book without a legible label is unreadable.
    public static func labels(on shelves: [Shelf]) -> (list: ShelfList, inventory: Inventory) {
        LabelOrder(shelves).checked()
    }
}

/// The books of all boards, and the order of their call numbers.
private struct LabelOrder {
    private struct Place {
        let picture: Int
        let spine: Shelf.Spine
        let position: Int
        let label: (number: CallNumber, text: String, confidence: Double)?
    }

    /// Boards that continue each other.
    private struct Run {
        var books: [Int] = []
        /// Those of ``books`` that can stay.
        var kept: [Int] = []
    }

    private var places: [Place] = []
    private var boards: [[Int]] = []
    /// The place of each collection among the others: `FIC` may be before or after Dewey numbers.
    private var ranks: [Collection: Int] = [:]

    /// Below this, a label is not read.
    private static let leastConfidence = 0.5
    /// Below this, a label moves no book; from the other on, none of its characters is misread.
    private static let (leastMoving, sure) = (0.8, 0.97)
    /// Maximum number of books that become misplaced where a board continues another, if both have enough in order.
    private static let (mostBroken, leastKept) = (1, 3)

    private struct Collection: Hashable {
        let section: String
        let scheme: CallNumber.Scheme

        init(_ number: CallNumber) { (section, scheme) = (number.section, number.scheme) }
    }

    init(_ shelves: [Shelf]) {
        for (picture, shelf) in shelves.enumerated() {
            var (row, position): (Int?, Int) = (nil, 0)
            for spine in shelf.spines {
                if spine.row != row { boards.append([]) }
                position = spine.row == row ? position + 1 : 0
                row = spine.row
                boards[boards.count - 1].append(places.count)
                places.append(Place(picture: picture, spine: spine, position: position, label: Self.label(spine)))
            }
        }
        rank()
    }

    private static func label(_ spine: Shelf.Spine) -> (CallNumber, String, Double)? {
        guard let label = spine.reading?.label, label.confidence >= leastConfidence,
            let number = CallNumber(label.text)
        else { return nil }
        return (number, label.text, label.confidence)
    }

    /// Collections follow each other by the middle of their books.
    private mutating func rank() {
        var members: [Collection: [Int]] = [:]
        for (index, place) in places.enumerated() {
            if let number = place.label?.number { members[Collection(number), default: []].append(index) }
        }
        let sorted = members.sorted {
            ($0.value[$0.value.count / 2], $0.value[0]) < ($1.value[$1.value.count / 2], $1.value[0])
        }
        ranks = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
    }

    /// Whether a book belongs before another.
    private func precedes(_ one: Int, _ other: Int) -> Bool {
        guard let a = places[one].label?.number, let b = places[other].label?.number else { return false }
        return precedes(a, b)
    }

    private func precedes(_ a: CallNumber, _ b: CallNumber) -> Bool {
        let (first, second) = (ranks[Collection(a)] ?? 0, ranks[Collection(b)] ?? 0)
        return first != second ? first < second : a < b
    }

    func checked() -> (list: ShelfList, inventory: Inventory) {
        let runs = runs()
        let kept = Set(runs.flatMap(\.kept))
        let misread = Set(runs.flatMap { run in run.books.filter { !kept.contains($0) && isPerhapsMisread($0, run) } })
        let sorted = places.indices.filter { places[$0].label != nil && !misread.contains($0) }.sorted {
            precedes($0, $1) || !precedes($1, $0) && $0 < $1
        }
        let lines = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
        let books = sorted.map { Catalog.Book(title: "", callNumber: places[$0].label?.text) }
        let findings = places.indices.map { index in
            let status: Inventory.Status =
                lines[index] == nil ? .unreadable : kept.contains(index) ? .present : .misplaced
            let home = status == .misplaced ? home(of: index, runs) : nil
            return finding(status, index, lines[index], after: home.flatMap { lines[$0] })
        }
        return (
            ShelfList(books),
            Inventory(basis: .labels, order: .callNumber, scope: .part, findings: findings, unseen: 0)
        )
    }

    private func finding(_ status: Inventory.Status, _ index: Int, _ line: Int?, after: Int?) -> Inventory.Finding {
        let place = places[index]
        return Inventory.Finding(
            status: status, book: line, picture: place.picture, spine: place.spine.id, row: place.spine.row,
            position: place.position, after: after, confidence: place.label?.confidence ?? 0.5)
    }

    /// Whether the label of a book out of order is too uncertain to move it, or the book would be in order if one character
    /// were another that looks like it.
    private func isPerhapsMisread(_ index: Int, _ run: Run) -> Bool {
        guard let label = places[index].label, label.confidence < Self.sure else { return false }
        guard label.confidence >= Self.leastMoving else { return true }
        let before = run.kept.last { $0 < index }.flatMap { places[$0].label?.number }
        let after = run.kept.first { $0 > index }.flatMap { places[$0].label?.number }
        return LookAlikes.variants(of: label.text).contains { number in
            !(before.map { precedes(number, $0) } ?? false) && !(after.map { precedes($0, number) } ?? false)
        }
    }

    private func runs() -> [Run] {
        var runs: [Run] = []
        for board in boards {
            let books = board.filter { places[$0].label != nil }
            let kept = kept(books)
            if let last = runs.last {
                let both = self.kept(last.books + books)
                let broken = min(last.kept.count, kept.count) >= Self.leastKept ? Self.mostBroken : 0
                if both.count + broken >= last.kept.count + kept.count {
                    runs[runs.count - 1] = Run(books: last.books + books, kept: both)
                    continue
                }
            }
            runs.append(Run(books: books, kept: kept))
        }
        return runs
    }

    /// Returns the book that a misplaced one belongs after: in the run that has books on both sides of it, or else in its
    /// own.
    private func home(of index: Int, _ runs: [Run]) -> Int? {
        let own = runs.first { $0.books.contains(index) }
        let around = [own].compactMap(\.self) + runs
        let run = around.first { run in
            run.kept.contains { !precedes(index, $0) } && run.kept.contains { precedes(index, $0) }
        }
        return (run ?? own)?.kept.last { !precedes(index, $0) }
    }

    /// Returns the longest part of the books that is in order; of several, the one read with most confidence.
    private func kept(_ books: [Int]) -> [Int] {
        var best: [(count: Int, sure: Double, before: Int?)] = []
        for (index, book) in books.enumerated() {
            var one = (count: 1, sure: places[book].label?.confidence ?? 0, before: Int?.none)
            let own = one.sure
            for before in 0..<index where !precedes(book, books[before]) {
                let (count, sure) = (best[before].count + 1, best[before].sure + own)
                if (count, sure) > (one.count, one.sure) { one = (count, sure, before) }
            }
            best.append(one)
        }
        var next = best.indices.max { (best[$0].count, best[$0].sure) < (best[$1].count, best[$1].sure) }
        var kept: [Int] = []
        while let index = next {
            kept.append(books[index])
            next = best[index].before
        }
        return kept.reversed()
    }
}

/// Characters that are misread as each other in small print.
private enum LookAlikes {
    private static let groups = ["0689", "35689", "147", "27", "BEFPRK", "CDGOQU", "HKMNW", "ILTJ", "SZ", "UVY"].map(
        Set.init)

    /// Returns the call numbers that differ from this one in one character.
    static func variants(of text: String) -> [CallNumber] {
        let signs = Array(text)
        return signs.indices.flatMap { index in
            let others = groups.filter { $0.contains(signs[index]) }.reduce(Set()) { $0.union($1) }.subtracting([
                signs[index]
            ])
            return others.compactMap { other in
                var changed = signs
                changed[index] = other
                return CallNumber(String(changed))
            }
        }
    }
}
