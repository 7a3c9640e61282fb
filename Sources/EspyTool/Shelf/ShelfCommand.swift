import Espy

/// `espy shelf`: photos of bookshelves in, outlined spines out.
struct ShelfCommand {
    private let tool: Tool
    private let invocation: Invocation
    private let settings: Settings
    private let plan: ShelfPlan

    init(_ tool: Tool, _ invocation: Invocation) throws {
        (self.tool, self.invocation) = (tool, invocation)
        settings = try Settings(invocation, tool.surroundings)
        plan = try ShelfPlan(invocation, settings)
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
        let shadow = engine.detection.hidden == nil ? nil : ShadowLog(engine.detection, invocation, tool)
        let detector = engine.detector(confidence: plan.options.confidence) { shadow?.add($0) }
        let exit = try await read(with: detector)
        if let told = await shadow?.finish(), !plan.run.isQuiet { await tool.console.note(told) }
        return exit
    }

    private func read(with detector: any SpineDetector) async throws -> Exit {
        var report = ShelfReport(plan: plan, console: tool.console)
        let (plan, surroundings) = (plan, tool.surroundings)
        let threads = plan.run.threads > 0 ? plan.run.threads : Machine.processors
        let batch = BatchRun(plan: plan.run, threads: threads, console: tool.console) { input, tell in
            try await ShelfJob(plan: plan, detector: detector, surroundings: surroundings, input: input)
                .run { tell(.init($0)) }
        }
        try await batch.run { try await report.add($0) }
        return try await report.finish()
    }

    /// Who asked for something is told why it is not so. Others are told when they want to hear more.
    private func tell(_ engine: SpineEngine) async {
        guard let note = engine.note, !plan.run.isQuiet else { return }
        if settings.spineChoice != nil || plan.run.isTalkative(tool.console) { await tool.console.note(note) }
    }
}

/// What `espy shelf` was asked to do.
struct ShelfPlan: Sendable {
    let run: RunPlan
    let options: ShelfOptions

    init(_ invocation: Invocation, _ settings: Settings) throws {
        run = try RunPlan(invocation, settings)
        options = settings.shelfOptions
    }
}
