import Espy

/// What `espy count` was asked to do.
struct CountPlan: Sendable {
    let run: RunPlan
    let options: CountOptions
    let models: CountModelChoice
    /// Groups to count in place of the main one; empty for that.
    let groups: [Int]
    let reviews: Bool
    let history: HistoryKeeper

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws(UsageError) {
        let settings = try Settings(invocation, surroundings)
        run = try RunPlan(invocation, settings)
        reviews = invocation.isOn(Flags.review)
        history = HistoryKeeper(settings, surroundings)
        groups = try Self.groups(invocation)
        var options = settings.countOptions
        if invocation.isOn(Flags.reference) { options.pipeline = .reference }
        let examples = invocation.all(Flags.like).compactMap(Shape.rect)
        options.like = examples.first
        options.alsoLike = Array(examples.dropFirst())
        options.unlike = invocation.all(Flags.unlike).compactMap(Shape.rect)
        options.region = invocation.value(Flags.region).flatMap(Shape.polygon)
        options.exclusions = invocation.all(Flags.exclude).compactMap(Shape.polygon)
        self.options = options
        models = CountModelChoice(settings, pipeline: options.pipeline)
    }

    private static func groups(_ invocation: Invocation) throws(UsageError) -> [Int] {
        let merged = invocation.value(Flags.merge).flatMap(Shape.integers) ?? []
        guard let group = invocation.value(Flags.group).flatMap({ Int($0) }) else { return merged }
        guard merged.isEmpty else {
            throw UsageError("--group and --merge both say what to count; choose one", command: "count")
        }
        return [group]
    }
}
