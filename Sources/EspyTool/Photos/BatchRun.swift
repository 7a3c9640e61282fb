import Espy
import EspyApp
import EspySystem

/// Works on the photos of a plan, several at a time, and hands the results over in the order of the inputs.
struct BatchRun<Outcome: Sendable>: Sendable {
    typealias Report = @Sendable (ProgressDisplay.Step) -> Void

    let plan: RunPlan
    /// Photos at the same time, at least 1.
    let threads: Int
    let console: Console
    /// Turns one photo into its outcome, and says how far it is.
    let job: @Sendable (PhotoInput, @escaping Report) async throws -> Outcome
    private let budget: DecodingBudget

    init(
        plan: RunPlan, threads: Int, console: Console,
        job: @escaping @Sendable (PhotoInput, @escaping Report) async throws -> Outcome
    ) {
        (self.plan, self.threads, self.console, self.job) = (plan, threads, console, job)
        budget = DecodingBudget(room: plan.memory)
    }

    /// - Parameter deliver: called once for each input, in order.
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
                // A result waits for those before it, and a start waits for results: few are ever kept.
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
    /// For decoding; the worker has one for all that it does.
    package static let maxMemory = Flag(
        "max-memory", value: FlagValue("MB", .integer(64...1_048_576)),
        help: """
            Maximum memory for decoding photos, for all photos together. Photos wait for memory, and one that needs \
            more is refused. Default: a quarter of the available memory, at most 2048.
            """)
}

/// Memory that decoding may take, shared by all photos of a run: a small file can unpack to gigabytes.
package struct DecodingBudget: Sendable {
    private let room: Int
    private let turns: WeightedSemaphore<any Error>

    /// - Parameter room: in bytes.
    package init(room: Int) {
        self.room = room
        turns = WeightedSemaphore(room: room, full: CancellationError())
    }

    /// Does the work on a photo when there is room for it.
    func run<Value: Sendable>(
        _ input: PhotoInput, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // What cannot be looked at costs nothing: the work itself says why.
        try await turns.run(input.decodingBytes() ?? 1, work)
    }
}

extension PhotoInput {
    /// What the header says of a file, or of bytes that are here; nil where that is not known yet.
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

    /// - Throws: that its picture takes more than there is room for.
    func check(_ bytes: [UInt8], room: Int) throws(Problem) {
        guard let needed = Self.cost(bytes, file: bytes.count, page ?? 1), needed > room else { return }
        throw .needsMemory(needed, of: room)
    }

    /// Nil also for what is too large to be read with any memory: the decoder says so.
    private static func cost(_ bytes: [UInt8], file: Int, _ page: Int) -> Int? {
        guard let info = try? ImageDecoder(options: DecodingOptions(page: page)).info(of: bytes) else { return nil }
        let pixels = info.storedWidth.multipliedReportingOverflow(by: info.storedHeight)
        guard !pixels.overflow, pixels.partialValue <= DecodingOptions().maxPixels else { return nil }
        return DecodingCost.bytes(
            width: info.storedWidth, height: info.storedHeight, isHeldWhole: info.isHeldWhole, file: file)
    }
}

/// How far a run is, shown as a bar on a terminal or as a line for each finished input.
package struct ProgressDisplay: Sendable {
    /// How far one input is.
    struct Step: Sendable {
        let fraction: Double
        /// What is being done; empty where that is not worth saying.
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

    /// Where jobs say how far they are. Never waits.
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

    /// Says that an input is done with.
    /// - Parameter count: how many are, with this one.
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
