import Espy
import EspyApp
import EspyHTTP

/// Changes to history entries.
struct HistoryChangeRoutes: Sendable {
    let history: HistoryService
    let photos: EntryPhotos
    let shelves: ShelfService
    let now: @Sendable () -> Int

    var all: [Route] {
        [
            Route(.patch, "\(APIPath.root)/history/{id}", handler: change),
            Route(.delete, "\(APIPath.root)/history/{id}", handler: delete),
            Route(.post, "\(APIPath.root)/history/{id}/restore", handler: restore),
            Route(.delete, "\(APIPath.root)/history", handler: clear),
        ]
    }

    private func change(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = values["id"]
        let entry = try await history.reading { history in try await history.entry(exactly: id) }
        let bytes = try await request.jsonBytes()
        let asked = try ChangeRequest(bytes, entry.kind, at: now())
        let author = HistoryAuthor(by: asked.by, via: request.callerName, time: now())
        let change = asked.change
        let (old, record) = try await history.reading { history in
            let old = change.corrections == nil ? nil : try await history.record(id)
            if let view = asked.view {
                try await history.turn(id, to: view, by: author)
            } else {
                try await history.change(id, change, by: author)
            }
            return (old, try await history.record(id))
        }
        await note(old, change)
        return try .fresh(RecordAnswer(record, photo: try await photos.find(of: record)))
    }

    private func note(_ old: HistoryRecord?, _ change: HistoryChange) async {
        guard let found = old?.result.as(Shelf.self), let new = change.corrections?.as(ShelfCorrections.self) else {
            return
        }
        await shelves.note(found, from: old?.corrections?.as(ShelfCorrections.self), to: new)
    }

    private func delete(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let (id, time) = (values["id"], now())
        try await history.reading { history in try await history.delete([id], at: time) }
        await history.purgeLater()
        return .noContent
    }

    private func restore(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let (id, time) = (values["id"], now())
        // Prefixes of identifiers are for people at a terminal.
        guard id.count == 36 else { throw .notFound }
        let entry = try await history.reading { history in
            try await history.restore(id, at: time)
        }
        return try .fresh(EntryAnswer(entry))
    }

    private func clear(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.query["confirm"] == "all" else {
            throw .badRequest("this deletes everything; confirm it with confirm=all")
        }
        let kind = try request.query.kind
        let keeps = try request.query.truth("keepFavorites", or: false)
        let gone = try await history.reading(or: 0) { history in
            try await history.clear(kind: kind, keepingFavorites: keeps)
        }
        return try .fresh(["deleted": gone])
    }
}

/// The changes that a client requests.
private struct ChangeRequest {
    private(set) var change: HistoryChange
    /// Where A1 of the rack is.
    let view: RackView?
    /// The author of the change.
    let by: String?

    /// - Throws: A description of the invalid value.
    /// - Parameter time: In seconds since 1970.
    init(_ json: [UInt8], _ kind: HistoryEntry.Kind, at time: Int) throws(HTTPProblem) {
        let words = try JSON.value(Words.self, json)
        change = HistoryChange(title: words.title, note: words.note, isFavorite: words.favorite, known: words.known)
        view = words.view
        by = words.by ?? (words.confirmedBy ?? nil)
        if view != nil, kind != .rack { throw .unprocessable("only a box has a corner A1") }
        if let name = words.confirmedBy {
            change.confirmation = .some(name.map { HistoryEntry.Confirmation(by: $0, time: time) })
        }
        if let place = words.place {
            guard kind == .shelf else { throw .unprocessable("only shelves have a place") }
            change.place = .some(try place.map { (text) throws(HTTPProblem) in try ShelfPlace(asked: text) })
        }
        change.corrections = try kind.analysis.corrections(in: json)
        if view != nil, change != HistoryChange() {
            throw .unprocessable("send view alone, without other changes")
        }
        try check()
    }

    private func check() throws(HTTPProblem) {
        if let title = change.title, title.isEmpty || title.count > 200 {
            throw .unprocessable("a title has 1 to 200 characters")
        }
        if let note = change.note ?? nil, note.count > 10_000 {
            throw .unprocessable("a note has at most 10,000 characters")
        }
        let names = [(change.confirmation ?? nil)?.by, by].compactMap(\.self)
        guard names.allSatisfy(HistoryEntry.Confirmation.isName) else {
            throw .unprocessable("a name has 1 to 80 bytes on one line")
        }
    }

    /// Everything except the corrections, whose shape depends on the kind of entry.
    private struct Words: Decodable {
        let title: String?
        let note: String??
        let favorite: Bool?
        let confirmedBy: String??
        let view: RackView?
        let by: String?
        let place: String??
        let known: Int?

        private enum Key: String, CodingKey { case title, note, favorite, confirmedBy, view, by, place, known }

        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            title = try box.decodeIfPresent(String.self, forKey: .title)
            note = box.contains(.note) ? .some(try box.decodeIfPresent(String.self, forKey: .note)) : .none
            favorite = try box.decodeIfPresent(Bool.self, forKey: .favorite)
            view = try box.decodeIfPresent(RackView.self, forKey: .view)
            by = try box.decodeIfPresent(String.self, forKey: .by)
            confirmedBy =
                box.contains(.confirmedBy)
                ? .some(try box.decodeIfPresent(String.self, forKey: .confirmedBy)) : .none
            known = try box.decodeIfPresent(Int.self, forKey: .known)
            place = box.contains(.place) ? .some(try box.decodeIfPresent(String.self, forKey: .place)) : .none
        }
    }

}

extension Analysis {
    fileprivate static func corrections(in json: [UInt8]) throws(HTTPProblem) -> AnalysisValue? {
        try JSON.value(CorrectionsRequest<Corrections>.self, json).corrections.map { AnalysisValue($0) }
    }
}

private struct CorrectionsRequest<Value: Decodable>: Decodable {
    let corrections: Value?
}
