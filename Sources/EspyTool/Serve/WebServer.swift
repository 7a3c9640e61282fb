import Espy
package import EspyApp
import EspyHTTP
import EspyInference
package import EspyServer
import EspySystem

/// A running server, assembled from all its parts.
struct WebServer {
    let pairing: PairingService
    /// Yields when another user of this machine is denied access.
    let attempts: AsyncStream<Void>
    /// Nil if the server is only for this machine.
    let sharing: Sharing?
    /// The SHA-256 of the certificate; nil without encryption.
    let fingerprint: String?
    /// The authority that signed the certificate; nil if Espy made none.
    let authority: AuthorityCertificate?
    private let listener: HTTPServer
    private let api: API
    private let worker: IndexingService
    private let base: BasePath

    init(_ command: ServeCommand, _ options: ServeOptions, _ log: ServeLog, port: Int) throws(Problem) {
        let (context, invocation) = (command.context, command.context.invocation)
        let process = context.process
        let (certificate, authority) = try Self.certificate(process, options)
        let pages = try WebFolder(process).pages(base: options.base)
        let clock = ServerClock.running(now: process.now)
        // Pairing must be stored. A server only for this machine works without that folder.
        do { try Folders(process.environment).makeData() } catch  where !options.isShared {}
        let devices = try DeviceStore.open(process, clock: clock)
        let (attempts, attempted) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let localAccess = LocalAccess(isOpen: options.letsInAllUsers) { attempted.yield() }
        let tokens = try TokenStore.open(process, clock: clock, making: false)
        let pairing = PairingService(clock: clock)
        func sharing(_ port: Int) -> Sharing? {
            guard options.isShared else { return nil }
            return Sharing(port: port, isEncrypted: options.isEncrypted, front: options.front)
        }
        let facts = ServerInfo(
            version: Version.number, isShared: options.isShared, isEncrypted: options.isEncrypted,
            authority: authority, looksTwice: options.looksTwice && !MemoryShare().isShort)
        let worker = IndexingService(
            process.given(invocation).environment, poster: VideoSource.poster(process))
        let api = API(
            ServerDependencies(invocation, process, facts: facts, counting: command.counting, indexing: worker))
        let front = ProxyMiddleware(proxies: options.proxies, base: options.base, traffic: log.traffic)
        do throws(ListenError) {
            listener = try HTTPServer(
                on: Self.addresses(options), port: port, variables: process.environment.variables,
                certificate: certificate,
                limits: Self.limits, name: "Espy"
            ) { port in
                let hosts = ServedHosts(
                    port: port, isEncrypted: options.isEncrypted, names: options.names,
                    network: options.isOpenToNetwork ? MachineAddress.names : nil)
                return ServerCore(
                    api: api, pages: pages, devices: devices, tokens: tokens, pairing: pairing,
                    sharing: sharing(port), hosts: hosts, front: front, localAccess: localAccess
                ) { await log.note("Paired “\($0.name)”; espy devices lists all.") }.handler
            }
        } catch {
            throw Problem(error)
        }
        fingerprint = certificate?.fingerprint
        self.authority = authority
        base = options.base
        self.api = api
        self.worker = worker
        self.pairing = pairing
        self.attempts = attempts
        self.sharing = sharing(listener.port)
    }

    /// Limits connections, so that files can still be opened when all connections are in use.
    private static var limits: HTTPServer.Limits {
        var limits = HTTPServer.Limits()
        if let most = OpenFiles.limit { limits.connections = max(16, min(limits.connections, most / 2 - 64)) }
        return limits
    }

    private static func addresses(_ options: ServeOptions) -> [String] {
        options.isOpenToNetwork ? ["0.0.0.0", "::"] : ["127.0.0.1", "::1"]
    }

    private static func certificate(
        _ process: ProcessEnvironment, _ options: ServeOptions
    ) throws(Problem) -> (ServerCertificate?, AuthorityCertificate?) {
        if let files = options.certificateFiles { return (try given(files.chain, files.key), nil) }
        guard options.makesCertificate else { return (nil, nil) }
        let folder = Folders(process.environment).data
        try Folders(process.environment).makeData()
        do throws(CertificateError) {
            let kept = try CertificateStore(folder: folder, machine: MachineAddress.machine, now: process.now)
                .certificate(for: options.isOpenToNetwork ? options.names.union(MachineAddress.names()) : options.names)
            return (kept.server, kept.authority)
        } catch {
            throw Problem(error)
        }
    }

    /// The user's own certificate.
    private static func given(_ chain: String, _ key: String) throws(Problem) -> ServerCertificate {
        var bytes: [[UInt8]] = []
        for path in [chain, key] {
            do throws(FileError) {
                bytes.append(try Files.read(path, limit: 1 << 20))
            } catch {
                throw .named(error, "certificate")
            }
        }
        do throws(CertificateError) {
            return try ServerCertificate(chain: bytes[0], key: bytes[1])
        } catch {
            throw Problem(
                "certificate",
                "\(printable(chain)) and \(printable(key)) are not a certificate and its key: "
                    + "\(Problem(error).message)")
        }
    }

    /// Starts background work.
    func work() async { await worker.start() }

    /// The address for a browser on this machine.
    var address: String { "\(fingerprint == nil ? "http" : "https")://localhost:\(listener.port)\(base.text)/" }

    func stop() async {
        await listener.stop()
        await worker.stop()
        await api.stop()
    }
}

/// The folder with the files of the web app.
struct WebFolder {
    /// In order of preference.
    let folders: [String]

    /// Uses only `ESPY_WEB` if it is set, otherwise the folder that came with the program.
    init(_ process: ProcessEnvironment) {
        let shipped = InferencePlaces.shipped("web", executable: InferencePlaces.executable)
        folders = process.variable("ESPY_WEB").map { [$0] } ?? shipped
    }

    func pages(base: BasePath = .none) throws(Problem) -> Pages {
        for folder in folders {
            if let pages = try? Pages(folder: folder, base: base) { return pages }
        }
        throw missing
    }

    var missing: Problem {
        Problem(
            "noPages",
            "the pages of the web app are not in \(folders.map(printable).joined(separator: " or in ")); "
                + "set ESPY_WEB to the folder “web” of Espy")
    }
}

extension ServerDependencies {
    /// The parts of the server on this machine, for `espy serve` and its tests.
    ///
    /// - Parameters:
    ///   - invocation: The command's arguments, which may name another config file.
    ///   - counting: Counts things.
    ///   - indexing: Indexes the photo library; nil to disable indexing.
    package init(
        _ invocation: Invocation, _ process: ProcessEnvironment, facts: ServerInfo, counting: CountEngine,
        indexing: IndexingService? = nil
    ) {
        let environment = process.given(invocation).environment
        let texts = (try? Settings(environment)).flatMap { try? SemanticModels.texts($0, environment) }
        let gallery = GalleryService(
            GalleryFile(environment), texts: texts, indexing: indexing, home: environment.variable("HOME") ?? "/",
            now: { Timestamp.here(environment.now()) })
        self.init(
            facts: facts, environment: environment, counting: counting,
            shelves: .installed, gallery: gallery, openAPI: Self.openAPI,
            threads: WorkerThreads(count: Machine.processors), makeID: { UUID().uuidString.lowercased() },
            fileStamp: Timestamp.fileName, minuteStamp: Timestamp.zoned)
        secondStamp = Timestamp.second
    }

    private static var openAPI: String {
        let places = InferencePlaces.shipped("docs/openapi.yaml", executable: InferencePlaces.executable)
        return places.first(where: Files.exists) ?? ""
    }
}

/// Errors of a server and its devices.
extension Problem {
    init(_ error: ListenError) {
        switch error {
        case .system(_, let port, EADDRINUSE):
            self.init("portTaken", "port \(port) is taken; stop what uses it, or choose another with --port")
        case .system(_, let port, EACCES):
            self.init("portForbidden", "port \(port) is reserved; choose one above 1023 with --port")
        case .system(let address, let port, let code):
            let what = String(cString: strerror(code))
            self.init("listen", "cannot listen on port \(port) of \(address): \(what); choose another with --port")
        case .address(let address): self.init("listen", "\(quoted(address)) is not a valid address")
        case .inherited(let reason):
            self.init("listen", "the sockets of the service manager cannot be used: \(reason)")
        case .library: self.init("listen", "the HTTP library does not start; raise ulimit -n, or free some memory")
        }
    }

    init(_ error: CertificateError) {
        switch error {
        case .file(let path, let code):
            self.init(
                "certificate",
                "the certificate cannot be saved: \(printable(path)): \(FileError(path, .system(code)).text)")
        case .library(let reason): self.init("certificate", "cannot create the certificate: \(printable(reason))")
        }
    }

    init(_ error: RecordFileError) { self.init("devices", "\(printable(error.path)): \(error.text)") }
}
