import EspyBarcode
public import EspyBase
import EspySheets
public import EspySystem
import Foundation

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

    /// Whether the titles were read on spines: their words may be wrong.
    let isRead: Bool

    public init(_ books: [Catalogue.Book], notes: [ListNote] = []) { self.init(books, notes: notes, isRead: false) }

    /// What was read on spines before.
    init(read books: [Catalogue.Book]) { self.init(books, notes: [], isRead: true) }

    private init(_ books: [Catalogue.Book], notes: [ListNote], isRead: Bool) {
        self.isRead = isRead
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

    /// What people call a book of the list.
    public func name(of book: Int) -> String {
        let book = books[book]
        return book.title.isEmpty ? book.callNumber ?? book.isbn?.value ?? "" : book.title
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

extension Catalogue {
    /// Reads a list that has a header: which column holds what is told by names such as Title, Author(s) and ISBN13, in
    /// any order and several languages. Lines without a title are left out, numbers that are no ISBN as well.
    ///
    /// - Parameters:
    ///   - bytes: CSV with commas, semicolons or tabs, as Goodreads, LibraryThing and spreadsheets write it, or XLSX.
    ///   - encoding: of the text; nil to find it by the bytes.
    /// - Throws: ``CatalogueError``
    public init(csv bytes: [UInt8], encoding: TextEncoding? = nil) throws(CatalogueError) {
        let file = try BookFile(bytes, encoding)
        guard file.columns.hasTitle else { throw .noTitleColumn(columns: file.header) }
        let (books, notes) = file.books { !$0.title.isEmpty }
        self.init(books, notes: notes)
    }
}

/// A list of books as it was read, before it is told which of its lines are of use.
private struct BookFile {
    let columns: BookColumns
    /// The names of the first columns.
    let header: [String]
    private let records: ArraySlice<[String]>
    private let notes: [ListNote]

    init(_ bytes: [UInt8], _ encoding: TextEncoding?) throws(CatalogueError) {
        guard bytes.count <= Catalogue.mostBytes else { throw .tooManyBytes(bytes.count, limit: Catalogue.mostBytes) }
        let file: ListFile
        do throws(ListFile.Failure) {
            file = try ListFile(bytes, limit: Catalogue.mostBooks + 1, encoding: encoding)
        } catch {
            throw CatalogueError(error)
        }
        guard let (columns, line) = BookColumns.find(in: file.records) else { throw .empty }
        self.columns = columns
        header = file.records[line].prefix(12).map { String(SpreadsheetText.trimmed($0[...])) }
        records = file.records.dropFirst(line + 1)
        notes = file.notes
    }

    /// The books, and what is to be told of the list.
    func books(where isUsable: (Catalogue.Book) -> Bool) -> ([Catalogue.Book], [ListNote]) {
        var doubts = ISBNDoubts()
        let books = records.map { columns.book($0, &doubts) }.filter(isUsable)
        return (books, notes + columns.notes(books, doubts))
    }
}

/// Which column of a list of books holds what: told by the names in its header, in several languages.
private struct BookColumns {
    private let title: Int?
    private let author: Int?
    private let isbns: [Int]
    private let callNumbers: [Int]
    /// The names of the columns of ISBNs, as the list has them.
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

    /// The header among the first lines, above which the name of the list may stand: the one with most known columns.
    static func find(in records: [[String]]) -> (columns: BookColumns, line: Int)? {
        let all = records.prefix(10).enumerated().map { (columns: BookColumns($1), line: $0) }
        return all.max { ($0.columns.count, $1.line) < ($1.columns.count, $0.line) }
    }

    var hasTitle: Bool { title != nil }
    /// Whether books can be told apart by any of the columns.
    var tellBooks: Bool { hasTitle || !isbns.isEmpty || !callNumbers.isEmpty }

    /// The book of one record, with an empty title where there is none.
    func book(_ record: [String], _ doubts: inout ISBNDoubts) -> Catalogue.Book {
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
        return Catalogue.Book(
            title: text(title) ?? "", author: text(author), isbn: found.first,
            callNumber: callNumbers.lazy.compactMap(text).first, otherISBNs: found.dropFirst().filter { $0 != found[0] }
        )
    }

    /// What is to be told of the ISBNs of a list.
    func notes(_ books: [Catalogue.Book], _ doubts: ISBNDoubts) -> [ListNote] {
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

    /// Numbers that some lists have in the same column: of the list itself, and of periodicals.
    private static func isMixed(_ text: String) -> Bool {
        text.count(where: { $0 == "-" }) == 4 || text.count == 9 && text.contains("-")
    }

    /// Without white space around it, and without what keeps it as text in a spreadsheet. An apostrophe may belong to a
    /// title: it goes only where it stands before the sign of a formula.
    private static func text(_ field: String) -> String {
        // Sheets hold longer ones than any title is.
        let text = SpreadsheetText.trimmed(field.prefix(CSVRecords.longestField))
        if text.first == "'", let sign = text.dropFirst().first, "=+-@\t\r".contains(sign) {
            return String(text.dropFirst())
        }
        return text.first == "=" ? SpreadsheetText.plain(String(text)) : String(text)
    }

    /// Letters and digits only, lower case, without accents, of one width.
    private static func plain(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil).lowercased()
            .filter { $0.isLetter || $0.isNumber }
    }

    /// As ``plain(_:)`` leaves them, the first choice first.
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

/// What was found in fields that should hold an ISBN, and is none as it stands.
private struct ISBNDoubts {
    /// Numbers that are right with zeros in front.
    var lostZeros = 0
    /// Fields without any.
    var unread: [String] = []
}
