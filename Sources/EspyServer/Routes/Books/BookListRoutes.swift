import Espy
import EspyBase
import EspyHTTP
import EspySheets
import EspySystem

/// The stored lists of books for inventories: adding, listing, downloading and deleting them.
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

    private func list(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let lists = try await history.reading(or: []) { history in try await history.bookLists()
        }
        return try .fresh(["lists": lists])
    }

    private func keep(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard let name = BookList.name(request.query["name"] ?? "") else {
            throw .unprocessable("name must be 1 to \(BookList.longestName) bytes long")
        }
        let file = try await request.body.collected(limit: BookList.mostBytes)
        let encoding = try request.encoding
        let read = try ShelfList(sent: file, encoding: encoding)
        let (books, csv) = (read.books.count, encoding.flatMap { DecodedText(file, as: $0)?.marked } ?? file)
        guard books > 0 else { throw .unprocessable("the list has no books") }
        let time = now()
        let list = try await history.changing { history in
            try await history.keepBookList(name, csv: csv, books: books, at: time)
        }
        var response = try Response.fresh(KeptList(list: list, notes: read.notes), status: 201)
        response.headers["Location"] = "\(APIPath.root)/book-lists/\(list.id)"
        return response
    }

    private func file(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let bytes = try await history.bookList(values["id"])
        let isSheet = SheetReader.isSheet(bytes)
        return Response(
            headers: [
                "Content-Type": isSheet ? Self.sheetType : "text/csv",
                "Content-Disposition": "attachment; filename=\"list.\(isSheet ? "xlsx" : "csv")\"",
                "Cache-Control": "no-store",
            ], body: .bytes(bytes))
    }

    private static let sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    private func remove(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = values["id"]
        try await history.reading { history in try await history.removeBookList(id) }
        return .noContent
    }
}

extension HistoryService {
    /// The original file of a stored list.
    nonisolated func bookList(_ id: String) async throws(HTTPProblem) -> [UInt8] {
        try await reading { history in try await history.bookList(id) }
    }
}

/// A stored list, with notes about its file.
private struct KeptList: Encodable, Sendable {
    let list: BookList
    let notes: [ListNote]

    private enum Key: String, CodingKey { case notes }

    func encode(to encoder: any Encoder) throws {
        try list.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(notes, forKey: .notes)
    }
}

extension ShelfList {
    /// - Throws: A description of the fault in an uploaded file.
    init(sent csv: [UInt8], encoding: TextEncoding? = nil) throws(HTTPProblem) {
        do throws(CatalogError) { try self.init(csv: csv, encoding: encoding) } catch { throw HTTPProblem(error) }
    }
}

extension Request {
    /// The encoding that the client names for a list; nil to detect it.
    var encoding: TextEncoding? {
        get throws(HTTPProblem) {
            guard let name = query["encoding"], name != "auto" else { return nil }
            guard let encoding = TextEncoding(named: name) else {
                throw .badRequest("encoding is auto, \(TextEncoding.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return encoding
        }
    }
}
