import Espy
import EspyApp
import EspyHTTP

/// What was found in a photo.
struct PhotoFinding<Result: Analysis>: Sendable {
    let result: Result
    /// What it was asked for with.
    let options: Result.Options
    /// The photo, or a smaller picture of it.
    let image: RGBImage
}

/// Puts results into the history, as the command line does.
struct HistoryRecorder: Sendable {
    /// How a result is to be kept.
    struct Order: Sendable, Equatable {
        let isWanted: Bool
        /// The entry whose place it takes.
        let replaces: String?
        /// What is kept of the photo.
        let photos: HistoryPhotos
        /// Who asked for it.
        let caller: String
        /// Where a shelf stands.
        var place: ShelfPlace?

        /// - Parameter asked: whether the client wants it kept.
        init(_ asked: Bool, _ settings: Settings, replaces: String?, by caller: String) {
            self.caller = caller
            isWanted = asked && settings.isOn(.history)
            self.replaces = replaces
            photos = settings.historyPhotos
        }

        /// A copy that the entry already has is not copied once more: each time it would lose a little.
        func photos(of photo: Photo) -> HistoryPhotos {
            let isOwn = photo.isCopy && replaces != nil && KeptPhotoID(photo.id)?.entry == replaces
            return isOwn ? .asBefore : photos
        }
    }

    let history: HistoryService
    let photos: PhotoStore
    let now: @Sendable () -> Int

    /// - Throws: that there is no such entry to replace, or one of another kind.
    func check(_ replaced: String?, _ kind: HistoryEntry.Kind) async throws(HTTPProblem) {
        guard let replaced else { return }
        let entry = try await history.reading { (history) throws(HistoryError) in
            try await history.entry(exactly: replaced)
        }
        guard entry.kind == kind else { throw .unprocessable("the entry to replace has another kind") }
    }

    /// Keeps what was found. Nothing is not worth it, unless it takes the place of another result.
    ///
    /// - Returns: the entry, or why there is none although there should be. The result is as good as before.
    func keep(
        _ found: PhotoFinding<some Analysis>, of photo: Photo, _ order: Order
    ) async -> (HistoryEntry?, HTTPProblem?) {
        guard order.isWanted, found.result.isWorthKeeping || order.replaces != nil else { return (nil, nil) }
        do throws(HTTPProblem) {
            let time = now()
            let entry = try await history.changing { (history) throws(HistoryError) in
                try await history.add(
                    found.result, found.options, of: found.image, title: photo.name, at: time,
                    replacing: order.replaces,
                    place: order.place, photos: order.photos(of: photo),
                    by: HistoryAuthor(via: order.caller, time: time))
            }
            await photos.link(entry: entry.id, to: photo.id)
            return (entry, nil)
        } catch {
            return (nil, error)
        }
    }
}
