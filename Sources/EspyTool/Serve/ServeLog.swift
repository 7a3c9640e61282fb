import EspyApp
package import EspyServer

/// What the server says while it runs: lines for people, or lines of JSON for a journal, with one for each request.
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
        let now = context.surroundings.now
        console = context.console
        isQuiet = context.invocation.isOn(Flags.quiet)
        self.isJSON = isJSON
        self.now = now
        // Of a flood, what is newest is kept; nobody waits for a slow terminal.
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

    /// Something that people may want to know.
    func note(_ text: String) async {
        guard !isQuiet else { return }
        guard isJSON else { return await console.note(text) }
        feed.yield(Line(time: now(), event: "note", message: text))
    }

    /// Writes until ``finish()`` was called and all is written.
    func run() async {
        for await line in lines {
            guard let text = try? JSONText.line(line) else { continue }
            await console.note(String(text.dropLast()))
        }
    }

    func finish() { feed.finish() }
}

/// Says on standard error how another device gets in, anew whenever there is a new code.
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
    ///   - pages: those for pairing, the best first.
    ///   - link: what the picture says.
    ///   - width: in columns; nil where nobody looks, and no picture is of any use.
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
