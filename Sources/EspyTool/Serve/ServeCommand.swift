import Espy
import EspyApp
import EspyHTTP
import EspyInference
import EspyServer
import EspySystem

extension Command {
    /// - Parameter counting: Counts for the web app.
    static func serve(countingWith counting: CountEngine) -> Command {
        Command(
            "serve", "serve the web app and the HTTP API",
            details: [
                """
                Serves the web app, with the same models, settings and history as the command line. Nothing leaves \
                your machine: only your own browsers reach the server. Other users of this machine are asked for a \
                code that is shown here; --no-auth lets them in without one.
                """,
                """
                --lan also lets in devices on the network. You pair each one once, by scanning the QR code shown or \
                typing the code beside it, which works once and for five minutes. See “espy devices”.
                """,
                """
                --tls encrypts traffic and allows the live camera on other devices; without it, they take photos with \
                the camera app. Browsers warn once because the certificate is self-signed: compare its SHA-256 \
                fingerprint with the one printed at the start. A page in the settings shows how to end the warning for \
                good.
                """,
                """
                Behind a TLS proxy, give its address and the public name: --trusted-proxy 127.0.0.1 --host \
                espy.example.org. Programs use a token of “espy tokens”. /healthz shows whether the server runs; \
                /metrics needs a token with that scope. Sockets opened by systemd are used.
                """,
                """
                The server also indexes the folders of “espy gallery add” in the background, but pauses while the \
                machine is hot, low on battery, or busy.
                """,
                """
                Standard output is the address, as soon as the server is ready. Ctrl-C stops it: running work gets \
                five seconds, then it is canceled. The exit code is then 0.
                """,
            ],
            flags: [
                Flags.port, Flags.lan, Flags.tls, Flags.noAuth, Flags.log, Flags.quiet, Flags.help, Flags.helpAll,
            ],
            groups: [
                FlagGroup(
                    "Certificates and proxies",
                    [Flags.tlsCertificate, Flags.tlsKey, Flags.host, Flags.trustedProxy, Flags.basePath]),
                FlagGroup("Running", [Flags.noAlternatives, Flags.maxLoad, Flags.charger, Flags.config]),
            ],
            settings: [Flags.port],
            examples: [
                Example("espy serve", "start the app; open the address it prints"),
                Example("espy serve --lan --tls", "pair a phone, with encryption"),
                Example("espy serve --port 0", "use any free port"),
                Example(
                    "espy serve --trusted-proxy 127.0.0.1 --host espy.example.org", "run behind nginx on this machine"),
            ]
        ) { try await ServeCommand($0, counting).run() }
    }
}

/// `espy serve`: runs the web app.
struct ServeCommand {
    let context: CommandContext
    let counting: CountEngine

    init(_ context: CommandContext, _ counting: CountEngine) { (self.context, self.counting) = (context, counting) }

    func run() async throws -> Exit {
        let settings = try Settings(context.invocation, context.process)
        try await serve(port: Int(settings.text(.port)) ?? 0)
        return .complete
    }

    /// Runs the server until it is stopped.
    private func serve(port: Int) async throws {
        OpenFiles.raiseLimit()
        let options = try ServeOptions(context.invocation)
        let log = ServeLog(context, isJSON: options.logsJSON)
        let writing = Task { await log.run() }
        defer { log.finish() }
        let server = try WebServer(self, options, log, port: port)
        do {
            try await context.console.answer("\(server.address)\n")
        } catch {
            // Without this output, the address would be unknown.
            await server.stop()
            throw error
        }
        await server.work()
        let greeting = Task { await greet(server, log) }
        await Self.interrupted()
        greeting.cancel()
        await server.stop()
        log.finish()
        await writing.value
    }

    /// Prints further information, and pairing codes as they change.
    private func greet(_ server: WebServer, _ log: ServeLog) async {
        guard !context.invocation.isOn(Flags.quiet) else { return }
        await log.note("Press Ctrl-C to stop.")
        if let fingerprint = server.fingerprint {
            await log.note("SHA-256 fingerprint of the certificate:\n\(fingerprint)")
        }
        if let authority = server.authority {
            await log.note(
                "SHA-256 fingerprint of the authority, which devices can trust permanently:\n\(authority.fingerprint)")
        }
        if let sharing = server.sharing {
            await PairingDisplay(console: context.console, log: log, pairing: server.pairing, sharing: sharing).run()
        } else {
            await letInUsers(server, log)
        }
    }

    /// Other users of this machine need a code, like devices. There are rarely any, so the code is printed when one
    /// connects, and once per code.
    private func letInUsers(_ server: WebServer, _ log: ServeLog) async {
        var shown: Invitation?
        for await _ in server.attempts {
            let invitation = await server.pairing.invitation()
            guard invitation != shown else { continue }
            shown = invitation
            await log.note(
                """
                Another user of this machine tried to open the web app. To let them in, open \(server.address)pair \
                there and type \(invitation.code) (valid until \(Timestamp.time(invitation.expires))).
                """)
        }
    }

    /// Waits for the server to stop, and meanwhile returns unused memory to the system. Someone who goes on with the same
    /// task finds its networks ready; those of another task make way for them.
    private static func interrupted() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
            if ModelMemory.rest(unusedFor: .seconds(30)) { Machine.giveBackMemory() }
            while Machine.usedMemory ?? 0 > wanted, ModelMemory.restOne(unusedFor: .seconds(2)) {
                Machine.giveBackMemory()
            }
        }
    }

    /// The memory that all networks may keep together: what one task needs. More is only used at work.
    private static let wanted = min(450 << 20, MemoryShare().bytes / 2)
}

/// The address and proxies of `espy serve`. Only the port is a setting: the others decide who has access, and paired
/// devices may change settings.
extension Flags {
    package static let port = Flag("port", .port)
    package static let lan = Flag(
        "lan", help: "Also accept phones and computers on the network, once they are paired.")
    package static let noAuth = Flag(
        "no-auth", help: "Let in all users of this machine without a code. They can change everything.")
    package static let tls = Flag(
        "tls",
        help: "Encrypt traffic with a certificate that Espy creates. Browsers ask once whether to trust it.")
    package static let tlsCertificate = Flag(
        "tls-cert", value: FlagValue("FILE", .file),
        help: "Encrypt traffic with the certificate in FILE (PEM, including the chain). Requires --tls-key.")
    package static let tlsKey = Flag(
        "tls-key", value: FlagValue("FILE", .file), help: "The key of --tls-cert (PEM, without a password).")
    package static let host = Flag(
        "host",
        value: FlagValue("NAMES", .text(expected: "names such as espy.example.org", hints: []) { names($0) != nil }),
        help: "Also answer to these host names, separated by commas. Others are refused (DNS rebinding).")
    package static let trustedProxy = Flag(
        "trusted-proxy",
        value: FlagValue(
            "ADDRESSES",
            .text(expected: "addresses such as 127.0.0.1,10.0.0.0/8", hints: ["127.0.0.1"]) {
                TrustedProxies($0) != nil
            }),
        help: """
            Trust X-Forwarded-For, -Proto and -Host from proxies at these addresses. Their requests no longer count as \
            local: browsers must be paired, and programs need tokens. Requires --host.
            """)
    package static let basePath = Flag(
        "base-path",
        value: FlagValue("PATH", .text(expected: "a path such as /espy", hints: ["/espy"]) { BasePath($0) != nil }),
        help: "Serve everything below PATH, which the proxy must keep in the URL.")
    package static let noAlternatives = Flag(
        "no-alternatives", formerly: "no-second-look",
        help: """
            Do not recount photos by a second method to offer alternatives. Each recount uses one core for one to \
            three seconds; it is skipped below 400 MB of memory.
            """)
    package static let log = Flag(
        "log", value: FlagValue("FORMAT", .choice(["text", "json"])),
        help: "Log format on standard error: text for people, or json with one object per message and request.")

    /// - Returns: The names in lower case; nil if one is invalid.
    static func names(_ text: String) -> Set<String>? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { HostField(String($0)) }
        guard !parts.contains(nil), !parts.contains(where: { $0?.port != nil }) else { return nil }
        return Set(parts.compactMap { $0?.name })
    }
}

/// The validated flags.
struct ServeOptions: Sendable {
    let isOpenToNetwork: Bool
    let letsInAllUsers: Bool
    let names: Set<String>
    let proxies: TrustedProxies?
    let base: BasePath
    let looksTwice: Bool
    let logsJSON: Bool
    /// The certificate and its key.
    let certificateFiles: (chain: String, key: String)?
    let makesCertificate: Bool
    /// The public address at the proxy.
    let front: String?

    init(_ invocation: Invocation) throws(UsageError) {
        isOpenToNetwork = invocation.isOn(Flags.lan)
        letsInAllUsers = invocation.isOn(Flags.noAuth)
        let names = invocation.value(Flags.host)
        self.names = names.flatMap(Flags.names) ?? []
        proxies = invocation.value(Flags.trustedProxy).flatMap(TrustedProxies.init)
        let base = invocation.value(Flags.basePath).flatMap(BasePath.init) ?? .none
        self.base = base
        looksTwice = !invocation.isOn(Flags.noAlternatives)
        logsJSON = invocation.value(Flags.log) == "json"
        makesCertificate = invocation.isOn(Flags.tls)
        switch (invocation.value(Flags.tlsCertificate), invocation.value(Flags.tlsKey)) {
        case (let chain?, let key?): certificateFiles = (chain, key)
        case (nil, nil): certificateFiles = nil
        default: throw UsageError("--tls-cert and --tls-key must be given together", command: "serve")
        }
        guard proxies == nil || !self.names.isEmpty else {
            throw UsageError("--trusted-proxy needs --host with the name that browsers use", command: "serve")
        }
        let first = names?.split(separator: ",").first.map(String.init)
        front = proxies == nil ? nil : first.map { "https://\($0)" + base.text }
    }

    /// Whether anyone except this machine's users can connect.
    var isShared: Bool { isOpenToNetwork || proxies != nil }

    var isEncrypted: Bool { makesCertificate || certificateFiles != nil }
}
