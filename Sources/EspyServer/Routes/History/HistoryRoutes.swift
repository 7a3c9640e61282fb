import Espy
import EspyHTTP

/// Listing, searching and showing history entries.
struct HistoryRoutes: Sendable {
    let history: HistoryService
    let photos: EntryPhotos
    private let pages = HistoryPageCache()

    init(history: HistoryService, photos: EntryPhotos) {
        self.history = history
        self.photos = photos
    }

    var all: [Route] {
        [
            Route(.get, "\(APIPath.root)/history", handler: list),
            Route(.get, "\(APIPath.root)/history/{id}", handler: show),
            Route(.get, "\(APIPath.root)/history/{id}/thumbnail.jpg", handler: thumbnail),
        ]
    }

    private struct Page: Encodable {
        let entries: [EntryAnswer]
        /// The cursor of the next page; null at the end.
        let next: String?
        let total: Int

        private enum Key: String, CodingKey { case entries, next, total }

        func encode(to encoder: any Encoder) throws {
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(entries, forKey: .entries)
            try box.encode(next, forKey: .next)
            try box.encode(total, forKey: .total)
        }
    }

    private func list(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let kind = try request.query.kind
        let limit = try request.query.limit
        let before = try request.query["cursor"].map { (text) throws(HTTPProblem) in try Cursor(text).position }
        if let code = try request.query.code { return try await list(withCode: code, kind, before, limit) }
        let place = HistoryPageCache.Key(kind: kind, before: before, limit: limit)
        let found = try await history.reading(or: nil) { (history) -> Found? in
            try await look(at: place, in: history)
        }
        switch found {
        case nil: return try .fresh(Page(entries: [], next: nil, total: 0))
        case .written(let bytes): return .fresh(json: bytes)
        case .entries(let page, let revision):
            guard let bytes = JSON.bytes(page) else { throw .internalError }
            pages.keep(bytes, at: place, revision)
            return .fresh(json: bytes)
        }
    }

    /// Only racks have codes.
    private func list(
        withCode code: String, _ kind: HistoryEntry.Kind?, _ before: Int?, _ limit: Int
    ) async throws(HTTPProblem) -> Response {
        let found = try await history.reading(or: []) { history in
            kind ?? .rack == .rack ? try await history.entries(withCode: code) : []
        }
        let left = found.filter { $0.position < before ?? .max }
        return try .fresh(Self.page(Array(left.prefix(limit + 1)), limit: limit, total: found.count))
    }

    /// - Parameter entries: One more than is shown, to detect whether there is another page.
    private static func page(_ entries: [HistoryEntry], limit: Int, total: Int) -> Page {
        let shown = entries.prefix(limit)
        let next = entries.count > limit ? shown.last.map { Cursor(position: $0.position).text } : nil
        return Page(entries: shown.map(EntryAnswer.init), next: next, total: total)
    }

    private enum Found {
        case written([UInt8])
        case entries(Page, HistoryRevision)
    }

    private func look(at place: HistoryPageCache.Key, in history: History) async throws(HistoryError) -> Found {
        let revision = try await history.revision()
        if let bytes = pages.page(at: place, revision) { return .written(bytes) }
        let found = try await history.entries(kind: place.kind, before: place.before, limit: place.limit + 1)
        let total = try await history.count(of: place.kind)
        return .entries(Self.page(found, limit: place.limit, total: total), revision)
    }

    private func show(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = values["id"]
        let record = try await history.reading { history in try await history.record(id) }
        guard let bytes = JSON.bytes(RecordAnswer(record, photo: try await photos.find(of: record))) else {
            throw .internalError
        }
        var answer = Response.fresh(json: bytes)
        // Pages that show an entry ask often whether it was changed elsewhere.
        answer.headers["ETag"] = Response.tag(of: bytes)
        return answer
    }

    private func thumbnail(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = values["id"]
        let (entry, jpeg) = try await history.reading { history in
            (try await history.entry(exactly: id), try await history.thumbnail(id))
        }
        // The picture at an address with its version never changes.
        let isFixed = request.query["v"] == entry.pictureVersion
        return Response(
            headers: [
                "Content-Type": "image/jpeg", "ETag": "\"\(id)-\(entry.pictureVersion)\"",
                "Cache-Control": isFixed ? "private, max-age=31536000, immutable" : "private, no-cache",
            ], body: .bytes(jpeg))
    }
}

extension Query {
    var kind: HistoryEntry.Kind? {
        get throws(HTTPProblem) {
            guard let text = self["kind"] else { return nil }
            guard let kind = HistoryEntry.Kind(rawValue: text) else {
                throw .badRequest("kind is count, rack or shelf")
            }
            return kind
        }
    }

    /// The search for a part of a code.
    fileprivate var code: String? {
        get throws(HTTPProblem) {
            guard let text = self["code"] else { return nil }
            guard (1...200).contains(text.count) else { throw .badRequest("code has 1 to 200 characters") }
            return text
        }
    }

    /// The number of entries per page.
    fileprivate var limit: Int {
        get throws(HTTPProblem) {
            guard let text = self["limit"] else { return 100 }
            guard let limit = Int(text), (1...500).contains(limit) else {
                throw .badRequest("limit is a number from 1 to 500")
            }
            return limit
        }
    }
}

/// Where a page of the history begins. The text is opaque to clients.
private struct Cursor: Equatable {
    let position: Int

    init(position: Int) { self.position = position }

    init(_ text: String) throws(HTTPProblem) {
        guard text.first == "e", let position = Int(text.dropFirst(), radix: 36), position > 0 else {
            throw .badRequest("the cursor is not valid; use “next” of the previous page")
        }
        self.position = position
    }

    var text: String { "e" + String(position, radix: 36) }
}

/// The stored photos of the history: downloading, measuring and deleting them.
struct HistoryPhotoRoutes: Sendable {
    let history: HistoryService

    var all: [Route] {
        [
            Route(.get, "\(APIPath.root)/history/photos", handler: room),
            Route(.delete, "\(APIPath.root)/history/photos", handler: forget),
            Route(.get, "\(APIPath.root)/history/{id}/photo", handler: photo),
        ]
    }

    private func room(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(
            try await history.reading(or: HistoryPhoto.Room()) { history in
                try await history.photoRoom()
            })
    }

    private func forget(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(
            try await history.reading(or: HistoryPhoto.Room()) { history in
                try await history.forgetPhotos()
            })
    }

    private func photo(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = values["id"]
        let (entry, kept) = try await history.reading { history in
            (try await history.entry(exactly: id), try await history.photo(id))
        }
        guard let kept else { throw .noPhotoKept }
        // Photos are private: a browser may store them, but must ask each time whether it may still show them.
        return Response(
            headers: [
                "Content-Type": "image/jpeg", "ETag": "\"\(KeptPhotoID(entry).text)\"",
                "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff",
            ], body: .bytes(kept.jpeg))
    }
}

/// The log of changes to an entry as a read-only table. The entry itself contains the same list.
struct AuditRoutes: Sendable {
    let history: HistoryService
    /// Formats local time for file names.
    let fileStamp: @Sendable (Int) -> String

    var all: [Route] { [Route(.get, "\(APIPath.root)/history/{id}/audit.csv", handler: table)] }

    private func table(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = values["id"]
        let record = try await history.reading { history in try await history.record(id) }
        return Response(
            headers: [
                "Content-Type": "text/csv; charset=utf-8",
                "Content-Disposition": "attachment; filename=\"changes_\(fileStamp(record.entry.time)).csv\"",
                "Cache-Control": "no-store",
            ], body: .bytes(Array(AuditEvent.csv(record.audit).utf8)))
    }
}
