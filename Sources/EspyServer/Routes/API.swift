package import EspyHTTP

/// All that the server can be asked to do, but for pairing.
package struct API: Sendable {
    package let shelf: PhotoShelf
    private let shelves: any ShelfReading
    package let jobs: JobBoard
    package let desk: HistoryDesk
    package let streams: StreamBoard
    package let routes: [Route]

    package init(_ parts: ServerParts) {
        let memory = Turns(room: parts.photoLimits.decoding, waiting: .max)
        let heavy = HeavyWork(threads: parts.threads, memory: memory)
        shelves = parts.shelves
        shelf = PhotoShelf(limits: parts.photoLimits, now: parts.now)
        jobs = JobBoard(limits: parts.jobLimits, threads: parts.threads, now: parts.now, makeID: parts.makeID)
        streams = StreamBoard(limits: parts.streamLimits, now: parts.now, makeID: parts.makeID)
        desk = HistoryDesk(opening: parts.history, now: parts.now)
        let keeping = ResultKeeping(desk: desk, shelf: shelf, now: parts.now)
        let upload = PhotoUpload(folder: parts.temporaryFolder, limits: parts.photoLimits, heavy: heavy)
        routes =
            AboutRoutes(parts: parts).all
            + PhotoRoutes(shelf: shelf, upload: upload, heavy: heavy, folder: parts.temporaryFolder, parts.makeID).all
            + CountRoutes(parts: parts, shelf: shelf, jobs: jobs, keeping: keeping, memory: memory).all
            + RackRoutes(parts: parts, shelf: shelf, jobs: jobs, keeping: keeping, memory: memory).all
            + ShelfRoutes(parts: parts, shelf: shelf, jobs: jobs, keeping: keeping, memory: memory).all
            + ShelfStreamRoutes(shelves: parts.shelves, streams: streams, heavy: heavy).all
            + JobRoutes(jobs: jobs).all
            + HistoryRoutes(desk: desk, shelf: shelf).all
            + HistoryChangeRoutes(desk: desk, shelf: shelf, shelves: parts.shelves, now: parts.now).all
            + ExportRoutes(parts: parts, desk: desk, shelf: shelf, heavy: heavy).all
            + SettingsRoutes(settings: parts.settings).all
            + Self.gallery(parts, heavy, jobs)
    }

    private static func gallery(_ parts: ServerParts, _ heavy: HeavyWork, _ jobs: JobBoard) -> [Route] {
        let gallery = parts.gallery
        return GalleryRoutes(gallery: gallery).all
            + GalleryPhotoRoutes(gallery: gallery, heavy: heavy, limits: parts.photoLimits).all
            + GalleryTagRoutes(gallery: gallery).all + GalleryRatingRoutes(gallery: gallery).all
            + GalleryTeachingRoutes(gallery: gallery, jobs: jobs).all + GalleryAlbumRoutes(gallery: gallery).all
            + GalleryLibraryRoutes(gallery: gallery).all
            + GalleryExportRoutes(
                gallery: gallery, folder: parts.temporaryFolder, stamp: { parts.fileStamp(parts.now()) }
            ).all
    }

    /// Ends all work.
    package func stop() async {
        await desk.stop()
        await jobs.stop()
        await streams.stop()
        await shelves.close()
    }
}

/// Where a route lies.
enum Place {
    static let root = "/api/v1"

    static func photo(_ id: String) -> String { "\(root)/photos/\(id)" }
    static func entry(_ id: String) -> String { "\(root)/history/\(id)" }
    static func job(_ id: String) -> String { "\(root)/jobs/\(id)" }
}
