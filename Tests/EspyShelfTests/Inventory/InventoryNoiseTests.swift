import Espy
import EspySamples
import Testing

/// Inventories of badly read shelves. No pictures are rendered, so there can be many.
@Suite struct InventoryNoiseTests {
    private struct Hits {
        var right = 0
        var wrong = 0
        var lost = 0

        mutating func add(said: Set<Int>, known: Set<Int>) {
            right += said.intersection(known).count
            wrong += said.subtracting(known).count
            lost += known.subtracting(said).count
        }

        var precision: Double { Double(right) / Double(max(right + wrong, 1)) }
        var recall: Double { Double(right) / Double(max(right + lost, 1)) }
    }

    /// Loses one word in eight, changes one letter in twenty, and leaves one spine in ten blank.
    private func noisy(_ text: String, _ random: inout SeededRandom) -> String? {
        if Int.random(in: 0..<10, using: &random) == 0 { return nil }
        let letters = Array("abcdefghijklmnoprstuvw")
        return text.split(separator: " ").filter { _ in Int.random(in: 0..<8, using: &random) > 0 }.map { word in
            String(
                word.map {
                    Int.random(in: 0..<20, using: &random) == 0 ? letters.randomElement(using: &random) ?? $0 : $0
                })
        }.joined(separator: " ")
    }

    /// A missing book beside a spine without text looks the same as that spine: such books are missed, and lower the
    /// recall.
    @Test func badReadingDoesLittleHarm() throws {
        var missing = Hits()
        var misplaced = Hits()
        for seed: UInt64 in 1...60 {
            var random = SeededRandom(seed)
            var others = TitleMaker(seed: seed + 5000)
            let drawn = ListedShelf(seed: seed)
            let spines = drawn.standing.enumerated().map { index, book in
                let shown = book.map { drawn.list[$0] } ?? others.book()
                let text = noisy("\(shown.title) \(shown.author)", &random)
                let quad = Quad(Rect(x: Double(index) * 20, y: 0, width: 20, height: 200))
                return Shelf.Spine(
                    id: index + 1, quad: quad, row: 2 * index / drawn.standing.count, confidence: 1,
                    reading: .init(text: text ?? "", confidence: text == nil ? 0 : 0.8))
            }
            let list = ShelfList(drawn.list.map { Catalog.Book(title: $0.title, author: $0.author) })
            let inventory = try list.inventory(of: [Shelf(width: 1000, height: 200, spines: spines)])
            func said(_ status: Inventory.Status) -> Set<Int> {
                Set(inventory.findings.filter { $0.status == status }.compactMap(\.book))
            }
            missing.add(said: said(.missing), known: drawn.missing)
            misplaced.add(said: said(.misplaced), known: drawn.misplaced)
        }
        #expect(missing.precision > 0.88, "\(missing)")
        #expect(missing.recall > 0.6, "\(missing)")
        #expect(misplaced.precision > 0.9, "\(misplaced)")
        #expect(misplaced.recall > 0.8, "\(misplaced)")
    }
}
