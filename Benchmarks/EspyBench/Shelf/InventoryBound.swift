import Espy
import EspySamples

/// The findings of an ideal observer who knows which books were read, and no more: a book is missing if no unread spine
/// stands between the books that were read before and after it in the list, and misplaced if it was read elsewhere.
struct InventoryBound: Encodable {
    private(set) var missing = InventoryScore.Hits()
    private(set) var misplaced = InventoryScore.Hits()

    init() {}

    /// - Parameters:
    ///   - sees: whether a book has an outline, by its index on the shelf.
    ///   - reads: whether it was read.
    init(_ drawn: ListedShelf, sees: (Int) -> Bool, reads: (Int) -> Bool) {
        let seen = drawn.standing.indices.filter(sees)
        let places = Set(seen.filter(reads).compactMap { drawn.standing[$0] })
        // The books that were read in their order, by their index among those seen.
        let ordered = seen.indices.compactMap { index -> (place: Int, index: Int)? in
            guard reads(seen[index]), let place = drawn.standing[seen[index]] else { return nil }
            return drawn.misplaced.contains(place) ? nil : (place, index)
        }
        let gone = drawn.list.indices.filter { place in
            guard !places.contains(place) else { return false }
            let before = ordered.last { $0.place < place }?.index ?? -1
            let after = ordered.first { $0.place > place }?.index ?? seen.count
            return seen[min(before + 1, after)..<after].allSatisfy(reads)
        }
        missing = .init(said: Set(gone), true: drawn.missing)
        misplaced = .init(said: places.intersection(drawn.misplaced), true: drawn.misplaced)
    }

    static func += (sum: inout InventoryBound, one: InventoryBound) {
        sum.missing += one.missing
        sum.misplaced += one.misplaced
    }
}

/// The bounds for readers of different ability.
struct InventoryBounds: Encodable {
    /// All text that was read is known to the letter.
    private(set) var read = InventoryBound()
    /// Every book is outlined, and read if its print differs from its cover by a fifth of white, or more.
    private(set) var clear = InventoryBound()
    /// Every book is outlined, and read if anything is printed on it.
    private(set) var printed = InventoryBound()

    /// Differences between print and cover, as a share of white.
    private static let (fifth, any) = (0.2, 0.06)

    init() {}

    init(_ drawn: ListedShelf, _ shelf: Shelf) {
        let outlines = drawn.scene.truth.spines.map { spine in
            shelf.spines.filter { $0.quad.contains(spine.quad.center) }
        }
        let contrasts = drawn.scene.books.map { book in
            book.cover.lines.first.map { line in
                let away = line.color - book.cover.color
                return Double(max(abs(away.x), abs(away.y), abs(away.z)))
            } ?? 0
        }
        read = InventoryBound(
            drawn, sees: { !outlines[$0].isEmpty },
            reads: { book in outlines[book].contains { !($0.reading?.text ?? "").isEmpty } })
        clear = InventoryBound(drawn, sees: { _ in true }, reads: { contrasts[$0] >= Self.fifth })
        printed = InventoryBound(drawn, sees: { _ in true }, reads: { contrasts[$0] >= Self.any })
    }

    static func += (sum: inout InventoryBounds, one: InventoryBounds) {
        sum.read += one.read
        sum.clear += one.clear
        sum.printed += one.printed
    }

    var text: String {
        [("all text that was read", read), ("all clear print", clear), ("all print", printed)].map { name, bound in
            "  who knows \(name): missing \(bound.missing.shares), misplaced \(bound.misplaced.shares)"
        }.joined(separator: "\n")
    }
}
