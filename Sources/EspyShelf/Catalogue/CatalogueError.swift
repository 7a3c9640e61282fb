/// Why a list of books cannot be used.
public enum CatalogueError: Error, Sendable, Equatable {
    /// There is no line in it.
    case empty
    case tooManyBytes(Int, limit: Int)
    case tooManyBooks(limit: Int)
    /// It is no text, but something else, such as a spreadsheet file.
    case notText
    /// A field that begins with a quotation mark in this line, counted from 1, does not end.
    case openQuote(line: Int)
    /// No column of the header holds titles; these are there.
    case noTitleColumn(columns: [String])
    /// No column of the header holds titles, ISBNs or call numbers; these are there.
    case noBookColumn(columns: [String])
}
