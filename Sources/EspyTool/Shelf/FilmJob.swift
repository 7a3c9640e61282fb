import Espy
import EspyApp
import EspyPixels
import EspySystem

/// Follows the books of one film from the first frame to the last.
struct FilmJob {
    let plan: ShelfPlan
    let surroundings: Surroundings
    let console: Console
    let path: String
    let detector: any SpineDetector
    /// Reads the spines; nil: nobody does.
    let text: (any SpineReader)?
    /// Told of the result of each frame.
    let observe: @Sendable (Shelf) -> Void

    /// - Returns: the books; with `--json`, every frame was written as it came.
    /// - Throws: `CancellationError`, or what standard output says.
    func run() async throws -> ShelfOutcome {
        var options = ShelfStreamOptions(confidence: plan.options.confidence)
        // Every frame gets all of its layers, and the same film always the same answer.
        options.waits = true
        let stream = ShelfStream(
            detector: detector, text: TextFinder(), reading: text, options: options,
            clock: ContinuousClock(), observe: observe)
        return try await ShelfOutcome(.file(path)) { outcome in
            var seen: (width: Int, height: Int) = (0, 0)
            let failure = await Self.failure { try await follow(stream) { seen = ($0.width, $0.height) } }
            await console.setBar("")
            if failure is CancellationError { throw CancellationError() }
            let books = await stream.books()
            // What was seen until then is worth telling, also of a film that is damaged.
            if failure == nil || !books.isEmpty {
                let shelf = Shelf(books, width: seen.width, height: seen.height)
                outcome.value = ShelfFinding(shelf: shelf, books: books)
                let stem = "\(outcome.input.stem).spines"
                if let table = try plan.run.csv?.writeTable(shelf.csv(), stem: stem) { outcome.files.append(table) }
            }
            if let failure { throw failure }
        }
    }

    private static func failure(_ work: () async throws -> Void) async -> (any Error)? {
        do {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    /// - Parameter see: told of each frame that was looked at.
    private func follow(_ stream: ShelfStream, _ see: (RGBImage) -> Void) async throws {
        var source = try FilmSource(path, rate: plan.filmRate, surroundings)
        defer { source.close() }
        var progress = FilmProgress(plan.run, console, name: path)
        while let (image, time) = try source.next() {
            let shelf = await stream.look(at: image, time: time)
            try Task.checkCancellation()
            see(image)
            if plan.run.json, shelf.outcome == .processed {
                try await console.answer(try JSONText.line(ShelfAnswer(shelf, file: path)))
            }
            await progress.step(shelf)
        }
    }
}

extension Shelf {
    /// Books that were seen one after the other, as if they were in one picture.
    fileprivate init(_ books: [SeenBook], width: Int, height: Int) {
        self.init(
            width: width, height: height,
            spines: books.map {
                Spine(
                    id: $0.id, quad: $0.quad, row: $0.row, confidence: $0.confidence, reading: $0.reading,
                    isbn: $0.isbn)
            })
    }
}

/// Says now and then how far a film is.
private struct FilmProgress {
    /// Seconds of the film from one line to the next.
    private static let pause = 10.0

    private let console: Console
    private let name: String
    private let showsBar: Bool
    private let showsLines: Bool
    private var nextLine = pause

    init(_ plan: RunPlan, _ console: Console, name: String) {
        self.console = console
        self.name = printable(Path.name(of: name))
        showsBar = plan.progress == "auto" && console.isTerminal && !plan.isQuiet
        showsLines = plan.progress == "plain" && !plan.isQuiet
    }

    mutating func step(_ shelf: Shelf) async {
        let seconds = Int(shelf.time)
        let text = "\(name): \(seconds / 60) min \(seconds % 60) s, \(shelf.spines.count) spines in sight"
        if showsBar { await console.setBar(text) }
        guard showsLines, shelf.time >= nextLine else { return }
        nextLine += Self.pause
        await console.note(text)
    }
}
