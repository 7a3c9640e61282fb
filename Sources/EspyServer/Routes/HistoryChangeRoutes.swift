import Espy
import EspyHTTP

/// Changes to what was found before.
struct HistoryChangeRoutes: Sendable {
    let desk: HistoryDesk
    let shelf: PhotoShelf
    let shelves: any ShelfReading
    let now: @Sendable () -> Int

    var all: [Route] {
        [
            Route(.patch, "\(Place.root)/history/{id}", handler: change),
            Route(.delete, "\(Place.root)/history/{id}", handler: delete),
            Route(.post, "\(Place.root)/history/{id}/restore", handler: restore),
            Route(.delete, "\(Place.root)/history", handler: clear),
        ]
    }

    private func change(_ request: Request, _ values: PathValues) async throws(Problem) -> Response {
        let id = values["id"]
        let entry = try await desk.reading { (history) throws(HistoryError) in try await history.entry(exactly: id) }
        let bytes = try await request.jsonBytes()
        let change = try ChangeRequest.change(bytes, entry.kind)
        let (old, record) = try await desk.reading { (history) throws(HistoryError) in
            let old = change.corrections == nil ? nil : try await history.record(id)
            try await history.change(id, change)
            return (old, try await history.record(id))
        }
        await tell(old, change)
        return try .fresh(RecordAnswer(record, photo: await shelf.photo(ofEntry: id)?.id))
    }

    private func tell(_ old: HistoryRecord?, _ change: HistoryChange) async {
        guard case .shelf(let found)? = old?.result, case .shelf(let new)? = change.corrections else { return }
        var said: ShelfCorrections?
        if case .shelf(let before)? = old?.corrections { said = before }
        await shelves.note(found, from: said, to: new)
    }

    private func delete(_: Request, _ values: PathValues) async throws(Problem) -> Response {
        let (id, time) = (values["id"], now())
        try await desk.reading { (history) throws(HistoryError) in try await history.delete([id], at: time) }
        await desk.purgeLater()
        return .noContent
    }

    private func restore(_: Request, _ values: PathValues) async throws(Problem) -> Response {
        let (id, time) = (values["id"], now())
        // A beginning of an identifier is for people at a terminal.
        guard id.count == 36 else { throw .notFound }
        let entry = try await desk.reading { (history) throws(HistoryError) in try await history.restore(id, at: time) }
        return try .fresh(EntryAnswer(entry))
    }

    private func clear(_ request: Request, _: PathValues) async throws(Problem) -> Response {
        guard request.query["confirm"] == "all" else {
            throw .badRequest("this deletes everything; confirm=all says that it is meant")
        }
        let kind = try request.query.kind
        let keeps = try request.query.truth("keepFavorites")
        let gone = try await desk.reading(or: 0) { (history) throws(HistoryError) in
            try await history.clear(kind: kind, keepingFavorites: keeps)
        }
        return try .fresh(["deleted": gone])
    }
}

extension Query {
    fileprivate func truth(_ name: String) throws(Problem) -> Bool {
        switch self[name] {
        case nil, "false": return false
        case "true": return true
        default: throw .badRequest("\(name) is true or false")
        }
    }
}
