import Espy
import Testing

/// Places of shelves, corrections of their books, and lists of books in the history.
struct ShelfLibraryTests {
    private let folder: HistoryFolder
    private let history: History
    private let place = ShelfPlace("Study / Case 2")

    init() throws {
        folder = try HistoryFolder()
        history = try History(path: folder.file)
    }

    private func shelf(_ titles: [String]) -> Shelf {
        let spines = titles.enumerated().map { index, title in
            Shelf.Spine(
                id: index + 1, quad: Quad(Rect(x: Double(index) * 4, y: 0, width: 4, height: 30)), row: 0,
                confidence: 1,
                reading: .init(text: title, confidence: 0.9))
        }
        return Shelf(width: 40, height: 30, spines: spines)
    }

    private func add(_ titles: [String], at time: Int, place: ShelfPlace? = nil) async throws -> HistoryEntry {
        try await history.add(
            shelf(titles), ShelfOptions(), of: Results.image, title: "\(time).jpg", at: time, place: place)
    }

    @Test func placeIsKeptChangedAndTakenOver() async throws {
        let entry = try await add(["Wheat"], at: 1, place: place)
        #expect(try await History(path: folder.file).entry(entry.id).place == place)
        let again = try await history.add(
            shelf(["Wheat", "Roof"]), ShelfOptions(), of: Results.image, title: "x", at: 2, replacing: entry.id)
        #expect(again.place == place)
        #expect(try await history.entry(entry.id).place == place)
        let hall = ShelfPlace("Hall")
        #expect(try await history.change(entry.id, HistoryChange(place: .some(hall))).place == hall)
        #expect(try await history.change(entry.id, HistoryChange(note: "x")).place == hall)
        #expect(try await history.change(entry.id, HistoryChange(place: .some(nil))).place == nil)
        let count = try await history.add(
            Results.count(), of: Results.image, title: "c", at: 3, place: place)
        #expect(count.place == nil)
    }

    @Test func libraryIsOfWhatIsKeptNowWithItsCorrections() async throws {
        let first = try await add(["Wheat", "Roof"], at: 1, place: place)
        let second = try await add(["Swan"], at: 100_000, place: place)
        #expect(try await history.library().books.count == 3)
        try await history.change(
            first.id, HistoryChange(corrections: AnalysisValue(ShelfCorrections(removed: [2], texts: [1: "Barley"]))),
            by: HistoryAuthor(via: "library", time: 100_001))
        #expect(try await history.library().books.map(\.title).sorted() == ["Barley", "Swan"])
        try await history.delete([second.id], at: 5)
        #expect(try await history.library().books.map(\.title) == ["Barley"])
        try await history.restore(second.id, at: 6)
        #expect(try await history.library().books.count == 2)
    }

    @Test func whatPeopleSayIsKeptAsLongAsTheEntries() async throws {
        let first = try await add(["Wheat", "Roof"], at: 1)
        let second = try await add(["Barley"], at: 2)
        let (one, other) = (BookSighting.ID(entry: first.id, spine: 1), BookSighting.ID(entry: second.id, spine: 1))
        try await history.say(one, other, areSame: true)
        #expect(try await history.library()[one]?.sightings.count == 2)
        // In any order; the last statement counts.
        try await history.say(other, one, areSame: false)
        #expect(try await history.library().books.count == 3)
        try await history.say(other, one, areSame: nil)
        try await history.say(one, other, areSame: true)
        try await history.delete([second.id])
        #expect(try await history.library().books.count == 2)
        await #expect(throws: HistoryError.self) { try await history.say(one, other, areSame: true) }
    }

    @Test func listsAreKeptByName() async throws {
        let csv = Array("Title\nWheat\n".utf8)
        let list = try await history.keepBookList("Study", csv: csv, books: 1, at: 5)
        #expect(try await history.bookLists() == [list])
        let longer = Array("Title\nWheat\nRoof\n".utf8)
        let new = try await history.keepBookList("Study", csv: longer, books: 2, at: 6)
        #expect(new.id == list.id)
        #expect(try await History(path: folder.file).bookList(new.id) == longer)
        try await history.removeBookList(new.id)
        #expect(try await history.bookLists() == [])
        await #expect(throws: HistoryError.notFound(new.id)) { try await history.bookList(new.id) }
        await #expect(throws: HistoryError.notFound(new.id)) { try await history.removeBookList(new.id) }
    }
}
