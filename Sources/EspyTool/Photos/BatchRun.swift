import Espy
import EspyApp
import EspySystem

/// Processes the photos of a plan in parallel, and delivers the results in the order of the inputs.
struct BatchRun<Outcome: Sendable>: Sendable {
    typealias Report = @Sendable (ProgressDisplay.Step) -> Void

    let plan: RunPlan
    /// Maximum number of photos at the same time, at least 1.
    let threads: Int
    let console: Console
    /// Processes one photo, and reports its progress.
    let job: @Sendable (PhotoInput, @escaping Report) async throws -> Outcome
    private let budget: DecodingBudget

    init(
        plan: RunPlan, threads: Int, console: Console,
        job: @escaping @Sendable (PhotoInput, @escaping Report) async throws -> Outcome
    ) {
        (self.plan, self.threads, self.console, self.job) = (plan, threads, console, job)
        budget = DecodingBudget(room: plan.memory)
    }

    /// - Parameter deliver: Called once for each input, in order.
    func run(_ deliver: (Outcome) async throws -> Void) async throws {
        let display = ProgressDisplay(plan, console)
        let drawing = Task { await display.draw() }
        do {
            try await work(display, deliver)
            await stop(display, drawing)
        } catch {
            await stop(display, drawing)
            throw error
        }
    }

    private func stop(_ display: ProgressDisplay, _ drawing: Task<Void, Never>) async {
        display.reports.finish()
        await drawing.value
        await console.setBar("")
    }

    private func work(_ display: ProgressDisplay, _ deliver: (Outcome) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var started = 0
            var next = 0
            var waiting: [Int: Outcome] = [:]
            while next < plan.inputs.count {
                // Results wait for earlier ones, and new photos wait for results, so that few results are held at once.
                while started < plan.inputs.count, started - next < 2 * threads,
                    started - next - waiting.count < threads
                {
                    start(started, display, in: &group)
                    started += 1
                }
                guard let (index, outcome) = try await group.next() else { break }
                waiting[index] = outcome
                await display.finish(index, count: next + waiting.count)
                while let ready = waiting.removeValue(forKey: next) {
                    try await deliver(ready)
                    next += 1
                }
            }
        }
        try Task.checkCancellation()
    }

    private func start(
        _ index: Int, _ display: ProgressDisplay, in group: inout ThrowingTaskGroup<(Int, Outcome), any Error>
    ) {
        let (input, report, job, budget) = (plan.inputs[index], display.reports, job, budget)
        group.addTask {
            let outcome = try await budget.run(input) {
                try await job(input) { report.yield(.init(index: index, step: $0)) }
            }
            return (index, outcome)
        }
    }
}

extension Flags {
    /// The memory for decoding. The worker has one limit for everything.
    package static let maxMemory = Flag(
        "max-memory", value: FlagValue("MB", .integer(64...1_048_576)),
        help: """
            Maximum memory for decoding photos, for all photos together. Photos wait for memory, and one that needs \
            more is refused. Default: a quarter of the available memory, at most 2048.
            """)
}

/// The memory for decoding, shared by all photos of a run: a small file can unpack to gigabytes.
package struct DecodingBudget: Sendable {
    private let room: Int
    private let turns: WeightedSemaphore<any Error>

    /// - Parameter room: In bytes.
    package init(room: Int) {
        self.room = room
        turns = WeightedSemaphore(room: room, full: CancellationError())
    }

    /// Waits until there is memory for a photo, then runs the work.
    func run<Value: Sendable>(
        _ input: PhotoInput, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // An unreadable input needs no memory; the work reports the error.
        try await turns.run(input.decodingBytes() ?? 1, work)
    }
}

extension PhotoInput {
    /// The memory for decoding according to the header; nil if it is not known yet.
    fileprivate func decodingBytes(page: Int = 1) -> Int? {
        switch self {
        case .file(let path):
            guard let size = Files.size(path) else { return nil }
            let start = page == 1 ? try? Files.start(of: path, bytes: 256 << 10) : nil
            if let start, let cost = Self.cost(start, file: size, page) { return cost }
            return (try? Files.read(path)).flatMap { Self.cost($0, file: size, page) }
        case .bytes(let bytes, _): return Self.cost(bytes, file: bytes.count, page)
        case .page(let number, let input): return input.decodingBytes(page: number)
        case .standardInput, .unusable, .bareFolder: return nil
        }
    }

    /// - Throws: An error if the picture needs more memory than there is.
    func check(_ bytes: [UInt8], room: Int) throws(Problem) {
        guard let needed = Self.cost(bytes, file: bytes.count, page ?? 1), needed > room else { return }
        throw .needsMemory(needed, of: room)
    }

    /// Also nil for pictures that exceed the decoder's limits; the decoder reports that.
    private static func cost(_ bytes: [UInt8], file: Int, _ page: Int) -> Int? {
        guard let info = try? ImageDecoder(options: DecodingOptions(page: page)).info(of: bytes) else { return nil }
        let pixels = info.storedWidth.multipliedReportingOverflow(by: info.storedHeight)
        guard !pixels.overflow, pixels.partialValue <= DecodingOptions().maxPixels else { return nil }
        return DecodingCost.bytes(
            width: info.storedWidth, height: info.storedHeight, isHeldWhole: info.isHeldWhole, file: file)
    }
}

/// Shows the progress of a run, as a bar on a terminal or as a line for each finished input.
package struct ProgressDisplay: Sendable {
    /// The progress of one input.
    struct Step: Sendable {
        let fraction: Double
        /// The current stage; empty if it is not worth showing.
        let stage: String

        init(_ fraction: Double, _ stage: String = "") {
            self.fraction = fraction
            self.stage = stage
        }
    }

    struct Report: Sendable {
        let index: Int
        let step: Step
    }

    /// Receives progress reports from jobs, without blocking.
    let reports: AsyncStream<Report>.Continuation
    private let stream: AsyncStream<Report>
    private let names: [String]
    private let console: Console
    private let showsBar: Bool
    private let showsLines: Bool

    init(_ plan: RunPlan, _ console: Console) {
        (stream, reports) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        names = plan.inputs.map { printable(Path.name(of: $0.name)) }
        self.console = console
        showsBar = plan.progress == "auto" && console.isTerminal && !plan.isQuiet
        showsLines = plan.progress == "plain" && !plan.isQuiet
    }

    /// Draws until `reports` is finished.
    func draw() async {
        var fractions = [Double](repeating: 0, count: names.count)
        for await report in stream where showsBar {
            fractions[report.index] = max(fractions[report.index], report.step.fraction)
            let stage = report.step.stage
            let name = names[report.index] + (stage.isEmpty ? "" : ": \(stage)")
            await console.setBar(Self.bar(fractions, name: name))
        }
    }

    /// Reports a finished input.
    /// - Parameter count: The number of finished inputs, including this one.
    func finish(_ index: Int, count: Int) async {
        reports.yield(Report(index: index, step: Step(1)))
        if showsLines { await console.note("\(count) of \(names.count) done: \(names[index])") }
    }

    /// `[#########           ]  45%  2 of 5  box.jpg`
    package static func bar(_ fractions: [Double], name: String) -> String {
        let share = fractions.reduce(0, +) / Double(max(1, fractions.count))
        let filled = Int((share * 20).rounded(.down))
        let blocks = String(repeating: "#", count: filled).padded(to: 20)
        let percent = String(Int(share * 100))
        let done = fractions.count { $0 >= 1 }
        return "[\(blocks)] \(percent.aligned(to: 3))%  "
            + "\(done) of \(fractions.count)  \(name)"
    }
}
