public import EspyBarcode

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
        public var isbn: ISBN?
        /// Where it stands in a library, as its label says.
        public var callNumber: String?

        public init(title: String, author: String? = nil, isbn: ISBN? = nil, callNumber: String? = nil) {
            self.title = title
            self.author = author
            self.isbn = isbn
            self.callNumber = callNumber
        }
    }

    /// In the order of the list.
    public let books: [Book]
    let index: TokenIndex

    /// A longer list is not read.
    public static let mostBooks = 100_000
    public static let mostBytes = 64 << 20

    public init(_ books: [Book]) {
        self.books = books
        index = TokenIndex(books)
    }
}
