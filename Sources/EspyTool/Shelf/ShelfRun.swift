import Espy
import EspyApp
import EspyBase
import EspyPixels
import EspyText

/// Reads the photos and videos of a plan one after the other.
struct ShelfRun {
    let context: CommandContext
    let settings: Settings
    let plan: ShelfPlan

    /// - Parameter deliver: Called once for each input, in order.
    /// - Returns: false if a requested list is unusable. Then nothing was read, and the error was printed.
    func run(_ deliver: (ShelfOutcome) async throws -> Void) async throws -> Bool {
        let detectors = try await SpineDetectors.load(settings, context.process.environment)
        await report(detectors)
        guard let text = await spineReader() else { return false }
        let console = context.console
        let environment = context.process.given(context.invocation).environment
        let session = TelemetrySession(environment, detectors.detection, version: Version.number) { problem in
            Task { await console.error(problem.message) }
        }
        let detector = detectors.detector(confidence: plan.options.confidence) { session.record($0) }
        let task = ShelfTask(
            options: plan.options, detector: detector, text: text.photos, catalog: text.catalog)
        let video = { (path: String) in
            VideoJob(
                plan: plan, process: context.process, console: context.console, path: path,
                detector: detectors.detector(confidence: plan.options.confidence, effort: .quick) {
                    session.record($0)
                }, text: text.frames, observe: session.record)
        }
        try await read(with: task, video, session, deliver)
        if let note = await session.close(), !plan.run.isQuiet { await context.console.note(note) }
        return true
    }

    private func read(
        with task: ShelfTask, _ video: (String) -> VideoJob, _ session: TelemetrySession,
        _ deliver: (ShelfOutcome) async throws -> Void
    ) async throws {
        let (plan, process) = (plan, context.process)
        let threads = plan.run.threads > 0 ? plan.run.threads : process.processors
        for inputs in Self.runs(of: plan.run.inputs) {
            if case .file(let path)? = inputs.first, VideoSource.isVideo(inputs[0]) {
                try await deliver(try await video(path).run())
                continue
            }
            let some = plan.run.limited(to: inputs)
            let batch = BatchRun(plan: some, threads: threads, console: context.console) { input, progress in
                try await ShelfJob(plan: plan, process: process, input: input, task: task).run {
                    progress(.init($0))
                }
            }
            try await batch.run {
                if let shelf = $0.value?.shelf { session.record(shelf) }
                try await deliver($0)
            }
        }
    }

    private struct Loaded {
        var photos: (any SpineReader)?
        var frames: (any SpineReader)?
        var catalog: (any BookMatcher)?
    }

    /// The reader of spines. Without one, spines are still outlined; an unusable list ends the run.
    private func spineReader() async -> Loaded? {
        let catalog: (any BookMatcher)?
        do throws(Problem) {
            catalog = try plan.text.catalog()
            if let list = catalog as? Catalog, !plan.run.isQuiet {
                await context.console.report(list.notes, of: plan.text.catalogFile ?? "")
            }
        } catch {
            await context.console.error("\(printable(plan.text.catalogFile ?? "")): \(error.message)")
            return nil
        }
        do throws(TextError) {
            guard let readers = try plan.text.readers() else { return Loaded(catalog: catalog) }
            if let note = readers.note, !plan.run.isQuiet { await context.console.note("espy: \(note)") }
            return Loaded(
                photos: readers.reader(catalog), frames: readers.reader(catalog, isLive: true),
                catalog: catalog)
        } catch {
            if !plan.run.isQuiet {
                await context.console.note("espy: spine text is not read: \(Problem(error).message)")
            }
            return Loaded(catalog: catalog)
        }
    }

    /// Explains why a requested detector is not used; otherwise only in verbose output.
    private func report(_ detectors: SpineDetectors) async {
        guard let note = detectors.note, !plan.run.isQuiet else { return }
        if settings.spineChoice != nil || plan.run.isTalkative(context.console) { await context.console.note(note) }
    }

    /// Groups inputs: a video alone, because it takes all processors, and the photos between videos together.
    private static func runs(of inputs: [PhotoInput]) -> [[PhotoInput]] {
        var runs: [[PhotoInput]] = []
        for input in inputs {
            let isVideo = VideoSource.isVideo(input)
            if !isVideo, let last = runs.last, !VideoSource.isVideo(last[0]) {
                runs[runs.count - 1].append(input)
            } else {
                runs.append([input])
            }
        }
        return runs
    }
}

/// The validated arguments of `espy shelf`.
struct ShelfPlan: Sendable {
    let run: RunPlan
    let options: ShelfOptions
    let text: SpineText
    let history: HistoryRecorder
    /// Maximum number of processed frames per second of video.
    let videoRate: Int
    /// The catalog format for the books.
    let table: BookTableForm?
    /// The place of the shelves.
    let place: ShelfPlace?

    /// - Parameters:
    ///   - photos: The number of photos in the run; nil for the operands.
    ///   - history: Overrides the settings for the history; nil uses them.
    init(
        _ invocation: Invocation, _ settings: Settings, _ process: ProcessEnvironment, photos: Int? = nil,
        history: HistoryRecorder? = nil
    ) throws {
        run = try RunPlan(invocation, settings, process)
        options = settings.shelfOptions
        text = SpineText(
            settings, process.environment, photos: photos ?? run.inputs.count, encoding: invocation.encoding)
        self.history = history ?? HistoryRecorder(settings, process.environment)
        videoRate = Int(settings.text(.videoRate)) ?? 15
        table = invocation.value(Flags.bookTable).flatMap(BookTableForm.init)
        place = invocation.value(Flags.shelfPlace).flatMap(ShelfPlace.init)
        if place != nil, history == nil, !settings.isOn(.history) {
            throw UsageError(
                "--place needs the history, which is off; leave it out, or add --history", command: run.command)
        }
        if table != nil, run.json || run.results != nil {
            throw UsageError("--table and --json exclude each other; choose one", command: run.command)
        }
        if table != nil, case .folder = run.csv {
            throw UsageError(
                "--table gives one table for all inputs; give --csv the name of a file", command: run.command)
        }
        guard run.photo == nil || !run.inputs.contains(where: VideoSource.isVideo) else {
            throw UsageError("-o works for photos only; leave it out for videos", command: run.command)
        }
    }
}

/// Reads one photo of a shelf, and writes its files.
struct ShelfJob: Sendable {
    let plan: ShelfPlan
    let process: ProcessEnvironment
    let input: PhotoInput
    let task: ShelfTask

    /// - Parameter progress: Called with the completed fraction, from 0 to 1, on any thread.
    /// - Throws: Only `CancellationError`. Other errors become part of the outcome.
    func run(_ progress: @escaping @Sendable (Double) -> Void) async throws -> ShelfOutcome {
        let outcome = try await ShelfOutcome(input) { outcome in
            let photo = try input.photo(process)
            let image = photo.image
            outcome.source = photo.source
            try Task.checkCancellation()
            progress(0.2)
            let shelf = try await read(photo)
            try Task.checkCancellation()
            progress(0.8)
            outcome.value = ShelfFinding(shelf: shelf)
            outcome.unkept = await plan.history.save(
                shelf, plan.options, of: image, named: input.name, place: plan.place)
            if let photo = plan.run.photo { outcome.files.append(try write(shelf, image, to: photo)) }
            if let table = try plan.run.csv?.writeTable(shelf.csv(), stem: "\(input.stem).spines") {
                outcome.files.append(table)
            }
        }
        progress(1)
        return outcome
    }

    private func read(_ photo: DecodedPhoto) async throws -> Shelf {
        do throws(ShelfError) {
            return try await task.run(photo)
        } catch .cancelled {
            throw CancellationError()
        } catch {
            throw Problem(error)
        }
    }

    private func write(_ shelf: Shelf, _ image: RGBImage, to photo: OutputTarget) throws -> String {
        let annotated = ShelfAnnotator().annotate(shelf, on: image)
        try Task.checkCancellation()
        return try photo.write(annotated, stem: input.stem)
    }
}
