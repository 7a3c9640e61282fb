import Espy
import EspyHTTP
import EspyInference
package import EspyServer

/// A server that runs, put together from all its parts.
struct WebServer {
    /// Nil when it is for this machine alone.
    let sharing: Sharing?
    /// SHA-256 of the certificate; nil when nothing is encrypted.
    let fingerprint: String?
    private let listener: HTTPServer
    private let api: API
    private let worker: IndexingService

    init(_ command: ServeCommand, port: Int) throws(Problem) {
        let (context, invocation) = (command.context, command.context.invocation)
        let surroundings = context.surroundings
        let isShared = invocation.isOn(Flags.lan)
        let certificate = invocation.isOn(Flags.tls) ? try Self.certificate(surroundings, isShared: isShared) : nil
        let isEncrypted = certificate != nil
        let pages = try WebFolder(surroundings).pages()
        let clock = ServerClock.running(now: surroundings.now)
        let devices = try DeviceStore.open(surroundings, clock: clock, making: isShared)
        let pairing = isShared ? PairingService(clock: clock) : nil
        func sharing(_ port: Int) -> Sharing? {
            pairing.map { Sharing(pairing: $0, port: port, isEncrypted: isEncrypted) }
        }
        let facts = ServerFacts(version: Version.number, isShared: isShared, isEncrypted: isEncrypted)
        let worker = IndexingService(invocation, surroundings)
        let api = API(
            ServerParts(invocation, surroundings, facts: facts, counting: command.counting, indexing: worker))
        let isQuiet = invocation.isOn(Flags.quiet)
        do throws(ListenError) {
            listener = try HTTPServer(
                on: Self.addresses(isShared), port: port, certificate: certificate, limits: Self.limits, name: "Espy"
            ) { port in
                let hosts = ServedHosts(
                    port: port, isEncrypted: isEncrypted, network: isShared ? MachineAddress.names : nil)
                return ServerCore(
                    api: api, pages: pages, devices: devices, sharing: sharing(port), hosts: hosts
                ) { device in
                    if !isQuiet { await context.console.note("Paired “\(device.name)”; espy devices lists all.") }
                }.handler
            }
        } catch {
            throw Problem(error)
        }
        fingerprint = certificate?.fingerprint
        self.api = api
        self.worker = worker
        self.sharing = sharing(listener.port)
    }

    /// So many connections that files can still be opened when all are taken.
    private static var limits: HTTPServer.Limits {
        var limits = HTTPServer.Limits()
        if let most = OpenFiles.limit { limits.connections = max(16, min(limits.connections, most / 2 - 64)) }
        return limits
    }

    private static func addresses(_ isShared: Bool) -> [String] {
        isShared ? ["0.0.0.0", "::"] : ["127.0.0.1", "::1"]
    }

    private static func certificate(
        _ surroundings: Surroundings, isShared: Bool
    ) throws(Problem) -> ServerCertificate {
        let folder = Folders(surroundings).data
        do throws(FileError) {
            try Files.makeFolder(folder)
        } catch {
            throw Problem(error)
        }
        do throws(CertificateError) {
            return try CertificateStore(folder: folder, now: surroundings.now)
                .certificate(for: isShared ? MachineAddress.names() : [])
        } catch {
            throw Problem(error)
        }
    }

    /// Begins what is done beside answering.
    func work() async { await worker.start() }

    /// For a browser on this machine.
    var address: String { "\(fingerprint == nil ? "http" : "https")://localhost:\(listener.port)/" }

    func stop() async {
        await listener.stop()
        await worker.stop()
        await api.stop()
    }
}

/// Where the files of the web app are.
struct WebFolder {
    /// The first choice first.
    private let folders: [String]

    /// `ESPY_WEB` names the only folder; else it is the one that came with the program.
    init(_ surroundings: Surroundings) {
        let shipped = InferencePlaces.shipped("web", executable: InferencePlaces.executable)
        folders = surroundings.variable("ESPY_WEB").map { [$0] } ?? shipped
    }

    func pages() throws(Problem) -> Pages {
        for folder in folders {
            if let pages = try? Pages(folder: folder) { return pages }
        }
        throw Problem(
            "noPages",
            "the pages of the web app are not in \(folders.map(printable).joined(separator: " or in ")); "
                + "set ESPY_WEB to the folder “web” of Espy")
    }
}

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
        let gallery = GalleryService(opening: GalleryOpener(surroundings, texts: texts), indexing: indexing) {
            Timestamp.here(surroundings.now())
        }
        self.init(
            facts: facts, counting: CountService(engine: counting, surroundings: surroundings),
            shelves: ShelfService(invocation, surroundings), settings: SettingsService(invocation, surroundings),
            history: HistoryOpener(surroundings), gallery: gallery,
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
