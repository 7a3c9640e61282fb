package import Espy
import EspyInference
package import EspySheets
import EspySystem
import EspyText

/// Problems with models, and with the library that runs them.
extension Problem {
    package init(_ error: InferenceError) {
        switch error {
        case .runtimeUnavailable(let reason): self.init("runtimeUnavailable", .modelUnavailable, printable(reason))
        case .badManifest(let path, let reason):
            self.init(
                "badManifest", .modelUnavailable, printable(reason), "correct it, or install Espy again", path: path)
        case .unknownModel(let id, let known):
            let near = Suggestion.nearest(to: id, among: known).map { "did you mean \(quoted($0))?" }
            self.init(
                "unknownModel", .modelUnavailable, "no model \(quoted(id))", near ?? "“espy models list” shows all")
        case .missingModel(let id, let path):
            let (what, advice) = ("the model \(quoted(id)) is not installed", "run: espy models install \(id)")
            self.init(
                "missingModel", .modelUnavailable, message: "\(what) (\(printable(path))); \(advice)",
                detail: "\(what); \(advice)")
        case .wrongChecksum(let id, let expected, let found):
            let texts = "expected \(expected.prefix(12)), found \(found.prefix(12))"
            self.init(
                "wrongChecksum", .modelUnavailable, "the model \(quoted(id)) has the wrong checksum (\(texts))",
                Self.again)
        case .corruptModel(let id, let reason):
            self.init(
                "corruptModel", .modelUnavailable, "the model \(quoted(id)) is damaged (\(printable(reason)))",
                Self.again)
        case .wrongTask(let id, let expected, let found):
            self.init(
                "wrongTask", .modelUnavailable,
                "\(quoted(id)) is \(Self.name(found)), not \(Self.name(expected))", "choose another")
        case .wrongShape(let id, let expected, let found):
            self.init(
                "wrongShape", .modelUnavailable,
                "the model \(quoted(id)) has the wrong shape (expected \(printable(expected)), found "
                    + "\(printable(found)))", Self.again)
        case .notFinite(let id):
            self.init(
                "notFinite", .modelUnavailable, "the model \(quoted(id)) returned invalid numbers",
                Self.again)
        }
    }

    private static let again = "install it again, or choose another"

    private static func name(_ task: ModelEntry.Task) -> String {
        switch task {
        case .detector: "a detector"
        case .embedder: "an embedder"
        case .spines: "a spine detector"
        case .tagger: "a tagger"
        case .classifier: "a classifier"
        case .text: "a text embedder"
        case .textDetector: "a text detector"
        case .textRecognizer: "a text recognizer"
        case .seekerStem: "a seeker model for pixels"
        case .seekerContext: "a seeker model for the context"
        case .seekerMaps: "a seeker model for maps"
        case .seekerExample: "a seeker model for examples"
        case .seekerFind: "a seeker model for searching"
        case .seekerPropose: "a seeker model for proposals"
        case .seekerDescribe: "a seeker model for boxes"
        case .outliner: "an outliner"
        case .faceDetector: "a face detector"
        case .faceDescriber: "a face describer"
        }
    }
}

/// Problems with reading text, and with lists of books.
extension Problem {
    package init(_ error: TextError) {
        switch error {
        case .missingLibrary:
            self.init("missingLibrary", "Tesseract is not installed; \(Self.installingTesseract)")
        case .missingLanguage(let name, _):
            self.init("missingLanguage", "Tesseract's data for “\(name)” is missing; \(Self.installing(name))")
        case .badLanguageData(let names, let folder):
            self.init(
                "badLanguageData",
                "Tesseract cannot use its data for “\(names)” in \(printable(folder)); install it again")
        case .badLanguageName(let name):
            self.init("badLanguageName", "\(quoted(name)) is not a list of languages; write it like eng+deu")
        case .badSize(let width, let height):
            self.init("badSize", "a picture of \(width) x \(height) pixels is not supported")
        case .model(let error): self.init(error)
        case .failed: self.init("textFailed", "Tesseract failed; take the photo again")
        case .cancelled: self.init("cancelled", "interrupted; run again")
        }
    }

    /// The remedy if both Tesseract and its data are missing.
    package static let installingTesseract = "apt-get install libtesseract5 tesseract-ocr-eng"

    /// The remedy if the data of a language are missing.
    package static func installing(_ language: String) -> String {
        "apt-get install tesseract-ocr-\(language.lowercased().replacing("_", with: "-"))"
    }

    package init(_ error: CatalogError) {
        switch error {
        case .empty:
            self.init(
                "emptyCatalogue", .unprocessable, "no books in the list", "its first line must name the columns")
        case .tooManyBytes(_, let limit):
            self.init("file", .unprocessable, FileError("", .larger(thanBytes: limit)).text)
        case .tooManyBooks(let limit):
            self.init("tooManyBooks", .unprocessable, "more than \(limit) lines", "split it")
        case .notText:
            self.init(
                "notText", .unprocessable, "neither a text file nor a sheet", "export your list as CSV or XLSX")
        case .notEncoded(let encoding):
            self.init(
                "notText", .unprocessable, "not valid \(encoding.name)",
                "name another encoding, or save it as UTF-8", command: "name another --encoding, or save it as UTF-8")
        case .sheet(let reason):
            let problem = Problem(SheetError.notReadable(reason: reason))
            self.init(problem.kind, .unprocessable, message: problem.message, detail: problem.detail)
        case .sheetTooLarge:
            self.init("tooManyBooks", .unprocessable, "the sheet is too large", "split it")
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

/// Problems with spreadsheet files.
extension Problem {
    package init(_ error: SheetError) {
        switch error {
        case .tooLarge:
            self.init("sheetTooLarge", "the table is too large for a sheet; write several, or CSV")
        case .notWritten(let reason):
            self.init("sheetNotWritten", "the sheet could not be written (\(printable(reason))); run again")
        case .notReadable(let reason):
            self.init("sheetNotReadable", "the sheet cannot be read: \(printable(reason)); save it as XLSX or CSV")
        }
    }
}

/// Describes the error in a JSON file that the user wrote.
package enum JSONFault {
    /// - Parameter error: The decoder's error.
    package static func text(_ error: any Error) -> String {
        switch error as? DecodingError {
        // The decoder's message for invalid JSON.
        case .dataCorrupted(let context) where context.debugDescription.hasPrefix("The given data was not valid JSON"):
            "not valid JSON"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty || context.underlyingError == nil:
            printable(context.debugDescription)
        case .keyNotFound(let key, _): "\(printable(key.stringValue)) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(printable(context.codingPath.last?.stringValue ?? "it")) has the wrong type"
        default: "not valid JSON"
        }
    }
}
