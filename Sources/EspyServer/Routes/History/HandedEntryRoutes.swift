import Espy
import EspyApp
import EspyHTTP
import Foundation

/// Racks and counts that a device read offline, and now adds to the history.
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
        switch handed.finding {
        case .rack(let rack, let options):
            guard photo.width == rack.width, photo.height == rack.height else { throw Self.otherSize }
            try await keep(rack, options, of: photo, handed, as: id, settings, by: caller)
        case .count(let count, let options):
            guard photo.width == count.width, photo.height == count.height else { throw Self.otherSize }
            guard count.isConsistent else { throw .unprocessable("the things of the count do not fit together") }
            try await keep(count, options, of: photo, handed, as: id, settings, by: caller)
        }
        await photos.photos.link(entry: id, to: photo.id)
    }

    private static let otherSize = HTTPProblem.unprocessable("the result is of a photo of another size")

    private func keep<Result: Analysis>(
        _ result: Result, _ options: Result.Options, of photo: Photo, _ handed: HandedEntry, as id: String,
        _ settings: Settings, by caller: String
    ) async throws(HTTPProblem) {
        let image = try await pictures.run(bytes: photo.decodingBytes()) { () throws(HTTPProblem) in try photo.decoded()
        }
        let time = now()
        _ = try await history.changing { (history) throws(HistoryError) in
            try await history.add(
                result, options, of: image, title: PhotoName.safe(handed.title),
                at: min(max(handed.time, 0), time), as: id, photos: settings.historyPhotos,
                by: HistoryAuthor(via: caller, time: time))
        }
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
    /// The result, and the options that were used for it.
    enum Finding: Sendable {
        case rack(Rack, RackOptions)
        case count(Count, CountOptions)
    }

    /// The identifier of the photo, which was uploaded before.
    let photo: String
    let title: String
    /// When the photo was read, in seconds since 1970.
    let time: Int
    let finding: Finding

    private enum CodingKeys: String, CodingKey { case photo, title, time, kind, result, parameters }

    private enum Kind: String, Decodable { case rack, count }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        photo = try fields.decode(String.self, forKey: .photo)
        title = try fields.decode(String.self, forKey: .title)
        time = try fields.decode(Int.self, forKey: .time)
        switch try fields.decodeIfPresent(Kind.self, forKey: .kind) ?? .rack {
        case .rack:
            finding = .rack(
                try fields.decode(Rack.self, forKey: .result), try fields.decode(RackOptions.self, forKey: .parameters))
        case .count:
            finding = .count(
                try fields.decode(Count.self, forKey: .result),
                try fields.decode(CountOptions.self, forKey: .parameters))
        }
    }
}

extension Count {
    /// Whether its numbers are those of its things, which lie in the photo.
    fileprivate var isConsistent: Bool {
        count == main.count && range.low >= 0 && range.low <= range.high
            && detections.allSatisfy { one in
                one.width > 0 && one.height > 0 && one.x >= 0 && one.y >= 0
                    && one.x + one.width <= Double(width) + 1 && one.y + one.height <= Double(height) + 1
            }
    }
}
