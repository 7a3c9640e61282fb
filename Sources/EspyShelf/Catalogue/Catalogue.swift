public import EspyBarcode
public import EspyBase

/// The books that somebody has, to tell which of them a spine is.
///
/// ```swift
/// let catalogue = try Catalogue(csv: bytes)
/// print(catalogue.match("SMALL WORLDS Watts")?.title ?? "unsure")
/// ```
public struct Catalogue: Sendable {
    public struct Book: Sendable, Equatable {
        public var title: String
        public var author: String?
        /// The first one that the list has for it.
        public var isbn: ISBN?
        /// Where it stands in a library, as its label says.
        public var callNumber: String?
        /// Of other editions, where the list has several for one book.
        public var otherISBNs: [ISBN]

        public init(
            title: String, author: String? = nil, isbn: ISBN? = nil, callNumber: String? = nil, otherISBNs: [ISBN] = []
        ) {
            self.title = title
            self.author = author
            self.isbn = isbn
            self.callNumber = callNumber
            self.otherISBNs = otherISBNs
        }

        /// Of all editions that the list names.
        var isbns: [ISBN] { (isbn.map { [$0] } ?? []) + otherISBNs }

        /// Whether it is the number of one of its editions.
        func has(_ isbn: ISBN) -> Bool { self.isbn == isbn || otherISBNs.contains(isbn) }
    }

    /// In the order of the list.
    public let books: [Book]
    /// What was guessed or put right in the file, or could not be used.
    public let notes: [ListNote]
    let index: TokenIndex

    /// A longer list is not read.
    public static let mostBooks = 100_000
    public static let mostBytes = 64 << 20

    public init(_ books: [Book], notes: [ListNote] = []) {
        self.books = books
        self.notes = notes
        index = TokenIndex(books)
    }
}
