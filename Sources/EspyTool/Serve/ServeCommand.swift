import Espy
import EspyServer

extension Flags {
    package static let port = Flag(
        "port", value: FlagValue("PORT", .integer(0...65_535)), setting: Setting("serve.port", default: "8177"),
        help: "The port to listen on; 0 takes any that is free.")
    package static let lan = Flag(
        "lan", help: "Also let in phones and computers on the network, once they are paired by a code.")
    package static let tls = Flag(
        "tls",
        help: "Encrypt what is sent, with a certificate that Espy makes itself. Browsers ask once whether to trust it.")
}

extension Command {
    /// - Parameter counting: what the pages count with.
    static func serve(countingWith counting: CountEngine) -> Command {
        Command(
            "serve", "show the web app in the browser of this machine",
            details: [
                """
                Counts, reads racks, and shows the history in a browser, with the same models, settings and history as on \
                the command line. Nothing leaves the machine: only its own browsers reach the server.
                """,
                """
                --lan opens it to the network. Each device has to be paired once: it scans the QR code that is shown, or \
                types the code beside it, which works once and for five minutes. See “espy devices”.
                """,
                """
                --tls encrypts, and lets the pages of other devices use their camera live; without it, they take photos \
                with the camera app. No authority vouches for the certificate, so browsers warn: what they show as its \
                SHA-256 fingerprint has to be what is printed at the start.
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
            flags: [Flags.port, Flags.lan, Flags.tls, Flags.maxLoad, Flags.config, Flags.quiet, Flags.help],
            settings: [Flags.port],
            examples: [
                Example("espy serve", "open the address that it prints"),
                Example("espy serve --lan --tls", "let a phone in"),
                Example("espy serve --port 0", "beside another one"),
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
        try await serve(port: Int(settings.text(Flags.port)) ?? 0)
        return .complete
    }

    /// Returns when it was stopped.
    private func serve(port: Int) async throws {
        OpenFiles.raiseLimit()
        let server = try WebServer(self, port: port)
        do {
            try await context.console.answer("\(server.address)\n")
        } catch {
            // Nobody would learn where it is.
            await server.stop()
            throw error
        }
        await server.work()
        let greeting = Task { await greet(server) }
        await Self.interruption()
        greeting.cancel()
        await server.stop()
    }

    /// Says what else there is to know, as long as there is something new.
    private func greet(_ server: WebServer) async {
        guard !context.invocation.isOn(Flags.quiet) else { return }
        await context.console.note("Ctrl-C stops it.")
        if let fingerprint = server.fingerprint {
            await context.console.note("SHA-256 fingerprint of the certificate:\n\(fingerprint)")
        }
        if let sharing = server.sharing { await PairingDisplay(console: context.console, sharing: sharing).run() }
    }

    private static func interruption() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }
}
