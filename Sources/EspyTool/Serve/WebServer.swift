import Espy
import EspyServer

/// A server that runs, put together from all its parts.
struct WebServer {
    /// Nil when it is for this machine alone.
    let sharing: Sharing?
    /// SHA-256 of the certificate; nil when nothing is encrypted.
    let fingerprint: String?
    private let listener: Listener
    private let api: API
    private let worker: GalleryWorker

    init(_ command: ServeCommand, port: Int) throws(Problem) {
        let (tool, invocation) = (command.tool, command.invocation)
        let surroundings = tool.surroundings
        let isShared = invocation.isOn(Flags.lan)
        let certificate = invocation.isOn(Flags.tls) ? try Self.certificate(surroundings, isShared: isShared) : nil
        let isEncrypted = certificate != nil
        let pages = try WebFolder(surroundings).pages()
        let clock = ServerClock.running(now: surroundings.now)
        let devices = try DeviceBook.open(surroundings, clock: clock, making: isShared)
        let desk = isShared ? PairingDesk(clock: clock) : nil
        func sharing(_ port: Int) -> Sharing? { desk.map { Sharing(desk: $0, port: port, isEncrypted: isEncrypted) } }
        let facts = ServerFacts(version: Version.number, isShared: isShared, isEncrypted: isEncrypted)
        let worker = GalleryWorker(invocation, surroundings)
        let api = API(
            ServerParts(invocation, surroundings, facts: facts, counting: tool.counting, indexing: worker))
        let isQuiet = invocation.isOn(Flags.quiet)
        do throws(ListenerError) {
            listener = try Listener(
                on: Self.addresses(isShared), port: port, certificate: certificate, limits: OpenFiles.limits()
            ) { port in
                let hosts = ServedHosts(
                    port: port, isEncrypted: isEncrypted, network: isShared ? MachineAddress.names : nil)
                return ServerCore(
                    api: api, pages: pages, devices: devices, sharing: sharing(port), hosts: hosts
                ) { device in
                    if !isQuiet { await tool.console.note("Paired “\(device.name)”; espy devices lists all.") }
                }
            }
        } catch {
            throw Problem(error)
        }
        fingerprint = certificate?.fingerprint
        self.api = api
        self.worker = worker
        self.sharing = sharing(listener.port)
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
            return try CertificateShelf(folder: folder, now: surroundings.now)
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
