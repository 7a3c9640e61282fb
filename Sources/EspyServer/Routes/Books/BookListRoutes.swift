import Espy
import EspyHTTP

/// The lists of books that shelves are checked against: kept by name, shown, and removed.
struct BookListRoutes: Sendable {
    let history: HistoryService
    let now: @Sendable () -> Int

    var all: [Route] {
        let path = "\(APIPath.root)/book-lists"
        return [
            Route(.get, path, handler: list), Route(.post, path, handler: keep),
            Route(.get, "\(path)/{id}", handler: file), Route(.delete, "\(path)/{id}", handler: remove),
        ]
    }

    private func list(_: Request, _: PathValues) async throws(Problem) -> Response {
        let lists = try await history.reading(or: []) { (history) throws(HistoryError) in try await history.bookLists()
        }
        return try .fresh(["lists": lists])
    }

    private func keep(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        guard let name = BookList.name(request.query["name"] ?? "") else {
            throw .unprocessable("name is what the list is called, of at most \(BookList.longestName) bytes")
        }
        let csv = try await request.body.collected(limit: BookList.mostBytes)
        let books = try ShelfList(sent: csv).books.count
        guard books > 0 else { throw .unprocessable("there is no book in the list") }
        let time = now()
        let list = try await history.changing { (history) throws(HistoryError) in
            try await history.keepBookList(name, csv: csv, books: books, at: time)
        }
        var response = try Response.fresh(list, status: 201)
        response.headers["Location"] = "\(APIPath.root)/book-lists/\(list.id)"
        return response
    }

    private func file(_: Request, _ values: PathValues) async throws(Problem) -> Response {
        Response(
            headers: [
                "Content-Type": "text/csv", "Content-Disposition": "attachment; filename=\"list.csv\"",
                "Cache-Control": "no-store",
            ], body: .bytes(try await history.bookList(values["id"])))
    }

    private func remove(_: Request, _ values: PathValues) async throws(Problem) -> Response {
        let id = values["id"]
        try await history.reading { (history) throws(HistoryError) in try await history.removeBookList(id) }
        return .noContent
    }
}

extension HistoryService {
    /// The file of a list that is kept.
    nonisolated func bookList(_ id: String) async throws(Problem) -> [UInt8] {
        try await reading { (history) throws(HistoryError) in try await history.bookList(id) }
    }
}

extension ShelfList {
    /// - Throws: what is wrong with a file that a client has sent.
    init(sent csv: [UInt8]) throws(Problem) {
        do throws(CatalogueError) { try self.init(csv: csv) } catch { throw Problem(error) }
    }
}

extension Problem {
    /// Why a list of books cannot be used.
    init(_ error: CatalogueError) {
        let detail: String =
            switch error {
            case .empty: "there is no line in the list"
            case .tooManyBytes(_, let limit): "a list has at most \(limit / 1_000_000) MB"
            case .tooManyBooks(let limit): "a list has at most \(limit) books"
            case .notText: "the list is no text; save it as CSV"
            case .openQuote(let line): "a quotation mark in line \(line) of the list does not end"
            case .noTitleColumn(let columns), .noBookColumn(let columns):
                "no column of the list is called title, ISBN or call number; there are \(columns.joined(separator: ", "))"
            }
        self = .unprocessable(detail)
    }
}
