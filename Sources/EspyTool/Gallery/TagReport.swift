import Espy

/// Says what is on photos: tables or JSON on standard output, the rest on standard error.
struct TagReport {
    private var common: PhotoReport

    init(plan: RunPlan, console: Console) { common = PhotoReport(plan: plan, console: console) }

    mutating func add(_ outcome: TagOutcome) async throws {
        common.add(outcome.exit { _ in true })
        await common.explain(outcome)
        try await common.answer(outcome, csv: \.csv) { found, _ in found.answer }
        await common.tell(outcome, outcome.value?.summary)
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
