import EspySheets
public import EspySystem

/// Why a list of books cannot be used.
public enum CatalogueError: Error, Sendable, Equatable {
    /// There is no line in it.
    case empty
    case tooManyBytes(Int, limit: Int)
    case tooManyBooks(limit: Int)
    /// It is neither text nor a sheet.
    case notText
    /// It is no text in the encoding that was asked for.
    case notEncoded(TextEncoding)
    /// A spreadsheet file that is broken, or has no sheet.
    case sheet(reason: String)
    /// A spreadsheet file of more than is read.
    case sheetTooLarge
    /// A field that begins with a quotation mark in this line, counted from 1, does not end.
    case openQuote(line: Int)
    /// No column of the header holds titles; these are there.
    case noTitleColumn(columns: [String])
    /// No column of the header holds titles, ISBNs or call numbers; these are there.
    case noBookColumn(columns: [String])
}

extension CatalogueError {
    init(_ failure: ListFile.Failure) {
        self =
            switch failure {
            case .sheet(let reason): .sheet(reason: reason)
            case .tooLarge: .sheetTooLarge
            case .notText: .notText
            case .notEncoded(let encoding): .notEncoded(encoding)
            case .openQuote(let line): .openQuote(line: line)
            case .tooMany(let limit): .tooManyBooks(limit: limit)
            }
    }
}
