import Espy
import EspyApp
import EspySystem
import EspyTrials

extension Flags {
    package static let truth = Flag(
        "truth", value: FlagValue("FILE", .path),
        help: """
            Where the spines really are: a JSON file with an object for the photo, or a list of such objects, or a \
            folder with NAME.json for each photo.
            """)
}

extension Command {
    static let shelfCompare = Command(
        "shelf compare", "hold both detectors of spines against each other",
        details: [
            """
            Both detectors look at the same photos. Without --truth the answer is how far they agree. With it, it is \
            how many spines each finds and how often each is wrong, and whether the difference may be chance: \
            McNemar's test over spines, Newcombe's interval, and one from drawing whole photos again (bootstrap).
            """,
            """
            Truth is JSON: {"photo": "a.jpg", "width": 960, "rows": [{"y": 460, "spines": [[20.5, 63.9]], "optional": \
            []}]} has intervals along rows of pixels, which a spine must cover to 70 %; {"photo": "a.jpg", "width": \
            960, "spines": [{"quad": [[9, 5], [41, 5], [41, 300], [9, 300]], "cut": false}]} has outlines, which must \
            be covered to 50 %. What is optional or cut is not counted either way. Several photos make a list of such \
            objects, or a folder with NAME.json for NAME.jpg. Photos without truth are left out, with a note.
            """,
        ],
        operands: .photos("PHOTO"),
        flags: [
            Flags.truth, Flags.spineConfidence, Flags.json, Flags.threads, Flags.maxMemory, Flags.progress,
            Flags.config, Flags.quiet,
            Flags.verbose, Flags.help,
        ],
        examples: [
            Example("espy shelf compare living-room/", "how far both agree on a folder of photos"),
            Example("espy shelf compare shelves/ --truth marked/ --json", "who finds more, for a script"),
        ]
    ) { try await CompareCommand($0).run() }
}

/// `espy shelf compare`: both detectors on the same photos.
struct CompareCommand {
    private let context: CommandContext
    private let plan: RunPlan
    private let confidence: Double
    private let truthPath: String?

    init(_ context: CommandContext) throws {
        self.context = context
        let settings = try Settings(context.invocation, context.surroundings)
        plan = try RunPlan(context.invocation, settings, context.surroundings)
        confidence = settings.shelfOptions.confidence
        truthPath = context.invocation.value(Flags.truth)
    }

    func run() async throws -> Exit {
        let truth = try truthPath.map { try TruthFiles($0) }
        let trained = try await SpineDetectors.trained(context.surroundings.environment)
        let (confidence, surroundings) = (confidence, context.surroundings)
        let threads = plan.threads > 0 ? plan.threads : Machine.processors
        let batch = BatchRun(plan: plan, threads: threads, console: context.console) { input, _ in
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

    private func explain(_ outcome: CompareOutcome) async {
        let name = printable(outcome.input.name)
        if let problem = outcome.problem {
            await context.console.error("\(name): \(problem.message)")
        } else if outcome.agreement == nil, !plan.isQuiet {
            await context.console.note("\(name): left out, since --truth says nothing of it")
        }
    }

    private func answer(_ outcomes: [CompareOutcome]) async throws -> Exit {
        let report = CompareReport(outcomes)
        if plan.json || !report.photos.isEmpty {
            try await context.console.answer(plan.json ? try JSONText.line(report) : report.text)
        }
        if outcomes.contains(where: { $0.problem != nil }) { return .failed }
        return report.photos.isEmpty ? .incomplete : .complete
    }
}
