import Espy
import EspyApp

extension Command {
    static let galleryTag = Command(
        "gallery tag", "print the tags, colors and quality of photos",
        details: [
            """
            Tags come from a trained model, from rules, and from detectors and classifiers installed with “espy \
            models”. Each tag has a confidence, a category and a source; tags that are often wrong are left out, so \
            some photos get none. Colors are named after sixteen base colors, with their share of the area, the \
            largest first. The JSON also contains the text on documents and screenshots, faces, and codes.
            """,
            """
            Standard output is CSV: name,category,confidence,source, one line per tag and color. With several inputs, \
            the first column, file, names the photo. This command needs no library and saves nothing.
            """,
        ],
        operands: .photos,
        flags: [
            Flags.tagThreshold, Flags.pageLanguage, Flags.json, Flags.tagCSV, Flags.quiet, Flags.verbose, Flags.help,
            Flags.helpAll,
        ],
        groups: [
            FlagGroup("Models", [Flags.tagger, Flags.objectDetector, Flags.classifier, Flags.faces]),
            FlagGroup("Input and output", [Flags.archive] + Flags.inputLists),
            FlagGroup("Running", [Flags.threads, Flags.maxMemory, Flags.progress, Flags.config]),
        ],
        examples: [
            Example("espy gallery tag beach.jpg", "print a table of tags and colors"),
            Example(
                "espy gallery tag --json *.jpg | jq -r '[.file, .tags[0].name] | @tsv'",
                """
                print one value per photo
                """),
        ]
    ) { try await TagCommand($0).run() }
}

/// `espy gallery tag`: tags photos without a library.
private struct TagCommand {
    private let context: CommandContext
    private let settings: Settings
    private let plan: RunPlan

    init(_ context: CommandContext) throws(UsageError) {
        self.context = context
        settings = try Settings(context.invocation, context.process)
        plan = try RunPlan(context.invocation, settings, context.process)
    }

    func run() async throws -> Exit {
        let threads = plan.threads > 0 ? plan.threads : context.process.processors
        let analyzer = try await AnalyzerLoader.load(
            settings, context.process.environment, jobs: threads, isKept: false)
        var report = TagReport(plan: plan, console: context.console)
        let (plan, process) = (plan, context.process)
        let archive = TagJob.archive(context.invocation)
        let batch = BatchRun(plan: plan, threads: threads, console: context.console) { input, progress in
            try await TagJob(
                process: process, input: input, analyzer: analyzer, csv: plan.csv, archive: archive
            ).run { progress(.init($0)) }
        }
        try await batch.run { try await report.add($0) }
        return try await report.finish()
    }
}

/// Tags one photo: reads it, analyzes it, and writes its files.
struct TagJob: Sendable {
    let process: ProcessEnvironment
    let input: PhotoInput
    let analyzer: PhotoAnalyzer
    /// The destination of the table; nil if not requested.
    let csv: OutputTarget?
    /// The amount of detail for an archive that a gallery can import.
    let archive: ArchiveFacts.Detail?

    static func archive(_ invocation: Invocation) -> ArchiveFacts.Detail? {
        invocation.value(Flags.archive).flatMap(ArchiveFacts.Detail.init)
    }

    /// - Parameter progress: Called with the completed fraction, from 0 to 1, on any thread.
    /// - Throws: Only `CancellationError`. Other errors become part of the outcome.
    func run(_ progress: @escaping @Sendable (Double) -> Void) async throws -> TagOutcome {
        try await TagOutcome(input) { outcome in
            let bytes = try input.bytes(process)
            try Task.checkCancellation()
            let found = try describe(bytes)
            outcome.value = found
            outcome.source = found.source
            if let table = try csv?.writeTable(found.csv, stem: "\(input.stem).tags") {
                outcome.files.append(table)
            }
            progress(1)
        }
    }

    private func describe(_ bytes: [UInt8]) throws(Problem) -> PhotoDescription {
        do throws(GalleryError) {
            var found = try PhotoDescription(bytes, by: analyzer, archive: archive)
            if case .file(let path) = input { found.archive?.noteChange(of: path) }
            return found
        } catch {
            throw Problem(error)
        }
    }
}

/// The outcome of tagging one photo.
typealias TagOutcome = PhotoOutcome<PhotoDescription>

/// Prints the tags: tables or JSON on standard output, the rest on standard error.
private struct TagReport {
    private var common: PhotoReport

    init(plan: RunPlan, console: Console) { common = PhotoReport(plan: plan, console: console) }

    mutating func add(_ outcome: TagOutcome) async throws {
        common.add(outcome.exit { _ in true })
        await common.explain(outcome)
        try await common.answer(outcome, table: \.table) { found, _ in found.answer }
        await common.report(outcome, outcome.value?.summary)
    }

    func finish() async throws -> Exit { try await common.finish() }
}

extension PhotoDescription {
    /// `dog, animal, outdoor; brown, green`
    fileprivate var summary: String {
        let tags = analysis.tags.prefix(8).map(\.name)
        let colors = analysis.colors.map(\.name.rawValue)
        return (tags.isEmpty ? "no tag" : tags.joined(separator: ", ")) + "; " + colors.joined(separator: ", ")
    }
}
