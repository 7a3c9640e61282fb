import Espy
import EspyBase
import EspyHTTP

/// The books on all photos of shelves: searching, exporting, merging and splitting them.
struct BookRoutes: Sendable {
    let history: HistoryService
    private let books: BookLibraryCache

    init(history: HistoryService) {
        self.history = history
        books = BookLibraryCache(history: history)
    }

    var all: [Route] {
        [
            Route(.get, "\(APIPath.root)/books", handler: find),
            Route(.get, "\(APIPath.root)/books.csv", handler: table),
            Route(.get, "\(APIPath.root)/books/{id}", handler: show),
            Route(.put, "\(APIPath.root)/same-books", handler: say),
            Route(.get, "\(APIPath.root)/places", handler: places),
        ]
    }

    private struct Page: Encodable {
        let books: [LibraryBook]
        /// The number of matching books.
        let total: Int
        /// The number of books in the library.
        let all: Int
    }

    private func find(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let question = try request.query.books
        let offset = try request.query.number("offset", in: 0...1_000_000, or: 0)
        let limit = try request.query.number("limit", in: 1...500, or: 100)
        let library = try await books.library()
        let found = library.books(question)
        return try .fresh(
            Page(books: Array(found.dropFirst(offset).prefix(limit)), total: found.count, all: library.books.count))
    }

    private func show(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        guard let id = BookSighting.ID(values["id"]), let book = try await books.library()[id] else { throw .notFound }
        return try .fresh(book)
    }

    private func table(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let form = try request.query.form
        let found = try await books.library().books(try request.query.books)
        return .table(form.map { found.table($0).table() } ?? found.table(), named: "books")
    }

    private struct Word: Decodable {
        let books: [String]
        let same: Bool?
    }

    private func say(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let word = try await request.json(Word.self)
        let library = try await books.library()
        let ids = word.books.compactMap { BookSighting.ID($0) }.filter { library[$0] != nil }
        guard word.books.count == 2, ids.count == 2, ids[0] != ids[1] else {
            throw .unprocessable("books must be the IDs of two books in the history")
        }
        try await history.reading { history in
            try await history.say(ids[0], ids[1], areSame: word.same)
        }
        guard let book = try await books.library()[ids[0]] else { throw .notFound }
        return try .fresh(book)
    }

    private struct Place: Encodable {
        let place: ShelfPlace
        let books: Int
        let missing: Int
    }

    private func places(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let library = try await books.library()
        let places = library.places.map { place in
            let here = library.books(.init(place: place))
            return Place(place: place, books: here.count, missing: here.count { $0.status == .missing })
        }
        return try .fresh(["places": places])
    }
}

extension Query {
    /// The search in the query parameters.
    fileprivate var books: BookLibrary.Question {
        get throws(HTTPProblem) {
            let place = try self["place"].map { (text) throws(HTTPProblem) in try ShelfPlace(asked: text) }
            let status = try self["status"].map { (text) throws(HTTPProblem) in
                guard let status = LibraryBook.Status(rawValue: text) else {
                    throw HTTPProblem.badRequest("status is seen, unread or missing")
                }
                return status
            }
            return .init(words: try words, place: place, status: status)
        }
    }

    /// The format of the export; nil for Espy's own.
    var form: BookTableForm? {
        get throws(HTTPProblem) {
            guard let text = self["form"] else { return nil }
            guard let form = BookTableForm(rawValue: text) else {
                throw .badRequest("form is \(BookTableForm.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return form
        }
    }
}

extension ShelfPlace {
    /// - Throws: An error if the client's text is not a valid place.
    init(asked text: String) throws(HTTPProblem) {
        guard let place = ShelfPlace(text) else {
            throw .unprocessable(
                "a place is up to \(Self.mostParts) names with slashes between them, \(Self.longest) bytes")
        }
        self = place
    }
}

extension Response {
    /// Returns a table as a download.
    static func table(_ table: CSVTable, named name: String) -> Response {
        Response(
            headers: [
                "Content-Type": "text/csv; charset=utf-8",
                "Content-Disposition": "attachment; filename=\"\(name).csv\"",
                "Cache-Control": "no-store",
            ], body: .bytes(Array(table.text().utf8)))
    }
}

/// Caches the books of all photos until the history changes.
private actor BookLibraryCache {
    private let history: HistoryService
    private var kept: (revision: HistoryRevision, library: Task<BookLibrary, any Error>)?

    init(history: HistoryService) { self.history = history }

    /// Returns the library, which is empty if there is no history yet.
    func library() async throws(HTTPProblem) -> BookLibrary {
        let making = try await history.reading(or: nil) { history in try await task(history) }
        guard let making else { return BookLibrary([]) }
        do { return try await making.value } catch {
            kept = nil
            throw HTTPProblem(error)
        }
    }

    private func task(_ history: History) async throws -> Task<BookLibrary, any Error>? {
        // Read before the entries, so that a change in between makes the next call load them again.
        let revision = try await history.revision()
        if let kept, kept.revision == revision { return kept.library }
        let making = Task { try await history.library() }
        kept = (revision, making)
        return making
    }
}
