import Espy
import EspySamples
import Testing

/// The books of many shelf photos, each once.
struct BookLibraryTests {
    private static let day = 86_400
    private static let place = ShelfPlace("Study / Case 2")
    private let titles: [String] = {
        var maker = TitleMaker(seed: 3)
        return (0..<24).map { _ in maker.book() }.map { "\($0.title) \($0.author)" }
    }()

    /// A photo of one board with these texts on its spines; an empty text is unreadable.
    private func photo(
        _ texts: [String], _ entry: String, day: Int, place: ShelfPlace? = place, isbns: [Int: String] = [:]
    ) -> ShelvedPhoto {
        let spines = texts.enumerated().map { index, text in
            Shelf.Spine(
                id: index + 1, quad: Quad(Rect(x: 100 + Double(index) * 20, y: 0, width: 20, height: 200)), row: 0,
                confidence: 1, reading: .init(text: text, confidence: text.isEmpty ? 0 : 0.9),
                isbn: isbns[index].flatMap { ISBN($0) })
        }
        return ShelvedPhoto(
            entry: entry, title: "\(entry).jpg", time: day * Self.day, place: place,
            shelf: Shelf(width: 2000, height: 200, spines: spines))
    }

    private func status(_ title: String, in library: BookLibrary) -> LibraryBook.Status? {
        library.books(.init(words: title)).first?.status
    }

    @Test func seenAgainIsTheSameBook() throws {
        var read = titles
        // One letter is wrong, one word is missing, and one book is unreadable.
        read[3] = read[3].replacing("e", with: "c", maxReplacements: 1)
        read[5] = String(read[5].split(separator: " ").dropLast().joined(separator: " "))
        read[8] = ""
        let library = BookLibrary([photo(titles, "a", day: 1), photo(read, "b", day: 2)])
        #expect(library.books.count == titles.count)
        #expect(library.books.count { $0.sightings.count == 2 } == titles.count - 1)
        #expect(library.books[0].last.photo == "b.jpg")
        #expect(library.books[0].id.entry == "a")
        #expect(library[.init(entry: "a", spine: 9)]?.status == .unread)
        #expect(library.books.allSatisfy { $0.confidence > 0.5 })
    }

    @Test func whatIsGoneIsToldUntilItIsBack() throws {
        let gone = titles.enumerated().filter { $0.offset != 7 }.map(\.element)
        let photos = [photo(titles, "a", day: 1), photo(gone, "b", day: 2)]
        let without = BookLibrary(photos)
        #expect(without.books(.init(status: .missing)).map(\.title) == [titles[7]])
        #expect(without.books(.init(status: .missing))[0].last.photo == "a.jpg")
        // It is in its old place in the list.
        #expect(without.books.firstIndex { $0.title == titles[7] } != nil)
        let back = BookLibrary(photos + [photo(titles, "c", day: 3)])
        #expect(back.books.count == titles.count)
        #expect(back.books(.init(status: .missing)).isEmpty)
        #expect(back.books(.init(words: titles[7]))[0].sightings.map(\.photo) == ["c.jpg", "a.jpg"])
    }

    /// A spine that was unreadable in the previous photo, too, is not the book that is gone.
    @Test func unreadSpinesDoNotHideWhatIsGone() {
        let gone = titles.enumerated().filter { $0.offset != 7 }.map(\.element)
        let library = BookLibrary([photo(titles + [""], "a", day: 1), photo(gone + [""], "b", day: 2)])
        #expect(library.books(.init(status: .missing)).map(\.title) == [titles[7]])
    }

    @Test func anotherPartOfThePlaceSaysNothing() {
        let (one, other) = (Array(titles[..<12]), Array(titles[12...]))
        let library = BookLibrary([photo(one, "a", day: 1), photo(other, "b", day: 2)])
        #expect(library.books.count == 24)
        #expect(library.books(.init(status: .missing)).isEmpty)
        // Overlapping photos of one round prove nothing, either.
        let round = [photo(Array(titles[..<16]), "a", day: 1), photo(Array(titles[8...]), "b", day: 1)]
        let whole = BookLibrary(round)
        #expect(whole.books.count == 24)
        #expect(whole.books(.init(status: .missing)).isEmpty)
    }

    @Test func numbersJoinPlacesAndTitlesDoNot() {
        let hall = ShelfPlace("Hall")
        let number = "9780306406157"
        let library = BookLibrary([
            photo(titles, "a", day: 1, isbns: [2: number]),
            photo([titles[2], titles[4]], "b", day: 2, place: hall, isbns: [0: number]),
            photo([titles[4]], "c", day: 3, place: nil),
        ])
        let book = library.books(.init(words: number))
        #expect(book.count == 1)
        #expect(Set(book[0].places.compactMap(\.sighting.place)) == [hall, Self.place])
        // The same title elsewhere may be another copy, and is reported.
        let copies = library.books(.init(words: titles[4]))
        #expect(copies.count == 3)
        #expect(copies.allSatisfy { $0.alike.count == 2 })
    }

    /// Two photos of one shelf without a given place: each book occurs once, though some were read differently.
    @Test func oneShelfWithoutAPlaceIsOneShelf() throws {
        var again = Array(titles[4..<16])
        again[2] = String(again[2].split(separator: " ").dropLast().joined(separator: " "))
        again[5] = again[5].replacing("e", with: "c", maxReplacements: 2)
        again[7] = ""
        let photos = [
            photo(Array(titles[..<12]), "a", day: 1, place: nil), photo(again, "b", day: 1, place: nil),
        ]
        let library = BookLibrary(photos)
        #expect(library.books.count == 16)
        #expect(library.books.count { $0.sightings.count == 2 } == 7)
        #expect(library.books.allSatisfy { $0.places.count == 1 })
        // Another shelf has one or two books with the same titles.
        let other = photo(Array(titles[16...]) + titles[..<2], "c", day: 1, place: nil)
        #expect(BookLibrary(photos + [other]).books.count == 26)
        // A typed title stays, and books that the user separated remain two.
        var typed = photos[0]
        typed.shelf.spines[6].reading = .init(text: "My Own Title", confidence: 1)
        #expect(BookLibrary([typed, photos[1]])[.init(entry: "a", spine: 7)]?.title == "My Own Title")
        let (one, two) = (BookSighting.ID(entry: "a", spine: 5), BookSighting.ID(entry: "b", spine: 1))
        #expect(BookLibrary(photos, said: [.init(one, two, isSame: false)]).books.count == 17)
    }

    @Test func peopleKnowBetter() {
        let photos = [photo(titles, "a", day: 1), photo(titles, "b", day: 2)]
        let (one, other) = (BookSighting.ID(entry: "a", spine: 1), BookSighting.ID(entry: "b", spine: 1))
        let parted = BookLibrary(photos, said: [.init(one, other, isSame: false)])
        #expect(parted.books.count == 25)
        #expect(parted[one] != parted[other])
        #expect(parted[one]?.status == .missing)
        #expect(parted[other]?.status == .seen)
        let stranger = BookSighting.ID(entry: "a", spine: 9)
        let joined = BookLibrary(photos, said: [.init(one, stranger, isSame: true)])
        #expect(joined.books.count == 23)
        #expect(joined[stranger] == joined[other])
    }

    @Test func wordsFindWhatWasReadNearlySo() {
        let library = BookLibrary([
            photo(["The Wooden Imago Nils Malwald", "Poem, Wheat", "A Slow Dust"], "a", day: 1),
            photo(["Wheat Fields"], "b", day: 1, place: ShelfPlace("Hall / Case 1")),
        ])
        #expect(library.books(.init(words: "image")).map(\.title) == ["The Wooden Imago Nils Malwald"])
        #expect(library.books(.init(words: "whe")).count == 2)
        #expect(library.books(.init(words: "wheat hall")).map(\.title) == ["Wheat Fields"])
        #expect(library.books(.init(words: "wheat", place: ShelfPlace("hall"))).map(\.title) == ["Wheat Fields"])
        #expect(library.books(.init(words: "image wheat")).isEmpty)
        #expect(library.places.map(\.text) == ["Hall / Case 1", "Study / Case 2"])
    }

    @Test func placesAreReadAndOrdered() throws {
        let place = try #require(ShelfPlace(" Study/ Case  2 //Shelf 10 "))
        #expect(place.text == "Study / Case 2 / Shelf 10")
        #expect(place == ShelfPlace("study / case 2 / shelf 10"))
        #expect(ShelfPlace("Study")?.holds(place) == true)
        #expect(ShelfPlace("Stud")?.holds(place) == false)
        #expect(try #require(ShelfPlace("Study / Case 2 / Shelf 9")) < place)
        #expect(ShelfPlace(" / ") == nil)
        #expect(ShelfPlace("a\nb/\u{0}") == nil)
        #expect(ShelfPlace(String(repeating: "x", count: 201)) == nil)
    }

    @Test func tablesAreOfAllBooks() {
        let library = BookLibrary([
            photo(["Poem, Wheat"], "a", day: 1, isbns: [0: "9780306406157"]), photo(["Zq Faint"], "b", day: 2),
        ])
        let table = library.books.table()
        #expect(table.rows.count == 2)
        #expect(table.columns.first == "title")
        #expect(table.rows[0].contains("Study / Case 2"))
        let libib = library.books.table(.libib)
        #expect(libib.books.map(\.title) == ["Poem, Wheat"])
        #expect(libib.leftOut == 1)
    }
}
