import EspyApp
package import EspyServer

/// The log of the server: plain text, or lines of JSON for a journal, with one for each request.
struct ServeLog: Sendable {
    private let console: Console
    private let isJSON: Bool
    private let isQuiet: Bool
    private let now: @Sendable () -> Int
    private let lines: AsyncStream<Line>
    private let feed: AsyncStream<Line>.Continuation
    let traffic: Traffic

    private struct Line: Encodable, Sendable {
        let time: Int
        var level = "info"
        let event: String
        var message: String?
        var method: String?
        var path: String?
        var status: Int?
        var milliseconds: Double?
        var address: String?
        var caller: String?

        init(time: Int, event: String, message: String? = nil) {
            (self.time, self.event, self.message) = (time, event, message)
        }
    }

    init(_ context: CommandContext, isJSON: Bool) {
        let now = context.process.now
        console = context.console
        isQuiet = context.invocation.isOn(Flags.quiet)
        self.isJSON = isJSON
        self.now = now
        // When there are too many, the newest are kept, so that a slow terminal blocks nothing.
        let (lines, feed) = AsyncStream.makeStream(of: Line.self, bufferingPolicy: .bufferingNewest(10_000))
        (self.lines, self.feed) = (lines, feed)
        guard isJSON else {
            traffic = Traffic()
            return
        }
        traffic = Traffic { entry in
            var line = Line(time: now(), event: "request")
            (line.method, line.path, line.status) = (entry.method, entry.path, entry.status)
            line.milliseconds = (entry.seconds * 1e4).rounded() / 10
            (line.address, line.caller) = (entry.address, entry.caller)
            feed.yield(line)
        }
    }

    /// Logs a message for the user.
    func note(_ text: String) async {
        guard !isQuiet else { return }
        guard isJSON else { return await console.note(text) }
        feed.yield(Line(time: now(), event: "note", message: text))
    }

    /// Writes until ``finish()`` was called and everything is written.
    func run() async {
        for await line in lines {
            guard let text = try? JSONText.line(line) else { continue }
            await console.note(String(text.dropLast()))
        }
    }

    func finish() { feed.finish() }
}

/// Prints on standard error how to pair a device, and again for each new code.
package struct PairingDisplay {
    private let console: Console
    private let log: ServeLog
    private let pairing: PairingService
    private let sharing: Sharing

    init(console: Console, log: ServeLog, pairing: PairingService, sharing: Sharing) {
        self.console = console
        self.log = log
        self.pairing = pairing
        self.sharing = sharing
    }

    /// Returns when its task is cancelled.
    func run() async {
        if !sharing.isEncrypted, !sharing.isBehindProxy {
            await log.note(
                "Traffic is not encrypted: use --tls, or a network that you trust.")
        }
        for await invitation in await pairing.invitations() {
            let width = console.isTerminal ? console.columns : nil
            await log.note(
                Self.text(
                    pages: sharing.pages, link: sharing.link(invitation), invitation, width: width,
                    hasColor: console.hasColor))
        }
    }

    /// - Parameters:
    ///   - pages: The addresses of the pairing page, the best first.
    ///   - link: The content of the QR code.
    ///   - width: The width of the terminal in columns; nil prints no QR code.
    package static func text(
        pages: [String], link: String, _ invitation: Invitation, width: Int?, hasColor: Bool
    ) -> String {
        let others = pages.dropFirst()
        let words = """
            To pair a phone, open \(pages[0]) on it and type \(invitation.code) \
            (valid until \(Timestamp.time(invitation.expires)))\(others.isEmpty ? "." : ";")
            """ + (others.isEmpty ? "" : "\nother addresses of this machine: \(others.joined(separator: " "))")
        guard let width, let code = QRCode(link), code.side + 2 * QRCode.quiet <= width else { return words }
        return code.blocks(hasColor: hasColor) + words
    }
}
