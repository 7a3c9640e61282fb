package import EspyBase

extension CSVRecords {
    /// - Throws: ``CatalogueError/notText``, ``CatalogueError/openQuote(line:)``, and
    ///   ``CatalogueError/tooManyBooks(limit:)`` for more than `limit` records.
    package init(_ bytes: [UInt8], limit: Int) throws(CatalogueError) {
        do throws(Failure) {
            try self.init(parsing: bytes, limit: limit)
        } catch {
            switch error {
            case .notText: throw .notText
            case .openQuote(let line): throw .openQuote(line: line)
            case .tooMany(let limit): throw .tooManyBooks(limit: limit)
            }
        }
    }
}
