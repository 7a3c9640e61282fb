import Espy
import EspySamples
import Testing

@Suite struct InventoryTests {
    private static let titles = [
        "Winter Garden", "The Broken Clock", "Rivers of Salt", "An Honest Thief", "Marble Hall", "The Last Ferry",
        "Seven Harbors", "Quiet Engines", "A Field in Norway", "The Tailor's Map", "Copper and Glass", "Orchard Road",
    ]

    private func list(_ titles: [String] = titles, callNumbers: [String?] = []) -> ShelfList {
        ShelfList(
            titles.enumerated().map { index, title in
                Catalog.Book(title: title, callNumber: index < callNumbers.count ? callNumbers[index] : nil)
            })
    }

    private func shelf(_ rows: [[String?]]) -> Shelf {
        var spines: [Shelf.Spine] = []
        for (row, texts) in rows.enumerated() {
            for (place, text) in texts.enumerated() {
                let quad = Quad(Rect(x: 100 + Double(place) * 30, y: Double(row) * 300, width: 28, height: 280))
                let reading = Shelf.Reading(text: text ?? "", confidence: text == nil ? 0 : 0.9)
                spines.append(Shelf.Spine(id: spines.count + 1, quad: quad, row: row, confidence: 1, reading: reading))
            }
        }
        return Shelf(width: 1000, height: 700, spines: spines)
    }

    private func said(_ inventory: Inventory, _ status: Inventory.Status) -> [Int?] {
        inventory.findings.filter { $0.status == status }.map(\.book)
    }

    @Test func whatIsThereIsThere() throws {
        let inventory = try list().inventory(of: [shelf([Self.titles.map { $0 }])])
        #expect(inventory.isRight)
        #expect(inventory.count(.present) == 12)
        #expect(inventory.order == .list)
        #expect(inventory.scope == .whole)
        #expect(inventory.unseen == 0)
        #expect(inventory.findings.map(\.position) == Array(0..<12))
        #expect(inventory.findings.allSatisfy { $0.confidence > 0.8 })
    }

    @Test func everyDifferenceIsTold() throws {
        var texts: [String?] = Self.titles
        texts[9] = nil  // unreadable
        texts.remove(at: 7)  // missing
        texts.insert("Gone With Pirates", at: 5)  // extra
        let moved = texts.remove(at: 1)
        texts.insert(moved, at: 9)  // misplaced
        let inventory = try list().inventory(of: [shelf([texts])])
        #expect(said(inventory, .missing) == [7])
        #expect(said(inventory, .misplaced) == [1])
        #expect(said(inventory, .extra) == [nil])
        #expect(said(inventory, .unreadable) == [nil])
        #expect(said(inventory, .notSeen) == [9])
        let lost = try #require(inventory.findings.first { $0.status == .missing })
        #expect(lost.after == 6)
        #expect(lost.spine == nil)
        #expect(inventory.findings.first { $0.status == .misplaced }?.after == 0)
    }

    @Test func firstAndLastOnesAreMissingFromAWholeListOnly() throws {
        let seen = shelf([Array(Self.titles[3..<9])])
        let whole = try list().inventory(of: [seen], scope: .whole)
        #expect(said(whole, .missing) == [0, 1, 2, 9, 10, 11])
        let part = try list().inventory(of: [seen], scope: .part)
        #expect(part.isRight)
        #expect(part.unseen == 6)
    }

    @Test func boardsAndPhotosGoOn() throws {
        let one = shelf([Array(Self.titles[0..<3]), Array(Self.titles[3..<6])])
        let two = shelf([Array(Self.titles[6..<8]) + Array(Self.titles[9...])])
        let inventory = try list().inventory(of: [one, two])
        #expect(said(inventory, .missing) == [8])
        #expect(said(inventory, .present).count == 11)
        #expect(inventory.findings.last?.picture == 1)
    }

    @Test func listInNoOrderIsNotTakenForOne() throws {
        let mixed = [5, 2, 9, 0, 11, 7, 3, 10, 1, 6, 4].map { Self.titles[$0] }
        let inventory = try list().inventory(of: [shelf([mixed])])
        #expect(inventory.order == .none)
        #expect(said(inventory, .missing) == [8])
        #expect(inventory.count(.misplaced) == 0)
    }

    @Test func callNumbersMakeTheOrder() throws {
        let titles = ["Third", "First", "Fourth", "Second", "Fifth"].map { $0 + " Principles" }
        let numbers = ["QA76.9 .D3", "QA9 .B2", "QA76.9 .K1", "QA76.9 .D28", "QA300 .A1"]
        let inventory = try list(titles, callNumbers: numbers).inventory(
            of: [
                shelf([["First Principles", "Second Principles", "Third Principles", "QA76.9 .K1", "Fifth Principles"]])
            ])
        #expect(inventory.order == .callNumber)
        #expect(inventory.findings.map(\.book) == [1, 3, 0, 2, 4])
        #expect(inventory.isRight)
    }

    @Test func authorsMakeTheOrder() throws {
        let books = [
            ("Seven Harbors", "Alice Zimmer"), ("Rivers of Salt", "Verne, Jules"),
            ("An Honest Thief", "George R. R. Martin"),
            ("The Last Ferry", "Martin Luther King, Jr."), ("Quiet Engines", nil),
            ("Winter Garden", "Neil Gaiman and Terry Pratchett"), ("Marble Hall", "Åsa Berg"),
            ("The Broken Clock", "Åsa Berg"),
        ]
        let list = ShelfList(books.map { Catalog.Book(title: $0.0, author: $0.1) })
        // By last name, the two of one author by title without the article, and the one without an author last.
        let order = [7, 6, 5, 3, 2, 1, 0, 4]
        let inventory = try list.inventory(of: [shelf([order.map { books[$0].0 }])])
        #expect(inventory.order == .author)
        #expect(inventory.findings.map(\.book) == order)
        #expect(inventory.isRight)
        var moved = order.map { Optional(books[$0].0) }
        moved.insert(moved.remove(at: 0), at: 5)
        let other = try list.inventory(of: [shelf([moved])], order: .author)
        #expect(said(other, .misplaced) == [7])
    }

    @Test func numbersTellBooks() throws {
        let isbn = try #require(ISBN("9780691117041"))
        let list = ShelfList([.init(title: "", isbn: isbn), .init(title: "Winter Garden")])
        var shelf = shelf([["Winter Garden", nil]])
        shelf.spines[1].isbn = isbn
        let inventory = try list.inventory(of: [shelf], order: .list)
        #expect(Set(said(inventory, .misplaced) + said(inventory, .present)) == [0, 1])
        #expect(inventory.findings.count == 2)
    }

    @Test func twoBooksInOneOutlineAreBothThere() throws {
        var texts: [String?] = Self.titles
        texts[4] = "Marble Hall The Last Ferry"
        texts.remove(at: 5)
        let inventory = try list().inventory(of: [shelf([texts])])
        #expect(inventory.isRight)
        #expect(inventory.findings.count == 12)
    }

    /// Two letters of each word are wrong, so none of the words is known.
    @Test func lettersTellWhereWordsWereReadWrong() throws {
        var texts: [String?] = Self.titles
        texts.remove(at: 4)
        var seen = shelf([texts])
        seen.spines[4].reading = .init(text: "Tha Lnst Fcrzy", confidence: 0.2)
        #expect(said(try list().inventory(of: [seen]), .missing) == [4])
        // A stranger is not mistaken for the book whose place it has, nor for one outside the list.
        seen.spines[4].reading = .init(text: "Bgldwbn Kapnhgum Zuqkt", confidence: 0.2)
        let other = try list().inventory(of: [seen])
        #expect(said(other, .missing) == [4, 5])
        #expect(said(other, .unreadable) == [nil])
    }

    /// A book that was not outlined leaves a gap, as one that was taken away does.
    @Test func gapMayHoldABook() throws {
        var texts: [String?] = Self.titles
        texts[5] = nil
        var seen = shelf([texts])
        seen.spines.remove(at: 5)
        let doubted = try list().inventory(of: [seen]).findings.filter { $0.status == .notSeen }
        #expect(doubted.map(\.book) == [5])
        #expect(doubted.map(\.reason) == [.gap])
    }

    @Test func uncertainOutlineMayBeTwoBooks() throws {
        var texts: [String?] = Self.titles
        texts.remove(at: 5)
        var seen = shelf([texts])
        #expect(said(try list().inventory(of: [seen]), .missing) == [5])
        seen.spines[4].confidence = 0.4
        let doubted = try #require(try list().inventory(of: [seen]).findings.first { $0.book == 5 })
        #expect(doubted.status == .notSeen)
        #expect(doubted.reason == .shared)
        #expect(doubted.spines.map(\.spine) == [5])
    }

    /// Each of three books is as likely as the others to be the one that could not be read.
    @Test func oneUnreadSpineMayBeAnyOfThree() throws {
        var texts: [String?] = Self.titles
        texts.replaceSubrange(4..<7, with: [nil])
        let doubted = try list().inventory(of: [shelf([texts])]).findings.filter { $0.status == .notSeen }
        #expect(doubted.map(\.book) == [4, 5, 6])
        #expect(doubted.allSatisfy { $0.spines.map(\.spine) == [5] })
        let chances = doubted.map(\.confidence)
        #expect((chances.max() ?? 1) - (chances.min() ?? 0) < 0.01)
    }

    /// A book that stands elsewhere does not hide that its neighbor may be the unread spine.
    @Test func unreadSpineBesideTheHomeOfAMisplacedBookIsOneOfItsNeighbors() throws {
        var texts: [String?] = Self.titles
        texts.replaceSubrange(4..<8, with: [nil, "Quiet Engines"])
        texts.insert("Seven Harbors", at: 1)
        let inventory = try list().inventory(of: [shelf([texts])])
        #expect(said(inventory, .misplaced) == [6])
        #expect(said(inventory, .missing) == [])
        #expect(said(inventory, .notSeen) == [4, 5])
    }

    /// A book that is not at its place may be an unread spine elsewhere, but not one that was read as something else.
    @Test func unreadSpineElsewhereMayBeTheBook() throws {
        var texts: [String?] = Self.titles
        texts.remove(at: 5)
        texts.insert(nil, at: 9)
        let doubted = try #require(try list().inventory(of: [shelf([texts])]).findings.first { $0.book == 5 })
        #expect(doubted.status == .notSeen)
        #expect(doubted.spines.map(\.spine) == [10])
        texts[9] = "Gone With Pirates"
        #expect(said(try list().inventory(of: [shelf([texts])]), .missing) == [5])
    }

    /// A list of four books, the last of which is missing from a shelf with two unreadable spines.
    @Test func illegibleSpinesTakeNoTitle() throws {
        let texts: [String?] = [
            "The Poems of EMILY DICKINSON", "THE POETRY PHARMACY FOREVER WILLIAM SIEGHART", nil,
            "The Kamogawa Food Detectives Hisashi Kashiwai", "STEEPLE CHASING Peter Ross",
            "THE POETRY PHARMACY RETURNS WILLIAM SIEGHART", "Technical Writing", nil,
        ]
        let list = ShelfList([
            .init(title: "The Poetry Pharmacy Forever", author: "William Sieghart"),
            .init(title: "The Kamogawa Food Detectives", author: "Hisashi Kashiwai"),
            .init(title: "Steeple Chasing", author: "Peter Ross"), .init(title: "Moby Dick", author: "Herman Melville"),
        ])
        for order: ShelfList.Order? in [nil, ShelfList.Order.none] {
            let inventory = try list.inventory(of: [shelf([texts])], order: order)
            #expect(said(inventory, .present) == [0, 1, 2])
            #expect(said(inventory, .extra) == [nil, nil, nil])
            #expect(said(inventory, .unreadable) == [nil, nil])
            let lost = try #require(inventory.findings.first { $0.book == 3 })
            #expect(lost.status == .notSeen)
            #expect(lost.reason == .unread)
            #expect(lost.spines.map(\.spine).contains(8))
        }
        let read = try list.inventory(of: [shelf([texts.filter { $0 != nil }])])
        #expect(said(read, .missing) == [3])
    }

    @Test func nearTitlesAreToldApartByWhatDiffers() throws {
        var titles = Self.titles
        titles.replaceSubrange(3..<8, with: (1...5).map { "Heavy Water, Volume \($0)" })
        let list = ShelfList(titles.map { .init(title: $0, author: "Ada Holm") })
        var texts: [String?] = titles.map { "\($0) Ada Holm" }
        texts.remove(at: 5)
        texts.insert("Heavy Water, Volume 9 Ada Holm", at: 2)
        texts.insert("Orchard Castle Ada Holm", at: 4)
        let inventory = try list.inventory(of: [shelf([texts])])
        #expect(said(inventory, .missing) == [5])
        #expect(said(inventory, .extra) == [nil, nil])
        #expect(inventory.count(.present) == 11)
        #expect(inventory.count(.misplaced) == 0)
    }

    /// A volume with an unreadable number does not count as either of the two that are wanted there.
    @Test func doubtfulSpinesAreNoneOfTwo() throws {
        var titles = Self.titles
        titles.replaceSubrange(4..<6, with: ["Marble Hall, Volume 1", "Marble Hall, Volume 2"])
        var texts: [String?] = titles
        texts.replaceSubrange(4..<6, with: ["Marble Hall, Volume"])
        let inventory = try list(titles).inventory(of: [shelf([texts])])
        #expect(said(inventory, .notSeen) == [4, 5])
        #expect(said(inventory, .unreadable) == [nil])
        #expect(inventory.findings.filter { $0.status == .notSeen }.allSatisfy { $0.spines.map(\.spine) == [5] })
    }

    @Test func wordsOfAnotherBookInOneOutlineAreNoProofThatItIsGone() throws {
        var texts: [String?] = Self.titles
        texts[4] = "Marble Hall fersy"
        texts.remove(at: 5)
        let lost = try #require(try list().inventory(of: [shelf([texts])]).findings.first { $0.book == 5 })
        #expect(lost.status == .notSeen)
        #expect(lost.reason == .shared)
        #expect(lost.spines.map(\.spine) == [5])
    }

    @Test func nothingMayBeThere() throws {
        let empty = Shelf(width: 10, height: 10)
        #expect(try list().inventory(of: [empty], scope: .whole).count(.missing) == 12)
        #expect(try list().inventory(of: []).findings.isEmpty)
        #expect(
            try ShelfList([]).inventory(of: [shelf([["Another Book Entirely"], [nil]])]).findings.map(\.status) == [
                .extra, .unreadable,
            ])
    }

    @Test func tooMuchIsSaid() {
        let many = ShelfList((0..<100_000).map { Catalog.Book(title: "Book \($0)") })
        let long = Shelf(
            width: 10, height: 10,
            spines: (1...2000).map {
                .init(id: $0, quad: Quad(Rect(x: 0, y: 0, width: 1, height: 1)), row: 0, confidence: 1)
            })
        #expect(throws: InventoryError.tooMuch(spines: 2000, books: 100_000)) { try many.inventory(of: [long]) }
    }
}
