import EspyApp
import EspySystem

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

    /// `[#########           ]  45 %  2 of 5  box.jpg`
    package static func bar(_ fractions: [Double], name: String) -> String {
        let share = fractions.reduce(0, +) / Double(max(1, fractions.count))
        let filled = Int((share * 20).rounded(.down))
        let blocks = String(repeating: "#", count: filled).padded(to: 20)
        let percent = String(Int(share * 100))
        let done = fractions.count { $0 >= 1 }
        return "[\(blocks)] \(percent.aligned(to: 3)) %  "
            + "\(done) of \(fractions.count)  \(name)"
    }
}
