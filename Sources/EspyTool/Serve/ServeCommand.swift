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
