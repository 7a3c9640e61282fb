import Espy
import EspySamples

/// An inventory compared with the truth of a rendered shelf.
struct InventoryScore: Encodable {
    /// True positives, false positives and false negatives.
    struct Hits: Encodable {
        var right = 0
        var wrong = 0
        var lost = 0

        init() {}

        init(said: Set<Int>, true known: Set<Int>) {
            right = said.intersection(known).count
            wrong = said.subtracting(known).count
            lost = known.subtracting(said).count
        }

        var shares: String {
            let shares = [precision, recall].map { String(($0 * 1000).rounded() / 1000) }
            return "precision \(shares[0]), recall \(shares[1])"
        }

        var precision: Double { right + wrong == 0 ? 1 : Double(right) / Double(right + wrong) }
        var recall: Double { right + lost == 0 ? 1 : Double(right) / Double(right + lost) }

        static func += (sum: inout Hits, one: Hits) {
            sum.right += one.right
            sum.wrong += one.wrong
            sum.lost += one.lost
        }
    }

    var missing = Hits()
    /// Of the books wrongly called missing, those that are elsewhere on the shelf but were not read there.
    var elsewhere = 0
    var misplaced = Hits()
    /// Books of the list that are in order, and how many are reported so.
    var present = Hits()
    /// Books outside the list, which are only counted because they have no place in it.
    var foreign = 0
    var extra = 0
    var unreadable = 0
    var notSeen = 0
    /// Titles on the shelf, and how many were read with at least half of their words.
    var titles = 0
    var legible = 0
    var words = 0
    var wordsRead = 0
    /// The findings of ideal observers.
    var bounds = InventoryBounds()

    init() {}

    init(_ inventory: Inventory, _ drawn: ListedShelf, _ shelf: Shelf) {
        func said(_ status: Inventory.Status) -> Set<Int> {
            Set(inventory.findings.filter { $0.status == status }.compactMap(\.book))
        }
        missing = Hits(said: said(.missing), true: drawn.missing)
        elsewhere = said(.missing).intersection(drawn.misplaced).count
        misplaced = Hits(said: said(.misplaced), true: drawn.misplaced)
        let there = Set(drawn.standing.compactMap { $0 }).subtracting(drawn.misplaced)
        present = Hits(said: said(.present), true: there)
        foreign = drawn.standing.count { $0 == nil }
        extra = inventory.count(.extra)
        unreadable = inventory.count(.unreadable)
        notSeen = inventory.count(.notSeen)
        bounds = InventoryBounds(drawn, shelf)
        read(drawn, shelf)
    }

    private mutating func read(_ drawn: ListedShelf, _ shelf: Shelf) {
        for (place, spine) in zip(drawn.standing, drawn.scene.truth.spines) {
            guard let place else { continue }
            let wanted = Self.words(drawn.list[place].title)
            let seen = shelf.spines.filter { $0.quad.contains(spine.quad.center) }
            let got = Set(seen.flatMap { Self.words($0.reading?.text ?? "") })
            let hits = wanted.count(where: got.contains)
            titles += 1
            legible += 2 * hits >= wanted.count ? 1 : 0
            words += wanted.count
            wordsRead += hits
        }
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    var legibleShare: Double { Double(legible) / Double(max(titles, 1)) }

    static func += (sum: inout InventoryScore, one: InventoryScore) {
        sum.missing += one.missing
        sum.elsewhere += one.elsewhere
        sum.misplaced += one.misplaced
        sum.present += one.present
        sum.foreign += one.foreign
        sum.extra += one.extra
        sum.unreadable += one.unreadable
        sum.notSeen += one.notSeen
        sum.titles += one.titles
        sum.legible += one.legible
        sum.words += one.words
        sum.wordsRead += one.wordsRead
        sum.bounds += one.bounds
    }

    var text: String {
        func line(_ name: String, _ hits: Hits) -> String {
            "  \(name): \(hits.right) right, \(hits.wrong) wrong, \(hits.lost) not found: \(hits.shares)\n"
        }
        return line("missing", missing) + "    of the wrong ones, \(elsewhere) stand elsewhere, unread\n"
            + line("misplaced", misplaced) + line("present", present) + """
                  other books: \(foreign) stand there, \(extra) were told; \(unreadable) spines unreadable, \(notSeen) books not seen
                  titles: \(legible) of \(titles) legible, \(wordsRead) of \(words) words read
                \(bounds.text)
                """
    }
}
