package import EspyApp
package import EspyHTTP

/// What the server is made from: all that it takes from the program around it.
package struct ServerParts: Sendable {
    package var facts: ServerFacts
    package var environment: AppEnvironment
    package var counting: CountService
    package var shelves: ShelfService
    package var gallery: GalleryService
    /// Where photos lie while they are worked with.
    package var temporaryFolder: String
    /// Path of the description of all routes.
    package var openAPI: String
    /// Threads for work that takes long, so that what is quick need not wait for it.
    package var threads: WorkerThreads
    /// Seconds since 1970.
    package var now: @Sendable () -> Int { environment.now }
    var settings: SettingsStore { SettingsStore(environment) }
    /// A new identifier each time, which nobody can guess.
    package var makeID: @Sendable () -> String
    /// Local time as part of a file's name: `2026-02-20_143022`.
    package var fileStamp: @Sendable (Int) -> String
    /// Local time for people: `2026-02-20 14:30`.
    package var minuteStamp: @Sendable (Int) -> String
    /// Local time as tables have it: `2026-02-20 14:30:22`; as ``minuteStamp`` where nothing else is said.
    package var secondStamp: @Sendable (Int) -> String
    package var photoLimits = PhotoLimits()
    package var jobLimits = JobQueue.Limits()
    package var sessionLimits = ShelfSessionStore.Limits()

    package init(
        facts: ServerFacts, environment: AppEnvironment, counting: CountEngine, shelves: ShelfEngine,
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

/// What the program says of itself and of the way it was started.
package struct ServerFacts: Sendable, Equatable {
    package var version: String
    /// Whether other machines may connect.
    package var isShared: Bool
    package var isEncrypted: Bool
    /// Vouches for the certificate of the server, where Espy made it itself.
    package var authority: AuthorityCertificate?
    /// Whether photos may be looked at in a second way without anybody asking: that takes a gigabyte.
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
