import EspyBarcode
public import EspyBase
public import EspySystem

/// What should stand on shelves, in the order in which it should: the list that an inventory is taken with.
///
/// ```swift
/// let list = try ShelfList(csv: bytes)
/// let inventory = list.inventory(of: shelves)
/// for finding in inventory.findings where finding.status == .missing { print(list.books[finding.book ?? 0].title) }
/// ```
public struct ShelfList: Sendable {
    /// In what order the books should stand.
    public enum Order: String, Sendable, Codable, CaseIterable {
        /// By call numbers, as librarians sort them; books without one stand behind all others.
        case callNumber = "call-number"
        /// As in the list.
        case list
        /// In any.
        case none
    }

    /// In the order of the list. One without a title has an empty one.
    public let books: [Catalogue.Book]
    /// What was guessed or put right in the file, or could not be used.
    public let notes: [ListNote]
    let index: TokenIndex
    /// Books by their numbers.
    let numbers: [ISBN: Int]
    /// Sorted by call numbers; nil where fewer than half of the books have one.
    let byCallNumber: [Int]?

    public init(_ books: [Catalogue.Book], notes: [ListNote] = []) {
        self.books = books
        self.notes = notes
        index = TokenIndex(books, labels: true)
        numbers = Dictionary(
            books.indices.flatMap { book in books[book].isbns.map { ($0, book) } },
            uniquingKeysWith: { first, _ in first })
        byCallNumber = Self.sorted(books)
    }

    /// Reads a list that has a header with a column of titles, ISBNs or call numbers, as Goodreads, LibraryThing, Libib,
    /// Koha and spreadsheets write it. Lines that have none of these are left out.
    ///
    /// - Parameter encoding: of the text; nil to find it by the bytes.
    /// - Throws: ``CatalogueError``
    public init(csv bytes: [UInt8], encoding: TextEncoding? = nil) throws(CatalogueError) {
        let file = try BookFile(bytes, encoding)
        guard file.columns.tellBooks else { throw .noBookColumn(columns: file.header) }
        let (books, notes) = file.books { !$0.title.isEmpty || $0.isbn != nil || $0.callNumber != nil }
        self.init(books, notes: notes)
    }

    private static func sorted(_ books: [Catalogue.Book]) -> [Int]? {
        let numbers = books.map { $0.callNumber.flatMap(CallNumber.init) }
        guard 2 * numbers.count(where: { $0 != nil }) > books.count else { return nil }
        return books.indices.sorted { one, other in
            switch (numbers[one], numbers[other]) {
            case (let a?, let b?) where a != b: a < b
            case (.some, nil): true
            case (nil, .some): false
            default: one < other
            }
        }
    }
}
