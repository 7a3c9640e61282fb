import Espy

/// `espy shelf compare`: both detectors on the same photos.
struct CompareCommand {
    private let tool: Tool
    private let plan: RunPlan
    private let confidence: Double
    private let truthPath: String?

    init(_ tool: Tool, _ invocation: Invocation) throws {
        self.tool = tool
        let settings = try Settings(invocation, tool.surroundings)
        plan = try RunPlan(invocation, settings)
        confidence = settings.shelfOptions.confidence
        truthPath = invocation.value(Flags.truth)
    }

    func run() async throws -> Exit {
        let (truth, trained): (TruthFiles?, TrainedSpineDetector)
        do throws(Problem) {
            truth = try truthPath.map { path throws(Problem) in try TruthFiles(path) }
            trained = try await detector()
        } catch {
            await tool.console.error(error.message)
            return .failed
        }
        let (confidence, surroundings) = (confidence, tool.surroundings)
        let threads = plan.threads > 0 ? plan.threads : Machine.processors
        let batch = BatchRun(plan: plan, threads: threads, console: tool.console) { input, _ in
            try await CompareJob(
                classical: SeparatorDetector(), trained: trained, truth: truth, confidence: confidence,
                surroundings: surroundings, input: input
            ).run()
        }
        var outcomes: [CompareOutcome] = []
        try await batch.run { outcome in
            await explain(outcome)
            outcomes.append(outcome)
        }
        return try await answer(outcomes)
    }

    private func detector() async throws(Problem) -> TrainedSpineDetector {
        do throws(InferenceError) {
            return try await SpineEngine.trained(tool.surroundings)
        } catch {
            throw Problem(error)
        }
    }

    private func explain(_ outcome: CompareOutcome) async {
        let name = printable(outcome.input.name)
        if let problem = outcome.problem {
            await tool.console.error("\(name): \(problem.message)")
        } else if outcome.agreement == nil, !plan.isQuiet {
            await tool.console.note("\(name): left out, since --truth says nothing of it")
        }
    }

    private func answer(_ outcomes: [CompareOutcome]) async throws -> Exit {
        let report = CompareReport(outcomes)
        if plan.json || !report.photos.isEmpty {
            try await tool.console.answer(plan.json ? try JSONText.line(report) : report.text)
        }
        if outcomes.contains(where: { $0.problem != nil }) { return .failed }
        return report.photos.isEmpty ? .incomplete : .complete
    }
}
