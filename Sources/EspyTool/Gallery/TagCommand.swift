import Espy

/// `espy gallery tag`: what is on photos, without a library.
struct TagCommand {
    private let tool: Tool
    private let settings: Settings
    private let plan: RunPlan

    init(_ tool: Tool, _ invocation: Invocation) throws(UsageError) {
        self.tool = tool
        settings = try Settings(invocation, tool.surroundings)
        plan = try RunPlan(invocation, settings)
    }

    func run() async throws -> Exit {
        let threads = plan.threads > 0 ? plan.threads : Machine.processors
        let analyzer: PhotoAnalyzer
        do throws(Problem) {
            analyzer = try await TagEngine.load(settings, tool.surroundings, jobs: threads, isKept: false)
        } catch {
            await tool.console.error(error.message)
            return .failed
        }
        var report = TagReport(plan: plan, console: tool.console)
        let (plan, surroundings) = (plan, tool.surroundings)
        let batch = BatchRun(plan: plan, threads: threads, console: tool.console) { input, tell in
            try await TagOutcome(input) { outcome in
                let bytes = try input.bytes(surroundings)
                try Task.checkCancellation()
                let found = try Self.describe(bytes, analyzer)
                outcome.value = found
                if let table = try plan.csv?.writeTable(found.csv, stem: "\(input.stem).tags") {
                    outcome.files.append(table)
                }
                tell(.init(1))
            }
        }
        try await batch.run { try await report.add($0) }
        return try await report.finish()
    }

    private static func describe(_ bytes: [UInt8], _ analyzer: PhotoAnalyzer) throws(Problem) -> PhotoDescription {
        do throws(GalleryError) {
            return try PhotoDescription(bytes, by: analyzer)
        } catch {
            throw Problem(error)
        }
    }
}

/// What became of one photo to be tagged.
typealias TagOutcome = PhotoOutcome<PhotoDescription>
