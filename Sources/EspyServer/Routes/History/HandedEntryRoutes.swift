import Espy
import EspyApp
import EspyHTTP
import Foundation

/// Racks that a device read offline, and now adds to the history.
struct HandedEntryRoutes: Sendable {
    let history: HistoryService
    let photos: EntryPhotos
    let pictures: PictureQueue
    let settings: SettingsStore
    let now: @Sendable () -> Int

    var all: [Route] { [Route(.put, "\(APIPath.root)/history/{id}", handler: take)] }

    /// The device chooses the entry's identifier, so sending it twice makes one entry.
    private func take(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = values["id"]
        guard UUID(uuidString: id)?.uuidString.lowercased() == id else {
            throw .badRequest("the ID of an entry is a lower-case UUID")
        }
        let handed = try await request.json(HandedEntry.self)
        if let record = try await record(id) { return try await answer(record) }
        try await keep(handed, as: id, by: request.callerName)
        // The user may have deleted it meanwhile; it is not restored.
        guard let record = try await record(id) else { throw .notFound }
        return try await answer(record, status: 201)
    }

    private func keep(_ handed: HandedEntry, as id: String, by caller: String) async throws(HTTPProblem) {
        let settings = try settings.current()
        guard settings.isOn(.history) else { throw .unprocessable("the history is off") }
        let photo = try await photos.photos.photo(handed.photo)
        guard photo.width == handed.result.width, photo.height == handed.result.height else {
            throw .unprocessable("the result is of a photo of another size")
        }
        let image = try await pictures.run(bytes: photo.decodingBytes()) { () throws(HTTPProblem) in try photo.decoded()
        }
        let time = now()
        _ = try await history.changing { (history) throws(HistoryError) in
            try await history.add(
                handed.result, handed.parameters, of: image, title: PhotoName.safe(handed.title),
                at: min(max(handed.time, 0), time), as: id, photos: settings.historyPhotos,
                by: HistoryAuthor(via: caller, time: time))
        }
        await photos.photos.link(entry: id, to: photo.id)
    }

    private func record(_ id: String) async throws(HTTPProblem) -> HistoryRecord? {
        try await history.reading(or: nil) { (history) throws(HistoryError) in
            do throws(HistoryError) { return try await history.record(id) } catch .notFound { return nil }
        }
    }

    private func answer(_ record: HistoryRecord, status: Int = 200) async throws(HTTPProblem) -> Response {
        try .fresh(RecordAnswer(record, photo: try await photos.find(of: record)), status: status)
    }
}

/// An entry from a device.
private struct HandedEntry: Decodable, Sendable {
    /// The identifier of the photo, which was uploaded before.
    let photo: String
    let title: String
    /// When the rack was read, in seconds since 1970.
    let time: Int
    let result: Rack
    /// The options of the reading.
    let parameters: RackOptions
}
