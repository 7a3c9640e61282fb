import Espy
import EspyApp
import EspyInference
import EspySystem

/// The work of a command on each photo in a worker, without files and history.
struct WorkerVerb: Sendable {
    let name: String
    /// Maximum number of photos in progress.
    let inFlight: Int
    /// Tasks of the models that may be used.
    let tasks: Set<ModelEntry.Task>
    /// Limitations of this installation.
    var notes: [String] = []
    /// - Throws: Only `CancellationError`.
    let answer: @Sendable (PhotoInput) async throws -> WorkerOutcome
}

/// The outcome of one photo: the command's `--json` result, or an error.
struct WorkerOutcome: Sendable {
    let answer: (any Encodable & Sendable)?
    let problem: Problem?

    init(answer: (any Encodable & Sendable)?, problem: Problem?) { (self.answer, self.problem) = (answer, problem) }

    init<Value, Answer: Encodable & Sendable>(_ outcome: PhotoOutcome<Value>, _ answer: (Value, String) -> Answer) {
        let name = outcome.input.name
        self.answer = outcome.value.map { OutcomeJSON(file: name, answer: answer($0, name), error: nil) }
        problem = outcome.problem
    }
}

extension WorkerVerb {
    static func rack(_ context: CommandContext) throws -> WorkerVerb {
        let process = context.process
        let plan = try RackPlan(context.invocation, process, history: HistoryRecorder(process.environment))
        return WorkerVerb(name: "rack", inFlight: process.processors, tasks: []) { input in
            let outcome = try await RackJob(plan: plan, process: process, input: input).run { _ in }
            return WorkerOutcome(outcome) { RackAnswer($0, file: $1) }
        }
    }

    /// One photo at a time, because the models use all threads.
    static func count(_ context: CommandContext, _ engine: CountEngine) async throws -> WorkerVerb {
        let process = context.process
        let plan = try CountPlan(context.invocation, process, history: HistoryRecorder(process.environment))
        let most = context.invocation.value(named: "max-memory").flatMap { Int($0) } ?? .max
        let counter = CountService(
            engine: engine, environment: process.environment,
            looksOnce: most < MemoryShare.enoughToLookTwice >> 20)
        try await counter.load(for: plan.task)
        return WorkerVerb(name: "count", inFlight: 1, tasks: ModelEntry.Task.counting) { input in
            let job = CountJob(plan: plan, process: process, input: input, counter: counter)
            return WorkerOutcome(try await job.run { _ in }) { CountAnswer($0, file: $1) }
        }
    }

    static func shelf(_ context: CommandContext) async throws -> WorkerVerb {
        let (process, photos) = (context.process, context.process.processors)
        let settings = try Settings(context.invocation, process)
        let plan = try ShelfPlan(
            context.invocation, settings, process, photos: photos,
            history: HistoryRecorder(process.environment))
        let detectors = try await SpineDetectors.load(settings, process.environment)
        let text = try plan.text.photoReader()
        let task = ShelfTask(
            options: plan.options, detector: detectors.detector(confidence: plan.options.confidence), text: text.reader)
        let tasks: Set<ModelEntry.Task> = [.spines, .textDetector, .textRecognizer]
        let notes = [detectors.note, text.note].compactMap(\.self)
        return WorkerVerb(name: "shelf", inFlight: photos, tasks: tasks, notes: notes) { input in
            let job = ShelfJob(plan: plan, process: process, input: input, task: task)
            return WorkerOutcome(try await job.run { _ in }) { ShelfFindingAnswer(finding: $0, file: $1) }
        }
    }

    static func tag(_ context: CommandContext) async throws -> WorkerVerb {
        let (process, photos) = (context.process, context.process.processors)
        let settings = try Settings(context.invocation, process)
        let analyzer = try await AnalyzerLoader.load(settings, process.environment, jobs: photos, isKept: false)
        let archive = TagJob.archive(context.invocation)
        let tasks: Set<ModelEntry.Task> = [
            .tagger, .detector, .classifier, .textDetector, .textRecognizer, .faceDetector,
        ]
        return WorkerVerb(name: "tag", inFlight: photos, tasks: tasks) { input in
            let job = TagJob(process: process, input: input, analyzer: analyzer, csv: nil, archive: archive)
            return WorkerOutcome(try await job.run { _ in }) { found, _ in found.answer }
        }
    }
}

extension ModelEntry.Task {
    fileprivate static let counting: Set<ModelEntry.Task> = [
        .detector, .embedder, .seekerStem, .seekerContext, .seekerMaps, .seekerExample, .seekerFind, .seekerPropose,
        .seekerDescribe, .outliner,
    ]
}

extension SpineText {
    /// The reader of spines on photos. Without one, spines are still outlined, and the note explains why.
    ///
    /// - Throws: Why a list of books is unusable.
    fileprivate func photoReader() throws(Problem) -> (reader: (any SpineReader)?, note: String?) {
        let catalog = try catalog()
        do throws(TextError) {
            guard let readers = try readers() else { return (nil, nil) }
            return (readers.reader(catalog), readers.note)
        } catch {
            return (nil, "spine text is not read: \(Problem(error).message)")
        }
    }
}
