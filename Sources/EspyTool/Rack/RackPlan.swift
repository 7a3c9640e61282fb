package import Espy

/// What `espy rack` was asked to do.
struct RackPlan: Sendable {
    let run: RunPlan
    let options: RackOptions
    let raw: Bool
    let history: HistoryKeeper

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws {
        let settings = try Settings(invocation, surroundings)
        run = try RunPlan(invocation, settings)
        options = settings.rackOptions
        raw = settings.isOn(Flags.raw)
        history = HistoryKeeper(settings, surroundings)
    }
}

extension Settings {
    /// What the settings say about reading boxes.
    package var rackOptions: RackOptions {
        RackOptions(
            grid: RackGrid(parsing: text(Flags.grid)) ?? .automatic, maxDimension: Int(text(Flags.maxDimension)))
    }
}
