import Espy
import Testing

@Suite struct CatalogMatchTests {
    private let catalog = Catalog([
        .init(title: "Small Worlds", author: "Duncan J. Watts"), .init(title: "Six Degrees", author: "Duncan Watts"),
        .init(title: "Introduction to Graph Theory", author: "Robin J. Wilson"),
        .init(title: "Introduction to Graph Theory", author: "Douglas B. West"),
        .init(title: "A First Course in Graph Theory", author: "Gary Chartrand"),
        .init(title: "The Theory of Partitions", author: "George E. Andrews", isbn: ISBN("9780521637664")),
        .init(title: "Integer Partitions", author: "George E. Andrews"), .init(title: "It", author: "Stephen King"),
        .init(title: "Pádel", author: nil), .init(title: "图论导引", author: nil),
    ])

    @Test(arguments: [
        ("SMALL WORLDS Watts", "Small Worlds"), ("Smail Worlds", "Small Worlds"), ("Six Degees", "Six Degrees"),
        ("Wor1ds Smal1", "Small Worlds"), ("SM ALL WOR LDS", "Small Worlds"), ("PADEL atlas", "Pádel"),
        ("AFirst Course in Graph Theory", "A First Course in Graph Theory"), ("图论导引 West", "图论导引"),
        ("THE THEORY OF PARTITIONS Andrews", "The Theory of Partitions"), ("It Stephen King", "It"),
    ])
    func bookIsFoundInSpiteOfMistakes(text: String, title: String) {
        #expect(catalog.match(text)?.title == title)
    }

    @Test(arguments: [
        "", "|", "The", "of the", "It", "Theory", "Graph", "Perfect Graphs", "Duncan Watts", "George Andrews",
        "Theory of", "Introduction to", "xkcd qwerty", "Partitions",
    ])
    func unsureIsNoMatch(text: String) {
        #expect(catalog.match(text) == nil)
    }

    @Test(arguments: ["PERFECT GRAPHS Alfonsin", "Zoran Stanic REGULAR GRAPHS", "Introduction to Graphs and Networks"])
    func titleOfOneWordIsNotEveryBookWithThatWord(text: String) {
        let graphs = Catalog([.init(title: "Graphs"), .init(title: "Regular Polytopes")])
        #expect(graphs.match(text) == nil)
        #expect(graphs.match("GRAPHS")?.index == 0)
    }

    @Test func sameTitlesNeedTheAuthor() {
        #expect(catalog.match("Introduction to Graph Theory") == nil)
        #expect(catalog.match("Introduction to Graph Theory Wilson")?.author == "Robin J. Wilson")
        #expect(catalog.match("Introduction to Graph Theory Douglas West")?.index == 3)
    }

    @Test func matchTellsAllOfTheBook() throws {
        let match = try #require(catalog.match("Theory of Partitions Andrews"))
        #expect(match.index == 5)
        #expect(match.isbn?.value == "9780521637664")
        #expect(match.author == "George E. Andrews")
        #expect(0.5...1 ~= match.confidence)
        let better = try #require(catalog.match("The Theory of Partitions George E. Andrews"))
        #expect(better.confidence > match.confidence)
    }

    @Test func twoCopiesAreOneBook() {
        let book = Catalog.Book(title: "Black Hole", author: "Burns")
        let twice = Catalog([book, book])
        #expect(twice.match("BLACK HOLE")?.index == 0)
        #expect(Catalog([]).match("BLACK HOLE") == nil)
    }

    /// A large list: the right book for each title with a wrong letter, and none for words that are in no title.
    @Test func largeListsAreSearched() {
        var random = SeededRandom(5)
        let words = (0..<4000).map { _ in
            String((0..<7).map { _ in "abcdefghiklmnoprstuv".randomElement(using: &random) ?? "a" })
        }
        let books = (0..<20_000).map { _ in
            Catalog.Book(title: (0..<3).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " "))
        }
        let large = Catalog(books)
        let asked = stride(from: 0, to: 20_000, by: 997)
        let right = asked.count { book in
            var text = books[book].title
            text.replaceSubrange(text.startIndex...text.startIndex, with: "z")
            return large.match(text)?.title == books[book].title
        }
        #expect(right >= 19)
        #expect(large.match("zzzzzzz yyyyyyy") == nil)
    }
}
