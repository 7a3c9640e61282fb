import EspyBase
import EspySheets
public import EspySystem

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
struct BookFile {
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
