import Espy
import EspyHTTP

/// How a result is to be kept.
struct Keep: Sendable, Equatable {
    let isWanted: Bool
    /// The entry whose place it takes.
    let replaces: String?

    /// - Parameters:
    ///   - asked: what the client wants.
    ///   - allowed: what the settings say.
    init(_ asked: Bool, _ allowed: Bool, replaces: String?) {
        isWanted = asked && allowed
        self.replaces = replaces
    }
}

/// Puts results into the history, as the command line does.
struct ResultKeeping: Sendable {
    let desk: HistoryDesk
    let shelf: PhotoShelf
    let now: @Sendable () -> Int

    /// - Throws: that there is no such entry to replace, or one of another kind.
    func check(_ replaced: String?, _ kind: HistoryEntry.Kind) async throws(Problem) {
        guard let replaced else { return }
        let entry = try await desk.reading { (history) throws(HistoryError) in
            try await history.entry(exactly: replaced)
        }
        guard entry.kind == kind else { throw .unprocessable("the entry to replace is of another kind") }
    }

    /// Keeps a count; one of nothing is not worth it, unless it takes the place of another.
    ///
    /// - Returns: the entry, or why there is none although there should be. The result is as good as before.
    func keep(
        _ count: Count, of image: RGBImage, _ photo: Photo, _ keep: Keep
    ) async -> (HistoryEntry?, Problem?) {
        guard count.count > 0 || keep.replaces != nil else { return (nil, nil) }
        return await write(photo, keep) { (history, time) throws(HistoryError) in
            try await history.add(count, of: image, title: photo.name, at: time, replacing: keep.replaces)
        }
    }

    /// Keeps a rack; one without any code is not worth it, unless it takes the place of another.
    func keep(
        _ rack: Rack, _ options: RackOptions, of image: RGBImage, _ photo: Photo, _ keep: Keep
    ) async -> (HistoryEntry?, Problem?) {
        guard !rack.vials.isEmpty || !rack.outside.isEmpty || keep.replaces != nil else { return (nil, nil) }
        return await write(photo, keep) { (history, time) throws(HistoryError) in
            try await history.add(
                rack, options: options, of: image, title: photo.name, at: time, replacing: keep.replaces)
        }
    }

    /// Keeps a shelf; one without any spine is not worth it, unless it takes the place of another.
    func keep(
        _ found: Shelf, _ options: ShelfOptions, of image: RGBImage, _ photo: Photo, _ keep: Keep
    ) async -> (HistoryEntry?, Problem?) {
        guard !found.spines.isEmpty || keep.replaces != nil else { return (nil, nil) }
        return await write(photo, keep) { (history, time) throws(HistoryError) in
            try await history.add(
                found, options: options, of: image, title: photo.name, at: time, replacing: keep.replaces)
        }
    }

    private func write(
        _ photo: Photo, _ keep: Keep, _ work: @Sendable (History, Int) async throws(HistoryError) -> HistoryEntry
    ) async -> (HistoryEntry?, Problem?) {
        guard keep.isWanted else { return (nil, nil) }
        do throws(Problem) {
            let time = now()
            let entry = try await desk.changing { (history) throws(HistoryError) in try await work(history, time) }
            await shelf.link(entry: entry.id, to: photo.id)
            return (entry, nil)
        } catch {
            return (nil, error)
        }
    }
}
