import Espy

/// What `espy rack` was asked to do.
struct RackPlan: Sendable {
    let run: RunPlan
    let options: RackOptions
    let raw: Bool
    let history: HistoryKeeper

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws {
        let settings = try Settings(invocation, surroundings)
        run = try RunPlan(invocation, settings)
        options = RackOptions(grid: RackGrid(parsing: settings.text(Flags.grid)) ?? .automatic)
        raw = settings.isOn(Flags.raw)
        history = HistoryKeeper(settings, surroundings)
    }
}
