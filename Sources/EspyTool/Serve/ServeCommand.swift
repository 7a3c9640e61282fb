import Espy
import EspyApp
import EspyHTTP
import EspyServer
import EspySystem

extension Command {
    /// - Parameter counting: what the pages count with.
    static func serve(countingWith counting: CountEngine) -> Command {
        Command(
            "serve", "show the web app in the browser of this machine",
            details: [
                """
                Counts, reads racks, and shows the history in a browser, with the same models, settings and history as on \
                the command line. Nothing leaves the machine: only your own browsers reach the server. Other users of \
                this machine are asked for a code, which is shown here when they come; --no-auth lets all of them in.
                """,
                """
                --lan opens it to the network. Each device has to be paired once: it scans the QR code that is shown, or \
                types the code beside it, which works once and for five minutes. See “espy devices”.
                """,
                """
                --tls encrypts, and lets the pages of other devices use their camera live; without it, they take photos \
                with the camera app. Browsers do not know who vouches for the certificate and warn once: what they show as \
                its SHA-256 fingerprint has to be what is printed at the start. A page of the settings leads through \
                the steps that end the warning for good.
                """,
                """
                Behind a proxy that speaks TLS, name its address and the name that browsers know: --trusted-proxy \
                127.0.0.1 --host espy.example.org. Programs show a token of “espy tokens”. /healthz says whether it runs, \
                /metrics how it is, to programs with a token for that. Sockets that systemd opens are taken over.
                """,
                """
                While it runs, photos in the folders of “espy gallery add” are indexed in the background; not while the \
                machine is hot, on a battery that runs low, or busy with other programs.
                """,
                """
                Standard output is the address, as soon as it answers. Ctrl-C stops: what is being worked on gets five \
                seconds, then it is cancelled. The exit code is 0 then.
                """,
            ],
            flags: [
                Flags.port, Flags.lan, Flags.noAuth, Flags.tls, Flags.tlsCertificate, Flags.tlsKey, Flags.host,
                Flags.trustedProxy, Flags.basePath, Flags.noSecondLook, Flags.log, Flags.maxLoad, Flags.config,
                Flags.quiet, Flags.help,
            ],
            settings: [Flags.port],
            examples: [
                Example("espy serve", "open the address that it prints"),
                Example("espy serve --lan --tls", "let a phone in"),
                Example("espy serve --port 0", "beside another one"),
                Example(
                    "espy serve --trusted-proxy 127.0.0.1 --host espy.example.org", "behind nginx on this machine"),
            ]
        ) { try await ServeCommand($0, counting).run() }
    }
}

/// `espy serve`: the web app.
struct ServeCommand {
    let context: CommandContext
    let counting: CountEngine

    init(_ context: CommandContext, _ counting: CountEngine) { (self.context, self.counting) = (context, counting) }

    func run() async throws -> Exit {
        let settings = try Settings(context.invocation, context.surroundings)
        try await serve(port: Int(settings.text(.port)) ?? 0)
        return .complete
    }

    /// Returns when it was stopped.
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
            // Nobody would learn where it is.
            await server.stop()
            throw error
        }
        await server.work()
        let greeting = Task { await greet(server, log) }
        await Self.interruption()
        greeting.cancel()
        await server.stop()
        log.finish()
        await writing.value
    }

    /// Says what else there is to know, as long as there is something new.
    private func greet(_ server: WebServer, _ log: ServeLog) async {
        guard !context.invocation.isOn(Flags.quiet) else { return }
        await log.note("Ctrl-C stops it.")
        if let fingerprint = server.fingerprint {
            await log.note("SHA-256 fingerprint of the certificate:\n\(fingerprint)")
        }
        if let authority = server.authority {
            await log.note(
                "SHA-256 fingerprint of the authority, which devices can trust for good:\n\(authority.fingerprint)")
        }
        if let sharing = server.sharing {
            await PairingDisplay(console: context.console, log: log, pairing: server.pairing, sharing: sharing).run()
        } else {
            await letInUsers(server, log)
        }
    }

    /// Other users of this machine are let in by a code, as devices are. Nearly always there are none, so nothing is
    /// said of them before one comes; then once for each code.
    private func letInUsers(_ server: WebServer, _ log: ServeLog) async {
        var shown: Invitation?
        for await _ in server.knocks {
            let invitation = await server.pairing.invitation()
            guard invitation != shown else { continue }
            shown = invitation
            await log.note(
                """
                Another user of this machine asked for the pages. To let them in, open \(server.address)pair there and \
                type \(invitation.code) (good until \(Timestamp.time(invitation.expires))).
                """)
        }
    }

    private static func interruption() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }
}

/// Where `espy serve` listens, and who stands before it. Only the port is a setting: the others decide who gets in, and
/// a device that was let in may change settings.
extension Flags {
    package static let port = Flag("port", .port)
    package static let lan = Flag(
        "lan", help: "Also let in phones and computers on the network, once they are paired by a code.")
    package static let noAuth = Flag(
        "no-auth", help: "Let in all users of this machine without a code, not only you. They can change everything.")
    package static let tls = Flag(
        "tls",
        help: "Encrypt what is sent, with a certificate that Espy makes itself. Browsers ask once whether to trust it.")
    package static let tlsCertificate = Flag(
        "tls-cert", value: FlagValue("FILE", .file),
        help: "Encrypt with the certificate in FILE (PEM, with those that lead to its authority); needs --tls-key.")
    package static let tlsKey = Flag(
        "tls-key", value: FlagValue("FILE", .file), help: "The key of --tls-cert (PEM, without a password).")
    package static let host = Flag(
        "host",
        value: FlagValue("NAMES", .text(expected: "names such as espy.example.org", hints: []) { names($0) != nil }),
        help: "Also answer to these names, with commas between them. Others are refused (DNS rebinding).")
    package static let trustedProxy = Flag(
        "trusted-proxy",
        value: FlagValue(
            "ADDRESSES",
            .text(expected: "addresses such as 127.0.0.1,10.0.0.0/8", hints: ["127.0.0.1"]) {
                TrustedProxies($0) != nil
            }),
        help: """
            Believe what proxies at these addresses say in X-Forwarded-For, -Proto and -Host. Nothing that comes from \
            there is local any more: browsers are paired, programs show tokens. Needs --host.
            """)
    package static let basePath = Flag(
        "base-path",
        value: FlagValue("PATH", .text(expected: "a path such as /espy", hints: ["/espy"]) { BasePath($0) != nil }),
        help: "Serve everything below PATH, which the proxy leaves in what it passes on.")
    package static let noSecondLook = Flag(
        "no-second-look",
        help: """
            Do not look at counted photos once more in another way, to offer what else may have been meant. Each look \
            takes a core one to three seconds. It is left out by itself where memory is below 2 GB.
            """)
    package static let log = Flag(
        "log", value: FlagValue("FORMAT", .choice(["text", "json"])),
        help: """
            What to write on standard error: text for people, or json: one object a line for each message and each \
            request, for a journal.
            """)

    /// - Returns: names in lower case; nil when one cannot be a name.
    static func names(_ text: String) -> Set<String>? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { HostField(String($0)) }
        guard !parts.contains(nil), !parts.contains(where: { $0?.port != nil }) else { return nil }
        return Set(parts.compactMap { $0?.name })
    }
}

/// What those flags say, checked against each other.
struct ServeOptions: Sendable {
    let isOpenToNetwork: Bool
    let letsInAllUsers: Bool
    let names: Set<String>
    let proxies: TrustedProxies?
    let base: BasePath
    let looksTwice: Bool
    let logsJSON: Bool
    /// Of the certificate and its key.
    let certificateFiles: (chain: String, key: String)?
    let makesCertificate: Bool
    /// Where browsers find it through the proxy.
    let front: String?

    init(_ invocation: Invocation) throws(UsageError) {
        isOpenToNetwork = invocation.isOn(Flags.lan)
        letsInAllUsers = invocation.isOn(Flags.noAuth)
        let names = invocation.value(Flags.host)
        self.names = names.flatMap(Flags.names) ?? []
        proxies = invocation.value(Flags.trustedProxy).flatMap(TrustedProxies.init)
        let base = invocation.value(Flags.basePath).flatMap(BasePath.init) ?? .none
        self.base = base
        looksTwice = !invocation.isOn(Flags.noSecondLook)
        logsJSON = invocation.value(Flags.log) == "json"
        makesCertificate = invocation.isOn(Flags.tls)
        switch (invocation.value(Flags.tlsCertificate), invocation.value(Flags.tlsKey)) {
        case (let chain?, let key?): certificateFiles = (chain, key)
        case (nil, nil): certificateFiles = nil
        default: throw UsageError("--tls-cert and --tls-key belong together", command: "serve")
        }
        guard proxies == nil || !self.names.isEmpty else {
            throw UsageError("--trusted-proxy needs --host with the name that browsers know", command: "serve")
        }
        let first = names?.split(separator: ",").first.map(String.init)
        front = proxies == nil ? nil : first.map { "https://\($0)" + base.text }
    }

    /// Whether others than this machine's own users may get in.
    var isShared: Bool { isOpenToNetwork || proxies != nil }

    var isEncrypted: Bool { makesCertificate || certificateFiles != nil }
}
