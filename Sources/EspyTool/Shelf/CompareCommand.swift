import Espy
import EspyApp
import EspyPixels
import EspySystem
import EspyTrials
import Foundation

extension Flags {
    package static let truth = Flag(
        "truth", value: FlagValue("FILE", .path),
        help: "Ground truth: a JSON file with an object per photo, or a folder with NAME.json for each photo.")
    package static let asFrames = Flag(
        "frames", help: "Look as at frames of a video: the quick detector without its trained judge, and with it.")
}

extension Command {
    static let shelfCompare = Command(
        "shelf compare", "compare both spine detectors",
        details: [
            """
            Runs both detectors on the same photos. Without --truth, reports how far they agree. With it, reports how \
            many spines each finds, how often each is wrong, and whether the difference may be chance: McNemar's test \
            over spines, Newcombe's interval, and a bootstrap interval over photos.
            """,
            """
            Truth is JSON: {"photo": "a.jpg", "width": 960, "rows": [{"y": 460, "spines": [[20.5, 63.9]], "optional": \
            []}]} has intervals along rows of pixels, which a spine must cover to 70%; {"photo": "a.jpg", "width": \
            960, "spines": [{"quad": [[9, 5], [41, 5], [41, 300], [9, 300]], "cut": false}]} has outlines, which must \
            be covered to 50%. What is optional or cut is not counted either way. Several photos make a list of such \
            objects, or a folder with NAME.json for NAME.jpg. Photos without truth are left out, with a note.
            """,
        ],
        operands: .photos("PHOTO"),
        flags: [
            Flags.truth, Flags.asFrames, Flags.spineConfidence, Flags.json, Flags.threads, Flags.maxMemory,
            Flags.progress, Flags.config, Flags.quiet, Flags.verbose, Flags.help,
        ],
        examples: [
            Example("espy shelf compare living-room/", "measure how far both agree on a folder of photos"),
            Example("espy shelf compare shelves/ --truth marked/ --json", "compare both with ground truth, as JSON"),
        ]
    ) { try await CompareCommand($0).run() }
}

/// `espy shelf compare`: compares both detectors on the same photos.
private struct CompareCommand {
    private let context: CommandContext
    private let plan: RunPlan
    private let confidence: Double
    private let truthPath: String?

    init(_ context: CommandContext) throws {
        self.context = context
        let settings = try Settings(context.invocation, context.process)
        plan = try RunPlan(context.invocation, settings, context.process)
        confidence = settings.shelfOptions.confidence
        truthPath = context.invocation.value(Flags.truth)
    }

    func run() async throws -> Exit {
        let truth = try truthPath.map { try TruthFiles($0) }
        let (classical, trained) = try await detectors()
        let (confidence, process) = (confidence, context.process)
        let threads = plan.threads > 0 ? plan.threads : Machine.processors
        let batch = BatchRun(plan: plan, threads: threads, console: context.console) { input, _ in
            try await CompareJob(
                classical: classical, trained: trained, truth: truth, confidence: confidence,
                process: process, input: input
            ).run()
        }
        var outcomes: [CompareOutcome] = []
        try await batch.run { outcome in
            await explain(outcome)
            outcomes.append(outcome)
        }
        return try await answer(outcomes)
    }

    private func detectors() async throws -> (classical: any SpineDetector, trained: any SpineDetector) {
        guard context.invocation.isOn(Flags.asFrames) else {
            return (SeparatorDetector(), try await SpineDetectors.trained(context.process.environment))
        }
        return (SeparatorDetector(effort: .quick), SeparatorDetector(effort: .quick, isJudged: true))
    }

    private func explain(_ outcome: CompareOutcome) async {
        let name = printable(outcome.input.name)
        if let problem = outcome.problem {
            await context.console.error("\(name): \(problem.message)")
        } else if outcome.agreement == nil, !plan.isQuiet {
            await context.console.note("\(name): left out, because it is not in --truth")
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

/// The results of both detectors for one photo.
private struct CompareOutcome: Sendable {
    let input: PhotoInput
    /// The agreement of the outlines, with the classical detector as the first; nil for an unreadable photo.
    var agreement: SpineAgreement?
    /// Nil without truth.
    var frame: ComparedFrame?
    var problem: Problem?

    init(input: PhotoInput) { self.input = input }
}

/// Runs both detectors on one photo.
private struct CompareJob: Sendable {
    let classical: any SpineDetector
    let trained: any SpineDetector
    let truth: TruthFiles?
    let confidence: Double
    let process: ProcessEnvironment
    let input: PhotoInput

    /// - Throws: Only `CancellationError`. Other errors become part of the outcome.
    func run() async throws -> CompareOutcome {
        var outcome = CompareOutcome(input: input)
        do throws(Problem) {
            let known = try truth?.truth(of: input)
            if truth != nil, known == nil { return outcome }
            let image = try input.picture(process)
            let first = await quads(classical, image)
            let second = await quads(trained, image)
            guard let first, let second else { throw Problem(ShelfError.cancelled) }
            outcome.agreement = SpineAgreement(first, second)
            outcome.frame = known.map { $0.frame(first, second, width: image.width) }
        } catch {
            outcome.problem = error
        }
        try Task.checkCancellation()
        return outcome
    }

    /// Nil if the task was cancelled.
    private func quads(_ detector: any SpineDetector, _ image: RGBImage) async -> [Quad]? {
        try? await detector.spines(in: image).filter { $0.confidence >= confidence }.map(\.quad)
    }
}

/// The result of `espy shelf compare`.
private struct CompareReport: Encodable {
    /// The version of this format. It does not change when keys are added; none are renamed or removed.
    static let schema = 1

    struct Photo: Encodable {
        let file: String
        let agreement: SpineAgreement
        /// The number of true spines; nil without truth, like the others.
        var spines: Int?
        var classical: Found?
        var trained: Found?

        struct Found: Encodable {
            let found: Int
            let right: Int
        }
    }

    let schema = CompareReport.schema
    let photos: [Photo]
    /// Over all photos; the classical detector is the first.
    let agreement: SpineAgreement
    /// Nil without truth.
    let comparison: PairedComparison?

    init(_ outcomes: [CompareOutcome]) {
        photos = outcomes.compactMap { outcome in
            outcome.agreement.map { Photo(outcome.input.name, $0, outcome.frame) }
        }
        agreement = photos.reduce(SpineAgreement()) { $0 + $1.agreement }
        let frames = outcomes.compactMap(\.frame)
        comparison = frames.isEmpty ? nil : PairedComparison(frames, first: "classical", second: "trained")
    }

    /// The result as text.
    var text: String {
        let isJudged = comparison != nil
        let titles = isJudged ? ["spines", "classical", "trained"] : ["both", "only classical", "only trained"]
        var lines = ["".padded(to: 32) + titles.map { $0.aligned(16) }.joined()]
        lines += photos.map { photo in
            let name = printable(Path.name(of: photo.file))
            return (name.count > 30 ? "…" + name.suffix(29) : name).padded(to: 32)
                + photo.numbers.map { $0.aligned(16) }.joined()
        }
        guard let comparison else {
            let numbers = [agreement.both, agreement.onlyFirst, agreement.onlySecond].map { "\($0)".aligned(16) }
            lines.append("all".padded(to: 32) + numbers.joined())
            if let share = agreement.share {
                let percent = Int((100 * share).rounded())
                lines.append("both outline \(percent)% of all spines that either outlines")
            }
            return lines.joined(separator: "\n") + "\n"
        }
        return lines.joined(separator: "\n") + "\n\n" + comparison.text
    }
}

extension CompareReport.Photo {
    fileprivate init(_ file: String, _ agreement: SpineAgreement, _ frame: ComparedFrame?) {
        self.init(file: file, agreement: agreement)
        guard let frame else { return }
        spines = frame.truth.count
        classical = Found(found: frame.firstCount, right: frame.truth.count { $0.first })
        trained = Found(found: frame.secondCount, right: frame.truth.count { $0.second })
    }

    /// `12 of 13` found outlines are correct.
    fileprivate var numbers: [String] {
        guard let spines, let classical, let trained else {
            return [agreement.both, agreement.onlyFirst, agreement.onlySecond].map(String.init)
        }
        return ["\(spines)"] + [classical, trained].map { "\($0.right) of \($0.found)" }
    }
}

extension String {
    fileprivate func aligned(_ width: Int) -> String { String(repeating: " ", count: max(1, width - count)) + self }
}

/// The true spines of photos, from the file or folder of `--truth`.
private struct TruthFiles: Sendable {
    private let folder: String?
    /// By the name of the photo without its extension.
    private let byStem: [String: ShelfTruth]
    /// From a file for a single photo that does not name it.
    private let only: ShelfTruth?

    /// Maximum size of a file, in bytes.
    private static let limit = 16 << 20

    init(_ path: String) throws(Problem) {
        if Files.isFolder(path) {
            (folder, byStem, only) = (path, [:], nil)
            return
        }
        let truths = try Self.read(path)
        folder = nil
        byStem = Dictionary(
            truths.compactMap { truth in truth.photo.map { (Path.stem(of: $0), truth) } }, uniquingKeysWith: { $1 })
        only = truths.count == 1 && truths[0].photo == nil ? truths[0] : nil
    }

    /// Nil if there is no truth for the photo.
    func truth(of input: PhotoInput) throws(Problem) -> ShelfTruth? {
        guard let folder else { return byStem[input.stem] ?? only }
        let path = Path.join(folder, input.stem + ".json")
        return Files.exists(path) ? try Self.read(path).first : nil
    }

    private static func read(_ path: String) throws(Problem) -> [ShelfTruth] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: limit)
        } catch {
            throw .named(error, "truth")
        }
        let isList = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
        do {
            let decoder = JSONDecoder()
            if isList { return try decoder.decode([ShelfTruth].self, from: Data(bytes)) }
            return [try decoder.decode(ShelfTruth.self, from: Data(bytes))]
        } catch {
            throw Problem("truth", "\(printable(path)): \(JSONFault.text(error)); see “espy help shelf compare”")
        }
    }
}
