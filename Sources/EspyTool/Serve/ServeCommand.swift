import Espy
import EspyServer

/// `espy serve`: the web app.
struct ServeCommand {
    let tool: Tool
    let invocation: Invocation

    init(_ tool: Tool, _ invocation: Invocation) {
        self.tool = tool
        self.invocation = invocation
    }

    func run() async throws -> Exit {
        let settings = try Settings(invocation, tool.surroundings)
        do {
            try await serve(port: Int(settings.text(Flags.port)) ?? 0)
            return .complete
        } catch let problem as Problem {
            await tool.console.error(problem.message)
            return .failed
        }
    }

    /// Returns when it was stopped.
    private func serve(port: Int) async throws {
        OpenFiles.raiseLimit()
        let server = try WebServer(self, port: port)
        do {
            try await tool.console.answer("\(server.address)\n")
        } catch {
            // Nobody would learn where it is.
            await server.stop()
            throw error
        }
        await server.work()
        let board = Task { await greet(server) }
        await Self.interruption()
        board.cancel()
        await server.stop()
    }

    /// Says what else there is to know, as long as there is something new.
    private func greet(_ server: WebServer) async {
        guard !invocation.isOn(Flags.quiet) else { return }
        await tool.console.note("Ctrl-C stops it.")
        if let fingerprint = server.fingerprint {
            await tool.console.note("SHA-256 fingerprint of the certificate:\n\(fingerprint)")
        }
        if let sharing = server.sharing { await PairingBoard(console: tool.console, sharing: sharing).run() }
    }

    private static func interruption() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }
}

extension Problem {
    init(_ error: ListenerError) {
        switch error {
        case .system(_, let port, EADDRINUSE):
            self.init("portTaken", "port \(port) is taken; stop what uses it, or choose another with --port")
        case .system(_, let port, EACCES):
            self.init("portForbidden", "port \(port) is not for everyone; choose one above 1023 with --port")
        case .system(let address, let port, let code):
            let what = String(cString: strerror(code))
            self.init("listen", "cannot listen on port \(port) of \(address): \(what); choose another with --port")
        case .address(let address): self.init("listen", "\(quoted(address)) is no address of a machine")
        case .library: self.init("listen", "the HTTP library does not start; raise ulimit -n, or free some memory")
        }
    }
}

extension Problem {
    init(_ error: CertificateError) {
        switch error {
        case .file(let path, let code):
            self.init(
                "certificate",
                "the certificate cannot be kept: \(printable(path)): \(FileError(path, .system(code)).text)")
        case .library(let reason): self.init("certificate", "no certificate can be made: \(printable(reason))")
        }
    }
}
