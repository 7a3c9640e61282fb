import Espy

/// `espy shelf`: photos of bookshelves in, outlined spines out.
struct ShelfCommand {
    private let tool: Tool
    private let plan: ShelfPlan

    init(_ tool: Tool, _ invocation: Invocation) throws {
        self.tool = tool
        plan = try ShelfPlan(invocation, tool.surroundings)
    }

    func run() async throws -> Exit {
        var report = ShelfReport(plan: plan, console: tool.console)
        let (plan, surroundings) = (plan, tool.surroundings)
        let threads = plan.run.threads > 0 ? plan.run.threads : Machine.processors
        guard let text = await spineReader() else { return .failed }
        let reader = ShelfReader(
            options: plan.options, barcodes: BarcodeReader(), text: text.reader, clock: ContinuousClock())
        let batch = BatchRun(plan: plan.run, threads: threads, console: tool.console) { input, tell in
            try await ShelfJob(plan: plan, surroundings: surroundings, input: input, reader: reader).run {
                tell(.init($0))
            }
        }
        try await batch.run { try await report.add($0) }
        return try await report.finish()
    }

    private struct Loaded {
        let reader: (any SpineReader)?
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
            return Loaded(reader: try plan.text.reader(catalogue))
        } catch {
            if !plan.run.isQuiet { await tool.console.note("espy: spines are not read: \(Problem(error).message)") }
            return Loaded(reader: nil)
        }
    }
}

/// What `espy shelf` was asked to do.
struct ShelfPlan: Sendable {
    let run: RunPlan
    let options: ShelfOptions
    let text: ShelfText
    let history: HistoryKeeper

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws {
        let settings = try Settings(invocation, surroundings)
        run = try RunPlan(invocation, settings)
        options = settings.shelfOptions
        text = ShelfText(settings, surroundings, photos: run.inputs.count)
        history = HistoryKeeper(settings, surroundings)
    }
}
