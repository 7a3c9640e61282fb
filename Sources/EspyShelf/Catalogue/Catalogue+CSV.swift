import EspyBase

extension Catalogue {
    /// Reads a list that has a header: which column holds what is told by names such as Title, Author(s) and ISBN13, in
    /// any order and several languages. Lines without a title are left out, numbers that are no ISBN as well.
    ///
    /// - Parameter bytes: CSV with commas, semicolons or tabs, as Goodreads, LibraryThing and spreadsheets write it.
    /// - Throws: ``CatalogueError``
    public init(csv bytes: [UInt8]) throws(CatalogueError) {
        let (columns, header, records) = try Self.records(bytes)
        guard columns.hasTitle else { throw .noTitleColumn(columns: Array(header.prefix(12))) }
        self.init(records.map(columns.book).filter { !$0.title.isEmpty })
    }

    /// What holds what, the header, and the records below it.
    static func records(
        _ bytes: [UInt8]
    ) throws(CatalogueError) -> (columns: BookColumns, header: [String], records: ArraySlice<[String]>) {
        guard bytes.count <= mostBytes else { throw .tooManyBytes(bytes.count, limit: mostBytes) }
        let records = try CSVRecords(bytes, limit: mostBooks + 1).records
        guard let header = records.first else { throw .empty }
        return (BookColumns(header), header, records.dropFirst())
    }
}
