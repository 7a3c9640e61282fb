import Espy
package import EspyServer

extension ServerParts {
    /// What the server is made from on this machine: for `espy serve`, and for the tests of it.
    ///
    /// - Parameters:
    ///   - invocation: of the command; it may name another config file.
    ///   - counting: what counts.
    ///   - indexing: what indexes the photo library; nil where that is not done.
    package init(
        _ invocation: Invocation, _ surroundings: Surroundings, facts: ServerFacts, counting: CountEngine,
        indexing: (any GalleryIndexing)? = nil
    ) {
        let settings = try? Settings(invocation, surroundings)
        let texts = settings.flatMap { try? MeaningModels.texts($0, surroundings) }
        let gallery = GalleryDesk(opening: GalleryDoor(surroundings, texts: texts), indexing: indexing) {
            Timestamp.here(surroundings.now())
        }
        self.init(
            facts: facts, counting: CountDesk(engine: counting, surroundings: surroundings),
            shelves: ShelfDesk(invocation, surroundings), settings: SettingsDesk(invocation, surroundings),
            history: HistoryDoor(surroundings), gallery: gallery,
            temporaryFolder: surroundings.variable("TMPDIR") ?? "/tmp",
            openAPI: Self.openAPI,
            threads: WorkerThreads(count: Machine.processors), now: surroundings.now,
            makeID: { UUID().uuidString.lowercased() }, fileStamp: Timestamp.fileName, minuteStamp: Timestamp.minute)
    }

    private static var openAPI: String {
        let places = InferencePlaces.shipped("docs/openapi.yaml", executable: InferencePlaces.executable)
        return places.first(where: Files.exists) ?? ""
    }
}
