import EspyBarcode
public import EspyBase
import EspySheets
public import EspySystem
import Foundation

/// The list of books that should be on shelves, in order, for an inventory.
///
/// ```swift
/// let list = try ShelfList(csv: bytes)
/// let inventory = list.inventory(of: shelves)
/// for finding in inventory.findings where finding.status == .missing { print(list.books[finding.book ?? 0].title) }
/// ```
public struct ShelfList: Sendable {
    /// The order in which the books should be.
    public enum Order: String, Sendable, Codable, CaseIterable {
        /// By call number, in library order; books without one come last.
        case callNumber = "call-number"
        /// By the author's last name, then by title; books without an author come last.
        case author
        /// As in the list.
        case list
        /// In any order.
        case none
    }

    /// The books, in list order. The title is empty if a book has none.
    public let books: [Catalog.Book]
    /// Notes on values that were guessed, repaired or unusable.
    public let notes: [ListNote]
    let index: TokenIndex
    /// Books by ISBN.
    let numbers: [ISBN: Int]
    /// Indices sorted by call number; nil if fewer than half of the books have one.
    let byCallNumber: [Int]?

    /// Indices sorted by author; nil if fewer than half of the books have one.
    let byAuthor: [Int]?

    /// Whether the titles were read on spines: their words may be wrong.
    let isRead: Bool

    public init(_ books: [Catalog.Book], notes: [ListNote] = []) { self.init(books, notes: notes, isRead: false) }

    /// Creates a list of books read on spines earlier.
    init(read books: [Catalog.Book]) { self.init(books, notes: [], isRead: true) }

    private init(_ books: [Catalog.Book], notes: [ListNote], isRead: Bool) {
        self.isRead = isRead
        self.books = books
        self.notes = notes
        index = TokenIndex(books, labels: true)
        numbers = Dictionary(
            books.indices.flatMap { book in books[book].isbns.map { ($0, book) } },
            uniquingKeysWith: { first, _ in first })
        byCallNumber = Self.sorted(books, by: books.map { $0.callNumber.flatMap(CallNumber.init) })
        byAuthor = Self.sorted(books, by: books.map(AuthorOrder.init))
    }

    /// Reads a list with a header that has a column of titles, ISBNs or call numbers, as written by Goodreads,
    /// LibraryThing, Libib, Koha and spreadsheets. Lines that have none of these are left out.
    ///
    /// - Parameter encoding: of the text; nil to detect it.
    /// - Throws: ``CatalogError``
    public init(csv bytes: [UInt8], encoding: TextEncoding? = nil) throws(CatalogError) {
        let file = try BookFile(bytes, encoding)
        guard file.columns.tellBooks else { throw .noBookColumn(columns: file.header) }
        let (books, notes) = file.books { !$0.title.isEmpty || $0.isbn != nil || $0.callNumber != nil }
        self.init(books, notes: notes)
    }

    /// Returns a name for a book of the list.
    public func name(of book: Int) -> String {
        let book = books[book]
        return book.title.isEmpty ? book.callNumber ?? book.isbn?.value ?? "" : book.title
    }

    /// Returns the books in the order of their keys, those without one last; nil if fewer than half have one.
    private static func sorted(_ books: [Catalog.Book], by keys: [(some Comparable)?]) -> [Int]? {
        guard 2 * keys.count(where: { $0 != nil }) > books.count else { return nil }
        return books.indices.sorted { one, other in
            switch (keys[one], keys[other]) {
            case (let a?, let b?) where a != b: a < b
            case (.some, nil): true
            case (nil, .some): false
            default: one < other
            }
        }
    }
}

/// The place of a book among others sorted by author: last name, first names, then the title without its article.
private struct AuthorOrder: Comparable {
    private let words: [String]

    /// Words after a last name that are no part of it.
    private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "phd", "md"]
    private static let articles: Set<String> = [
        "the", "a", "an", "der", "die", "das", "el", "la", "los", "las", "le", "les",
    ]

    /// - Returns: nil for a book without an author.
    init?(_ book: Catalog.Book) {
        // Of several authors, the first: `Gaiman, Neil; Pratchett, Terry`, `Neil Gaiman and Terry Pratchett`.
        let first = (book.author ?? "").split { ";&/|".contains($0) }.first.map(String.init) ?? ""
        let halves = first.split(separator: ",", maxSplits: 1).map { Tokens.of(String($0)) }
        var name = halves.first ?? []
        if let and = name.firstIndex(where: { ["and", "und", "y", "et"].contains($0) }), and > 1 {
            name = Array(name[..<and])
        }
        let others = halves.dropFirst().first ?? []
        if others.isEmpty || others.allSatisfy(Self.suffixes.contains) {
            while name.count > 1, let last = name.last, Self.suffixes.contains(last) { name.removeLast() }
            name = name.suffix(1) + name.dropLast()
        } else {
            name += others
        }
        guard !name.isEmpty else { return nil }
        let title = Tokens.of(book.title)
        words = name + [""] + (title.count > 1 && Self.articles.contains(title[0]) ? Array(title.dropFirst()) : title)
    }

    static func < (one: AuthorOrder, other: AuthorOrder) -> Bool { one.words.lexicographicallyPrecedes(other.words) }
}

extension Catalog {
    /// Reads a list with a header. Columns are identified by names such as Title, Author(s) and ISBN13, in any order
    /// and several languages. Lines without a title and invalid ISBNs are left out.
    ///
    /// - Parameters:
    ///   - bytes: CSV with commas, semicolons or tabs, as written by Goodreads, LibraryThing and spreadsheets, or XLSX.
    ///   - encoding: of the text; nil to detect it.
    /// - Throws: ``CatalogError``
    public init(csv bytes: [UInt8], encoding: TextEncoding? = nil) throws(CatalogError) {
        let file = try BookFile(bytes, encoding)
        guard file.columns.hasTitle else { throw .noTitleColumn(columns: file.header) }
        let (books, notes) = file.books { !$0.title.isEmpty }
        self.init(books, notes: notes)
    }
}

/// A list of books as it was read, before its unusable lines are removed.
private struct BookFile {
    let columns: BookColumns
    /// The names of the first columns.
    let header: [String]
    private let records: ArraySlice<[String]>
    private let notes: [ListNote]

    init(_ bytes: [UInt8], _ encoding: TextEncoding?) throws(CatalogError) {
        guard bytes.count <= Catalog.mostBytes else { throw .tooManyBytes(bytes.count, limit: Catalog.mostBytes) }
        let file: ListFile
        do throws(ListFile.Failure) {
            file = try ListFile(bytes, limit: Catalog.mostBooks + 1, encoding: encoding)
        } catch {
            throw CatalogError(error)
        }
        guard let (columns, line) = BookColumns.find(in: file.records) else { throw .empty }
        self.columns = columns
        header = file.records[line].prefix(12).map { String(SpreadsheetText.trimmed($0[...])) }
        records = file.records.dropFirst(line + 1)
        notes = file.notes
    }

    /// Returns the usable books, and the notes on the list.
    func books(where isUsable: (Catalog.Book) -> Bool) -> ([Catalog.Book], [ListNote]) {
        var doubts = ISBNDoubts()
        let books = records.map { columns.book($0, &doubts) }.filter(isUsable)
        return (books, notes + columns.notes(books, doubts))
    }
}

/// The columns of a list of books, identified by the names in its header, in several languages.
private struct BookColumns {
    private let title: Int?
    private let author: Int?
    private let isbns: [Int]
    private let callNumbers: [Int]
    /// The names of the ISBN columns, as written in the list.
    private let isbnNames: [Int: String]
    private let count: Int

    init(_ header: [String]) {
        let names = header.map(Self.plain)
        func columns(_ known: [String]) -> [Int] { known.compactMap(names.firstIndex) }
        title = columns(Self.titleNames).first
        author = columns(Self.authorNames).first
        let others = names.indices.filter { names[$0].contains("isbn") }
        let known = columns(Self.isbnNames)
        isbns = known + others.filter { !known.contains($0) }
        callNumbers = columns(Self.callNumberNames)
        isbnNames = Dictionary(
            others.map { ($0, String(SpreadsheetText.trimmed(header[$0][...]))) },
            uniquingKeysWith: { first, _ in first })
        count = [title != nil, author != nil, !isbns.isEmpty, !callNumbers.isEmpty].count { $0 }
    }

    /// Finds the header among the first lines, which the name of the list may precede: the line with most known
    /// columns.
    static func find(in records: [[String]]) -> (columns: BookColumns, line: Int)? {
        let all = records.prefix(10).enumerated().map { (columns: BookColumns($1), line: $0) }
        return all.max { ($0.columns.count, $1.line) < ($1.columns.count, $0.line) }
    }

    var hasTitle: Bool { title != nil }
    /// Whether any of the columns identifies books.
    var tellBooks: Bool { hasTitle || !isbns.isEmpty || !callNumbers.isEmpty }

    /// Returns the book of one record, with an empty title if there is none.
    func book(_ record: [String], _ doubts: inout ISBNDoubts) -> Catalog.Book {
        func text(_ column: Int?) -> String? {
            guard let column, column < record.count else { return nil }
            let text = Self.text(record[column])
            return text.isEmpty ? nil : text
        }
        let fields = isbns.compactMap { column in text(column).map { (column: column, text: $0) } }
        var found = fields.flatMap { ISBN.all(in: $0.text) }
        let named = fields.filter { isbnNames[$0.column] != nil }
        if found.isEmpty, let whole = named.lazy.compactMap({ ISBN.withLostZeros($0.text) }).first {
            found = [whole]
            doubts.lostZeros += 1
        }
        if found.isEmpty, let field = named.first(where: { !Self.isMixed($0.text) }) {
            doubts.unread.append(field.text)
        }
        return Catalog.Book(
            title: text(title) ?? "", author: text(author), isbn: found.first,
            callNumber: callNumbers.lazy.compactMap(text).first, otherISBNs: found.dropFirst().filter { $0 != found[0] }
        )
    }

    /// Returns the notes on the ISBNs of a list.
    func notes(_ books: [Catalog.Book], _ doubts: ISBNDoubts) -> [ListNote] {
        var notes: [ListNote] = []
        if doubts.lostZeros > 0 { notes.append(ListNote(.isbnZerosLost, count: doubts.lostZeros)) }
        let isRounded = { (field: String) in SpreadsheetText.number(SpreadsheetText.plain(field)) == .rounded }
        let rounded = doubts.unread.filter(isRounded)
        if let sample = rounded.first { notes.append(ListNote(.digitsLost, count: rounded.count, sample: sample)) }
        let unread = doubts.unread.filter { !isRounded($0) && $0.contains(where: \.isNumber) }
        if let name = isbns.lazy.compactMap({ isbnNames[$0] }).first, !books.isEmpty,
            books.allSatisfy({ $0.isbn == nil })
        {
            notes.append(ListNote(.noISBN, sample: name))
        } else if let sample = unread.first {
            notes.append(ListNote(.unreadISBNs, count: unread.count, sample: sample))
        }
        return notes
    }

    /// Whether the text is another kind of number that some lists put in this column: their own, or an ISSN.
    private static func isMixed(_ text: String) -> Bool {
        text.count(where: { $0 == "-" }) == 4 || text.count == 9 && text.contains("-")
    }

    /// Removes surrounding white space, and the signs that keep a field as text in a spreadsheet. An apostrophe may
    /// belong to a title: it is removed only before the sign of a formula.
    private static func text(_ field: String) -> String {
        // Spreadsheet fields can be longer than any title.
        let text = SpreadsheetText.trimmed(field.prefix(CSVRecords.longestField))
        if text.first == "'", let sign = text.dropFirst().first, "=+-@\t\r".contains(sign) {
            return String(text.dropFirst())
        }
        return text.first == "=" ? SpreadsheetText.plain(String(text)) : String(text)
    }

    /// Returns letters and digits only: lower case, half width, without accents.
    private static func plain(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil).lowercased()
            .filter { $0.isLetter || $0.isNumber }
    }

    /// As ``plain(_:)`` returns them, in order of preference.
    private static let titleNames = [
        "title", "booktitle", "fulltitle", "maintitle", "titlestatement", "titleproper", "titlemain", "worktitle",
        "bibliotitle",
        "itemtitle", "titleoriginal", "shorttitle", "245a", "titel", "buchtitel", "haupttitel", "titelansetzung",
        "boektitel", "titre", "titredulivre", "titulo", "titulodellibro", "titolo", "titololibro", "tytuł", "tytul",
        "tittel",
        "boktittel", "boktitel", "bogtitel", "nimi", "nimeke", "nazev", "nazov", "naslov", "cim", "konyvcim", "titlu",
        "baslik", "başlık", "baslık", "kitap", "kitapadi", "kitapadı", "τιτλος", "название", "заглавие", "наименование",
        "назва",
        "タイトル", "書名", "書籍名", "題名", "本のタイトル", "书名", "标题", "題目", "题名", "標題", "제목", "도서명", "서명", "책제목",
        "book", "name", "bookname",
    ].map(plain)
    private static let authorNames = [
        "author", "authors", "authortext", "authordetails", "authorname", "authornames", "authorfullname",
        "primaryauthor",
        "firstauthor", "mainauthor", "leadauthor", "biblioauthor", "bookauthor", "author1", "authorss", "100a",
        "creator", "creators", "writer", "writers", "writtenby", "contributors", "contributor", "personalname", "autor",
        "autoren", "autorin", "autorinnen", "autornen", "verfasser", "verfasserin", "urheber", "autores", "autora",
        "autorea",
        "auteur", "auteurs", "autore", "autori", "autorzy", "schrijver", "forfatter", "forfattare", "författare",
        "tekija",
        "kirjailija", "avtor", "szerzo", "szerzok", "yazar", "yazarlar", "συγγραφεας", "автор", "авторы", "автори",
        "著者", "著者名", "作者", "作者名", "作家", "著作者", "著", "責任表示", "저자", "지은이", "작가", "글쓴이",
        "authorlf", "authorfirstlast", "authorlastfirst", "authorsort",
    ].map(plain)
    private static let isbnNames = [
        "isbn13", "isbn", "isbns", "isbnuid", "isbnissn", "biblioitemsisbn", "eanisbn13", "isbnean", "ean", "ean13",
        "gtin",
        "isbn10", "upcisbn10", "020a", "identifier", "identifiers", "国際標準図書番号", "국제표준도서번호",
    ].map(plain)
    private static let callNumberNames = [
        "callnumber", "callnumbers", "callno", "itemcallnumber", "itemscallnumber", "itemsitemcallnumber",
        "fullcallnumber", "localcallnumber", "shelfmark", "signatur", "signatura", "sygnatura", "segnatura", "cote",
        "othercallnumber", "lcclassification", "lccallnumber", "lcc", "deweydecimal", "deweydecimalclassification",
        "deweyclassification", "deweynumber", "dewey", "ddc", "classification", "050a", "082a", "090a", "852h", "952o",
        "請求記号", "索书号", "청구기호", "шифр",
    ].map(plain)
}

/// Values in ISBN fields that are not valid ISBNs as written.
private struct ISBNDoubts {
    /// Number of values that are valid with leading zeros.
    var lostZeros = 0
    /// Values without a valid ISBN.
    var unread: [String] = []
}
