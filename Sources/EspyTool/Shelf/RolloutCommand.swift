import Espy
import EspyApp
import EspyTrials

/// Flags of `espy shelf rollout`.
extension Flags {
    static let force = Flag("force", help: "Move on even if the figures do not allow it.")
}

extension Command {
    static let shelfRollout = Command(
        "shelf rollout", "show and move the rollout of the trained spine detector",
        details: [
            """
            The setting shelf.rollout is the share of installations on which “auto” uses the trained detector. status \
            shows the figures of this stage on this machine: frames, corrections, false outlines that people removed, \
            and missed spines that they added. next moves to the next stage, unless there were fewer than \
            \(Rollout.leastFrames) frames, or the share of right outlines or of found spines is below that of the stage \
            before.
            """,
            """
            The figures come from the local telemetry; turn it on with “espy shelf telemetry on”. The figures of a stage \
            are kept when you leave it. Nothing leaves this machine.
            """,
            "To read a file called rollout, use “espy shelf ./rollout”.",
        ],
        actions: [
            Action("status", says: "Show the stage and its figures."),
            Action(
                "next", says: "Move to the next stage, if the figures allow it or with --force.", flags: [Flags.force]),
        ],
        flags: [Flags.jsonReport, Flags.config, Flags.quiet, Flags.help],
        examples: [
            Example("espy shelf rollout next", "move to the next stage, if the figures allow it"),
            Example("espy shelf rollout status", "show the figures of this stage"),
        ]
    ) { try await RolloutCommand($0).run() }
}

/// `espy shelf rollout`: reports on the trained detector, and whether to roll it out further.
private struct RolloutCommand {
    private let context: CommandContext
    private let environment: AppEnvironment

    init(_ context: CommandContext) {
        self.context = context
        environment = context.process.given(context.invocation).environment
    }

    func run() async throws -> Exit {
        do {
            let settings = try Settings(environment)
            let rollout = try RolloutFile(environment).rollout(settings.trainedSpines.stage)
            return try await context.invocation.action == "next" ? goOn(rollout, settings) : show(rollout, settings)
        } catch let error as TelemetryProblem {
            throw Problem.telemetry(error)
        }
    }

    private func show(_ rollout: Rollout, _ settings: Settings) async throws -> Exit {
        if context.invocation.isOn(Flags.jsonReport) {
            return try await context.answer(try JSONText.line(RolloutAnswer(rollout)))
        }
        var rows = [("stage", "\(rollout.stage.rawValue)% of installations"), ("frames", "\(rollout.seen.frames)")]
        rows += [("spines", "\(rollout.seen.spines)"), ("corrections", "\(rollout.seen.corrections)")]
        rows.append(("false", "\(rollout.seen.falseOutlines)\(Self.share("right outlines", rollout.seen.precision))"))
        rows.append(("missed", "\(rollout.seen.missed)\(Self.share("spines found", rollout.seen.recall))"))
        if let stage = rollout.stage.neighbor(-1) { rows.append(("before", Self.before(stage, rollout.last))) }
        let waits = rollout.objections.map(Self.text).joined(separator: "; ")
        rows.append(("next", rollout.next.map { "\($0.rawValue)%: \(waits.isEmpty ? "allowed" : waits)" } ?? "none"))
        let text = rows.map { $0.0.padded(to: 13) + $0.1 + "\n" }.joined()
        if !settings.isOn(.telemetry) {
            await context.note("telemetry is off, so nothing is recorded; see espy shelf telemetry")
        }
        return try await context.answer(text)
    }

    private func goOn(_ rollout: Rollout, _ settings: Settings) async throws -> Exit {
        guard let next = rollout.next else {
            await context.note("the trained detector is used on all installations already")
            return .complete
        }
        if !rollout.objections.isEmpty, !context.invocation.isOn(Flags.force) {
            let reasons = rollout.objections.map(Self.text).joined(separator: "; ")
            await context.console.error("not moved to \(next.rawValue)%: \(reasons); --force moves anyway")
            return .incomplete
        }
        try RolloutFile(environment).leave(rollout)
        let (file, key) = (ConfigFile(environment), Setting.spineRollout.key)
        try file.set([key: String(next.rawValue)])
        if let warning = file.warning(on: key, environment) { await context.console.note(warning) }
        await context.note("the trained detector is now used on \(next.rawValue)% of installations")
        return .complete
    }

    private static func before(_ stage: FeatureFlag.Stage, _ figures: RolloutFigures?) -> String {
        guard let figures else { return "\(stage.rawValue)%: nothing is known" }
        return "\(stage.rawValue)%: \(figures.frames) frames, \(figures.falseOutlines) false"
            + "\(share("right outlines", figures.precision)), \(figures.missed) missed"
            + "\(share("spines found", figures.recall))"
    }

    /// ` (right outlines: 98.4%)`
    private static func share(_ what: String, _ share: Double?) -> String {
        share.map { " (\(what): \(Double(Int(($0 * 1_000).rounded())) / 10)%)" } ?? ""
    }

    private static func text(_ objection: Rollout.Objection) -> String {
        switch objection {
        case .tooFewFrames(let count): "\(count) frames are too few, \(Rollout.leastFrames) are needed"
        case .moreFalseOutlines: "a smaller share of outlines is right than at the stage before"
        case .moreMissed: "a smaller share of spines is found than at the stage before"
        }
    }
}

/// The same as JSON.
private struct RolloutAnswer: Encodable {
    let stage: Int
    let seen: RolloutFigures
    let last: RolloutFigures?
    let next: Int?
    let mayGoOn: Bool

    init(_ rollout: Rollout) {
        (stage, next) = (rollout.stage.rawValue, rollout.next?.rawValue)
        (seen, last) = (rollout.seen, rollout.last)
        mayGoOn = rollout.next != nil && rollout.objections.isEmpty
    }
}
