import Espy

/// `espy shelf`: photos and films of bookshelves in, outlined and read spines out.
struct ShelfCommand {
    private let tool: Tool
    private let invocation: Invocation
    private let settings: Settings
    private let plan: ShelfPlan

    init(_ tool: Tool, _ invocation: Invocation) throws {
        (self.tool, self.invocation) = (tool, invocation)
        settings = try Settings(invocation, tool.surroundings)
        plan = try ShelfPlan(invocation, settings, tool.surroundings)
    }

    func run() async throws -> Exit {
        let engine: SpineEngine
        do throws(Problem) {
            engine = try await SpineEngine.load(settings, tool.surroundings)
        } catch {
            await tool.console.error(error.message)
            return .failed
        }
        await tell(engine)
        guard let text = await spineReader() else { return .failed }
        let session = ShelfSession(invocation, tool.surroundings, console: tool.console, engine.detection)
        let detector = engine.detector(confidence: plan.options.confidence) { session.record($0) }
        let exit = try await read(
            with: ShelfReader(
                options: plan.options, detector: detector, barcodes: BarcodeReader(), regions: TextFinder(),
                text: text.photos, clock: ContinuousClock()),
            {
                FilmJob(
                    plan: plan, surroundings: tool.surroundings, console: tool.console, path: $0,
                    detector: engine.detector(confidence: plan.options.confidence, effort: .quick) {
                        session.record($0)
                    }, text: text.frames, observe: session.record)
            },
            session)
        if let told = await session.close(), !plan.run.isQuiet { await tool.console.note(told) }
        return exit
    }

    private func read(
        with reader: ShelfReader, _ film: (String) -> FilmJob, _ session: ShelfSession
    ) async throws -> Exit {
        var report = ShelfReport(plan: plan, console: tool.console)
        let (plan, surroundings) = (plan, tool.surroundings)
        let threads = plan.run.threads > 0 ? plan.run.threads : Machine.processors
        for inputs in Self.runs(of: plan.run.inputs) {
            if case .file(let path)? = inputs.first, FilmSource.isFilm(inputs[0]) {
                try await report.add(try await film(path).run())
                continue
            }
            let some = plan.run.limited(to: inputs)
            let batch = BatchRun(plan: some, threads: threads, console: tool.console) { input, tell in
                try await ShelfJob(plan: plan, surroundings: surroundings, input: input, reader: reader).run {
                    tell(.init($0))
                }
            }
            try await batch.run {
                if let shelf = $0.value?.shelf { session.record(shelf) }
                try await report.add($0)
            }
        }
        return try await report.finish()
    }

    private struct Loaded {
        var photos: (any SpineReader)?
        var frames: (any SpineReader)?
    }

    /// What reads the spines. Without it they are outlined all the same; a list that cannot be used ends the run.
    private func spineReader() async -> Loaded? {
        let catalogue: Catalogue?
        do throws(Problem) {
            catalogue = try plan.text.catalogue()
        } catch {
            await tool.console.error("\(printable(plan.text.catalogueFile ?? "")): \(error.message)")
            return nil
        }
        do throws(TextError) {
            guard let engines = try plan.text.engines() else { return Loaded() }
            if let note = engines.note, !plan.run.isQuiet { await tool.console.note("espy: \(note)") }
            return Loaded(
                photos: plan.text.reader(engines, catalogue), frames: plan.text.reader(engines, catalogue, isLive: true)
            )
        } catch {
            if !plan.run.isQuiet { await tool.console.note("espy: spines are not read: \(Problem(error).message)") }
            return Loaded()
        }
    }

    /// Who asked for something is told why it is not so. Others are told when they want to hear more.
    private func tell(_ engine: SpineEngine) async {
        guard let note = engine.note, !plan.run.isQuiet else { return }
        if settings.spineChoice != nil || plan.run.isTalkative(tool.console) { await tool.console.note(note) }
    }

    /// Films one by one, since one takes all processors; the photos between them together.
    private static func runs(of inputs: [PhotoInput]) -> [[PhotoInput]] {
        var runs: [[PhotoInput]] = []
        for input in inputs {
            let isFilm = FilmSource.isFilm(input)
            if !isFilm, let last = runs.last, !FilmSource.isFilm(last[0]) {
                runs[runs.count - 1].append(input)
            } else {
                runs.append([input])
            }
        }
        return runs
    }
}

/// What `espy shelf` was asked to do.
struct ShelfPlan: Sendable {
    let run: RunPlan
    let options: ShelfOptions
    let text: ShelfText
    let history: HistoryKeeper
    /// Frames per second of a film that are looked at, at most.
    let filmRate: Int

    init(_ invocation: Invocation, _ settings: Settings, _ surroundings: Surroundings) throws {
        run = try RunPlan(invocation, settings)
        options = settings.shelfOptions
        text = ShelfText(settings, surroundings, photos: run.inputs.count)
        history = HistoryKeeper(settings, surroundings)
        filmRate = Int(settings.text(Flags.filmRate)) ?? 15
        guard run.photo == nil || !run.inputs.contains(where: FilmSource.isFilm) else {
            throw UsageError("-o draws on photos; leave it out for films", command: run.command)
        }
    }
}
