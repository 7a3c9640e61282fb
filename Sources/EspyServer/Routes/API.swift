package import EspyApp
package import EspyHTTP
import EspySystem

/// The routes of the server, except pairing.
package struct API: Sendable {
    package let photos: PhotoStore
    private let shelves: ShelfService
    package let jobs: JobQueue
    package let history: HistoryService
    package let sessions: ShelfSessionStore
    package let routes: [Route]
    private let parts: ServerDependencies

    package init(_ parts: ServerDependencies) {
        self.parts = parts
        AnonymousFile.sweep(parts.temporaryFolder)
        let memory = WeightedSemaphore(room: parts.photoLimits.decoding, full: HTTPProblem.busy)
        let pictures = PictureQueue(threads: parts.threads, memory: memory)
        shelves = parts.shelves
        history = HistoryService(parts.environment)
        photos = PhotoStore(
            limits: parts.photoLimits, now: parts.now,
            again: KeptPhotos(history: history, folder: parts.temporaryFolder).photo)
        jobs = JobQueue(limits: parts.jobLimits, threads: parts.threads, now: parts.now, makeID: parts.makeID)
        sessions = ShelfSessionStore(limits: parts.sessionLimits, now: parts.now, makeID: parts.makeID)
        let upload = PhotoUpload(folder: parts.temporaryFolder, limits: parts.photoLimits, pictures: pictures)
        let finders = Analyzers(
            counting: parts.counting, shelves: parts.shelves, recipes: RecipeStore(parts.environment),
            settings: parts.settings)
        let reading = PhotoJobRoutes(
            finders: finders, history: history, photos: photos, jobs: jobs, memory: memory)
        routes =
            AboutRoutes(parts: parts).all + AuthorityRoutes(authority: parts.facts.authority).all
            + PhotoRoutes(
                photos: photos, upload: upload, pictures: pictures, folder: parts.temporaryFolder, parts.makeID
            ).all
            + reading.all + Self.scanning(parts, upload, reading, history)
            + ShelfSessionRoutes(
                shelves: parts.shelves, settings: parts.settings, sessions: sessions, pictures: pictures
            ).all
            + RecipeRoutes(
                recipes: RecipeStore(parts.environment), photos: photos, jobs: jobs, decoded: finders.decoded,
                memory: memory,
                history: history, counting: parts.counting, settings: parts.settings, threads: parts.threads
            ).all
            + JobRoutes(jobs: jobs).all
            + Self.history(parts, history, photos, pictures)
            + SettingsRoutes(settings: parts.settings, history: history).all
            + Self.gallery(parts, pictures, jobs)
    }

    /// Racks for other programs.
    private static func scanning(
        _ parts: ServerDependencies, _ upload: PhotoUpload, _ reading: PhotoJobRoutes, _ history: HistoryService
    ) -> [Route] {
        ScanRoutes(
            upload: upload, photos: reading.photos, reading: reading, settings: parts.settings, makeID: parts.makeID,
            now: parts.now, secondStamp: parts.secondStamp
        ).all
            + DP5Routes(
                scans: ScanQueue(history: history, now: parts.now), upload: upload, photos: reading.photos,
                reading: reading, settings: parts.settings, version: parts.facts.version, makeID: parts.makeID
            ).all
    }

    private static func history(
        _ parts: ServerDependencies, _ history: HistoryService, _ photos: PhotoStore, _ pictures: PictureQueue
    ) -> [Route] {
        let photos = EntryPhotos(history: history, photos: photos)
        let books =
            BookRoutes(history: history).all + BookListRoutes(history: history, now: parts.now).all
            + InventoryRoutes(history: history, photos: photos, pictures: pictures).all
        // The first of these have fixed paths where the others expect the identifier of an entry.
        return books + HistoryPhotoRoutes(history: history).all + HistoryRoutes(history: history, photos: photos).all
            + HistoryChangeRoutes(history: history, photos: photos, shelves: parts.shelves, now: parts.now).all
            + HandedEntryRoutes(
                history: history, photos: photos, pictures: pictures, settings: parts.settings, now: parts.now
            ).all
            + ExportRoutes(
                history: history, photos: photos, pictures: pictures, settings: parts.settings,
                fileStamp: parts.fileStamp, minuteStamp: parts.minuteStamp, now: parts.now
            ).all
            + AuditRoutes(history: history, fileStamp: parts.fileStamp).all
            + RackTableRoutes(
                history: history, settings: parts.settings, fileStamp: parts.fileStamp, secondStamp: parts.secondStamp
            ).all
            + RackComparisonRoutes(
                history: history, photos: photos, pictures: pictures, settings: parts.settings
            ).all
    }

    private static func gallery(
        _ parts: ServerDependencies, _ pictures: PictureQueue, _ jobs: JobQueue
    ) -> [Route] {
        let gallery = parts.gallery
        return GalleryRoutes(gallery: gallery, settings: parts.settings).all
            + GalleryPhotoRoutes(gallery: gallery, pictures: pictures, limits: parts.photoLimits).all
            + GalleryTagRoutes(gallery: gallery).all + GalleryRatingRoutes(gallery: gallery).all
            + GalleryTeachingRoutes(gallery: gallery, jobs: jobs).all + GalleryAlbumRoutes(gallery: gallery).all
            + GalleryPeopleRoutes(gallery: gallery, settings: parts.settings).all
            + GalleryLibraryRoutes(gallery: gallery).all
            + GalleryTrashRoutes(
                gallery: gallery, trash: Trash(dataFolder: Path.folder(of: Folders(parts.environment).data)),
                stamp: { parts.secondStamp(parts.now()).replacing(" ", with: "T") }
            ).all
            + GalleryUploadRoutes(
                inbox: GalleryInbox(parts.environment, limits: parts.inboxLimits, indexing: gallery.indexing),
                limits: parts.inboxLimits, settings: parts.settings
            ).all
            + GalleryExportRoutes(
                gallery: gallery, folder: parts.temporaryFolder, stamp: { parts.fileStamp(parts.now()) }
            ).all
    }

    /// Routes for monitoring.
    func health(_ traffic: Traffic) -> [Route] {
        HealthRoutes(parts: parts, jobs: jobs, photos: photos, traffic: traffic).all
    }

    /// Stops all work.
    package func stop() async {
        await history.stop()
        await jobs.stop()
        await sessions.stop()
        await shelves.close()
    }
}

/// Everything that the server takes from the program around it.
package struct ServerDependencies: Sendable {
    package var facts: ServerInfo
    package var environment: AppEnvironment
    package var counting: CountService
    package var shelves: ShelfService
    package var gallery: GalleryService
    /// The folder for temporary photo files.
    var temporaryFolder: String
    /// Path of the OpenAPI document.
    package var openAPI: String
    /// Threads for slow work, so that quick requests do not wait for it.
    package var threads: WorkerThreads
    /// Seconds since 1970.
    package var now: @Sendable () -> Int { environment.now }
    var settings: SettingsStore { SettingsStore(environment) }
    /// Makes a new identifier that cannot be guessed.
    package var makeID: @Sendable () -> String
    /// Formats local time for file names: `2026-02-20_143022`.
    package var fileStamp: @Sendable (Int) -> String
    /// Formats local time for display: `2026-02-20 14:30`.
    package var minuteStamp: @Sendable (Int) -> String
    /// Formats local time for tables: `2026-02-20 14:30:22`. Defaults to ``minuteStamp``.
    package var secondStamp: @Sendable (Int) -> String
    package var photoLimits = PhotoLimits()
    package var inboxLimits = InboxLimits()
    package var jobLimits = JobQueue.Limits()
    package var sessionLimits = ShelfSessionStore.Limits()

    package init(
        facts: ServerInfo, environment: AppEnvironment, counting: CountEngine, shelves: ShelfEngine,
        gallery: GalleryService, openAPI: String, threads: WorkerThreads, makeID: @escaping @Sendable () -> String,
        fileStamp: @escaping @Sendable (Int) -> String, minuteStamp: @escaping @Sendable (Int) -> String
    ) {
        self.facts = facts
        self.environment = environment
        self.counting = CountService(engine: counting, environment: environment)
        self.shelves = ShelfService(shelves, environment, version: facts.version)
        self.gallery = gallery
        temporaryFolder = environment.variable("TMPDIR") ?? "/tmp"
        self.openAPI = openAPI
        self.threads = threads
        self.makeID = makeID
        self.fileStamp = fileStamp
        self.minuteStamp = minuteStamp
        secondStamp = minuteStamp
    }
}

/// Facts about the program and how it was started.
package struct ServerInfo: Sendable, Equatable {
    package var version: String
    /// Whether other machines may connect.
    package var isShared: Bool
    package var isEncrypted: Bool
    /// The authority that signed the server's certificate, if Espy made it.
    package var authority: AuthorityCertificate?
    /// Whether photos may be counted with a second pipeline automatically, which takes a gigabyte.
    package var looksTwice: Bool

    package init(
        version: String, isShared: Bool = false, isEncrypted: Bool = false, authority: AuthorityCertificate? = nil,
        looksTwice: Bool = true
    ) {
        self.version = version
        self.isShared = isShared
        self.isEncrypted = isEncrypted
        self.authority = authority
        self.looksTwice = looksTwice
    }
}
