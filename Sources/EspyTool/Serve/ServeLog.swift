import EspyApp
import EspyServer

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
