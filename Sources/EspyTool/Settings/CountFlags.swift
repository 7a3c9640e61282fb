package import Espy

/// Flags of counting that are settings, too.
extension Flags {
    package static let pipeline = Flag(
        "pipeline", value: FlagValue("NAME", .choice(CountOptions.Pipeline.allCases.map(\.rawValue))),
        setting: Setting("count.pipeline", default: "seeker"),
        help: """
            How to count: seeker shows a network one thing, which finds all of its like; adaptive has a detector find \
            all things and puts those that look alike into groups; reference uses the steps and constants of the \
            reference script, for comparison.
            """)
    package static let confidence = Flag(
        "confidence", value: threshold(0.001...0.9), setting: Setting("count.confidence", default: "auto"),
        help: """
            Look only at places that the detector gives at least this score, from 0.001 to 0.9: higher finds fewer \
            things. auto is what the pipeline finds best.
            """)
    package static let similarity = Flag(
        "similarity", value: threshold(0.5...0.99), setting: Setting("count.similarity", default: "auto"),
        help: """
            How alike things of one kind must look, from 0.5 to 0.99: higher counts fewer things, and makes more, \
            smaller groups. auto is what the pipeline finds best, with seeker the same as 0.8.
            """)
    package static let sizeFilter = Flag(
        "size-filter", setting: Setting("count.filter.size", default: "true"),
        help: "Leave out what is far smaller or larger than its neighbors.")
    package static let aspectFilter = Flag(
        "aspect-filter", setting: Setting("count.filter.aspect", default: "true"),
        help: "Leave out what is far longer or wider than the rest.")
    package static let border = Flag(
        "border", value: FlagValue("POLICY", .choice(CountOptions.BorderPolicy.allCases.map(\.rawValue))),
        setting: Setting("count.border", default: "all"),
        help: """
            What to do with things that the border of the picture or region cuts: count all, count those of which at \
            least half is inside, or count whole ones only.
            """)

    /// In the order of the help.
    package static let countSettings = [pipeline, confidence, similarity, sizeFilter, aspectFilter, border]

    private static func threshold(_ range: ClosedRange<Double>) -> FlagValue {
        FlagValue("N", .number(range, or: "auto"))
    }
}

extension Settings {
    /// What the settings say about counting. Example, region and exclusions belong to one photo, and are no settings.
    package var countOptions: CountOptions {
        CountOptions(
            pipeline: .init(rawValue: text(Flags.pipeline)) ?? .seeker, confidence: Double(text(Flags.confidence)),
            similarity: Double(text(Flags.similarity)), filtersSize: isOn(Flags.sizeFilter),
            filtersAspect: isOn(Flags.aspectFilter), border: .init(rawValue: text(Flags.border)) ?? .all)
    }
}
