import Espy
import EspyHTTP

/// The photos of history entries: the uploaded file while the server still has it, then the copy that the history
/// keeps.
struct EntryPhotos: Sendable {
    let history: HistoryService
    let photos: PhotoStore

    /// Finds the photo of an entry without reading it, because a listing of all entries does not need the pixels.
    func find(of record: HistoryRecord) async throws(HTTPProblem) -> EntryPhoto? {
        let here = await photos.photo(ofEntry: record.entry.id)
        if let here, !here.isCopy { return EntryPhoto(id: here.id, copy: nil) }
        let size = try await history.reading { history in
            try await history.photoSize(of: record.entry)
        }
        guard let id = here?.id ?? size.map({ _ in KeptPhotoID(record.entry).text }) else { return nil }
        let isSmaller = size.map { $0.width < record.result.value.width } ?? false
        let copy = isSmaller ? size.map { EntryPhoto.Size(width: $0.width, height: $0.height) } : nil
        return EntryPhoto(id: id, copy: copy)
    }

    /// Returns the photo itself.
    /// - Throws: An error if the photo is gone.
    func photo(of record: HistoryRecord) async throws(HTTPProblem) -> Photo {
        if let here = await photos.photo(ofEntry: record.entry.id) { return here }
        return try await photos.photo(KeptPhotoID(record.entry).text)
    }
}

/// The identifier of a photo in the history. It contains the entry's identifier, so it survives a restart and is as
/// hard to guess.
struct KeptPhotoID: Equatable {
    let entry: String
    /// Changes when another result, perhaps of another photo, replaces this one.
    let position: Int

    init(_ entry: HistoryEntry) { (self.entry, position) = (entry.id, entry.position) }

    /// - Returns: nil for the identifier of an uploaded photo.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 36, let position = Int(parts[1]), position > 0 else { return nil }
        (entry, self.position) = (String(parts[0]), position)
    }

    var text: String { "\(entry).\(position)" }
}

/// Loads photos from the history into the store of uploaded photos.
struct KeptPhotos: Sendable {
    let history: HistoryService
    /// The folder for temporary photo files.
    let folder: String

    @Sendable func photo(_ id: String) async throws(HTTPProblem) -> (photo: Photo, entry: String)? {
        guard let name = KeptPhotoID(id) else { return nil }
        let found = try await history.reading(or: nil) { history in
            try await Self.kept(name, in: history)
        }
        guard let (record, kept) = found else { return nil }
        var file = try AnonymousFile(in: folder)
        try file.append(kept.jpeg)
        let photo = Photo(
            id: id, name: record.entry.photoName, format: .jpeg, width: record.result.value.width,
            height: record.result.value.height,
            isCopy: true, file: try file.finished())
        return (photo, name.entry)
    }

    private static func kept(
        _ name: KeptPhotoID, in history: History
    ) async throws -> (HistoryRecord, HistoryPhoto)? {
        do {
            let record = try await history.record(name.entry)
            guard record.entry.position == name.position, let photo = try await history.photo(name.entry) else {
                return nil
            }
            return (record, photo)
        } catch HistoryError.notFound {
            return nil
        }
    }
}
