package import Espy
import EspySheets
import EspySystem
import EspyText

/// What can be wrong with reading words, and with lists of books.
extension Problem {
    package init(_ error: TextError) {
        switch error {
        case .missingLanguage(let name, _):
            self.init("missingLanguage", "Tesseract's data for “\(name)” is missing; \(Self.installing(name))")
        case .badLanguageData(let names, let folder):
            self.init(
                "badLanguageData",
                "Tesseract cannot use its data for “\(names)” in \(printable(folder)); install it again")
        case .badLanguageName(let name):
            self.init("badLanguageName", "\(quoted(name)) are no names of languages; write them like eng+deu")
        case .badSize(let width, let height):
            self.init("badSize", "a picture of \(width) x \(height) pixels is not read")
        case .model(let error): self.init(error)
        case .failed: self.init("textFailed", "Tesseract gave up; take the photo again")
        case .cancelled: self.init("cancelled", "interrupted; run again")
        }
    }

    /// What to do where the data of a language are missing.
    package static func installing(_ language: String) -> String {
        "apt-get install tesseract-ocr-\(language.lowercased().replacing("_", with: "-"))"
    }

    package init(_ error: CatalogueError) {
        switch error {
        case .empty:
            self.init(
                "emptyCatalogue", .unprocessable, "there is no book in it", "its first line must name the columns")
        case .tooManyBytes(_, let limit):
            self.init("file", .unprocessable, FileError("", .larger(thanBytes: limit)).text)
        case .tooManyBooks(let limit):
            self.init("tooManyBooks", .unprocessable, "it has more than \(limit) lines", "split it")
        case .notText:
            self.init(
                "notText", .unprocessable, "neither a text file nor a sheet", "export your list as CSV or XLSX")
        case .notEncoded(let encoding):
            self.init(
                "notText", .unprocessable, "it is no text in \(encoding.name)",
                "name another encoding, or save it as UTF-8", command: "name another --encoding, or save it as UTF-8")
        case .sheet(let reason):
            let problem = Problem(SheetError.notReadable(reason: reason))
            self.init(problem.kind, .unprocessable, message: problem.message, detail: problem.detail)
        case .sheetTooLarge:
            self.init("tooManyBooks", .unprocessable, "the sheet is larger than what is read", "split it")
        case .openQuote(let line):
            self.init(
                "openQuote", .unprocessable, "the quotation mark in line \(line) is never closed", "add one")
        case .noTitleColumn(let columns):
            self.init(
                "noTitleColumn", .unprocessable, "no column is called title",
                "the first line has: \(Self.names(columns))")
        case .noBookColumn(let columns):
            self.init(
                "noBookColumn", .unprocessable, "no column is called title, isbn or call number",
                "the first line has: \(Self.names(columns))")
        }
    }

    private static func names(_ columns: [String]) -> String {
        columns.map { printable(String($0.prefix(30))) }.joined(separator: ", ")
    }
}
