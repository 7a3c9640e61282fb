import Espy
import Foundation
import Testing

/// The order of shelves by their labels.
@Suite struct LabelOrderTests {
    /// - Parameter boards: the labels of each board; nil for a book without one.
    private func shelf(_ boards: [[String?]], confidence: [String: Double] = [:]) -> Shelf {
        var spines: [Shelf.Spine] = []
        for (row, labels) in boards.enumerated() {
            for (place, text) in labels.enumerated() {
                let quad = Quad(Rect(x: 100 + Double(place) * 30, y: Double(row) * 300, width: 28, height: 280))
                var reading = Shelf.Reading(text: "Book \(place)", confidence: 0.9)
                reading.label = text.map { .init(text: $0, confidence: confidence[$0] ?? 0.99) }
                spines.append(Shelf.Spine(id: spines.count + 1, quad: quad, row: row, confidence: 1, reading: reading))
            }
        }
        return Shelf(width: 1000, height: 700, spines: spines)
    }

    /// Returns `QA300 .A1 after QA76 .B2` for each misplaced book.
    private func moved(_ shelves: Shelf...) -> [String] {
        let (list, inventory) = ShelfList.labels(on: shelves)
        return inventory.findings.filter { $0.status == .misplaced }.map { finding in
            list.name(of: finding.book ?? 0) + (finding.after.map { " after " + list.name(of: $0) } ?? " first")
        }
    }

    @Test func shelfInOrderIsRight() {
        let (list, inventory) = ShelfList.labels(on: [shelf([["001.1 A", "005 B", "005 B", "005.13 A", "005.2 A"]])])
        #expect(inventory.isRight)
        #expect(inventory.basis == .labels)
        #expect(inventory.order == .callNumber)
        #expect(list.books.count == 5)
        #expect(inventory.findings.map(\.position) == Array(0..<5))
    }

    @Test func fewestBooksMove() {
        #expect(
            moved(shelf([["001 AB", "010 AB", "020 AB", "599.7 GRE", "030 AB", "040 AB"]])) == [
                "599.7 GRE after 040 AB"
            ])
        #expect(moved(shelf([["010 AB", "020 AB", "030 AB", "040 AB", "015 AB"]])) == ["015 AB after 010 AB"])
        #expect(moved(shelf([["010 AB", "020 AB", "030 AB", "001 AB"]])) == ["001 AB first"])
        #expect(moved(shelf([["QA9 .B2", "QA300 .A1", "QA76 .B2", "QA76 .B13", "QA301 .A1"]])).count == 2)
    }

    @Test func ofTwoTheLessCertainMoves() {
        let labels = ["010 AB", "030 AB", "020 AB", "040 AB"]
        #expect(moved(shelf([labels], confidence: ["030 AB": 0.98])) == ["030 AB after 020 AB"])
        #expect(moved(shelf([labels], confidence: ["020 AB": 0.98])) == ["020 AB after 010 AB"])
    }

    @Test func whatIsNotReadIsOutOfNoOrder() {
        let (_, inventory) = ShelfList.labels(on: [
            shelf([["010 AB", nil, "900 AB", "020 AB", "Winter"]], confidence: ["900 AB": 0.3])
        ])
        #expect(inventory.findings.map(\.status) == [.present, .unreadable, .unreadable, .present, .unreadable])
        #expect(inventory.findings[1].book == nil)
    }

    @Test func labelThatMayBeMisreadMovesNoBook() {
        let labels = ["596.1 AB", "598.2 AB", "593.4 AB", "598.6 AB", "599.1 AB"]
        let unsure = ShelfList.labels(on: [shelf([labels], confidence: ["593.4 AB": 0.8])]).inventory
        #expect(unsure.findings.map(\.status) == [.present, .present, .unreadable, .present, .present])
        #expect(moved(shelf([labels], confidence: ["593.4 AB": 0.99])) == ["593.4 AB first"])
        // No character that looks like another puts it there.
        let others = ["596.1 AB", "598.2 AB", "241.4 AB", "598.6 AB", "599.1 AB"]
        #expect(moved(shelf([others], confidence: ["241.4 AB": 0.85])) == ["241.4 AB first"])
        #expect(moved(shelf([others], confidence: ["241.4 AB": 0.7])).isEmpty)
    }

    @Test func boardsContinueOrBeginAnew() {
        // The last book of the first board belongs on the second.
        #expect(
            moved(shelf([["010 AB", "020 AB", "030 AB", "055 AB"], ["040 AB", "050 AB", "060 AB"]])) == [
                "055 AB after 050 AB"
            ])
        // Two bookcases in one photo, and two photos.
        let cases = [["010 AB", "020 AB", "510 AB", "520 AB"], ["030 AB", "040 AB", "530 AB", "540 AB"]]
        #expect(moved(shelf(cases)).isEmpty)
        #expect(moved(shelf([cases[0]]), shelf([cases[1]])).isEmpty)
        #expect(
            moved(shelf([["010 AB", "020 AB", "030 AB"]]), shelf([["040 AB", "005 AB", "050 AB"]])) == ["005 AB first"])
    }

    @Test func collectionsStandAsTheyAre() {
        #expect(moved(shelf([["FIC ABE", "FIC BEL", "010 AB", "020 AB", "E AA", "E BB"]])).isEmpty)
        #expect(
            moved(shelf([["FIC ABE", "FIC BEL", "010 AB", "FIC CAT", "020 AB", "030 AB"]])) == ["FIC CAT after FIC BEL"]
        )
    }

    @Test func oldShelvesHaveNoLabels() throws {
        let bare = Shelf(width: 10, height: 10)
        #expect(ShelfList.labels(on: [bare]).inventory.findings.isEmpty)
        let full = shelf([["010 AB"]])
        #expect(try JSONDecoder().decode(Shelf.self, from: JSONEncoder().encode(full)) == full)
    }
}
