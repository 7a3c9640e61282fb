import Espy

extension Setting {
    package static let pipeline = Setting(
        "count.pipeline", default: "auto",
        value: FlagValue("NAME", .choice(CountOptions.Pipeline.allCases.map(\.rawValue))),
        help: """
            How to count: seeker shows a network one thing, which finds all of its like; adaptive has a detector find \
            all things and puts those that look alike into groups; auto is seeker with --like, and without it \
            adaptive, or seeker where that count looks as if it were wrong; reference uses the steps and constants of \
            the reference script, for comparison.
            """)
    package static let confidence = Setting(
        "count.confidence", default: "auto", value: FlagValue("N", .number(0.001...0.9, or: "auto")),
        help: """
            Look only at places that the detector gives at least this score, from 0.001 to 0.9: higher finds fewer \
            things. auto is what the pipeline finds best.
            """)
    package static let similarity = Setting(
        "count.similarity", default: "auto", value: FlagValue("N", .number(0.5...0.99, or: "auto")),
        help: """
            How alike things of one kind must look, from 0.5 to 0.99: higher counts fewer things, and makes more, \
            smaller groups. auto is what the pipeline finds best, with seeker the same as 0.8.
            """)
    package static let sizeFilter = Setting(
        "count.filter.size", default: "true", help: "Leave out what is far smaller or larger than its neighbors.")
    package static let aspectFilter = Setting(
        "count.filter.aspect", default: "true", help: "Leave out what is far longer or wider than the rest.")
    package static let border = Setting(
        "count.border", default: "all",
        value: FlagValue("POLICY", .choice(CountOptions.BorderPolicy.allCases.map(\.rawValue))),
        help: """
            What to do with things that the border of the picture or region cuts: count all, count those of which at \
            least half is inside, or count whole ones only.
            """)
    package static let detector = Setting(
        "count.detector", default: "espy-detector", value: .modelID,
        help: "The model that finds things; espy models list names them.")
    package static let embedder = Setting(
        "count.embedder", default: "espy-embedder", value: .modelID,
        help: "The model that tells kinds of things apart, or none to count all kinds as one.")
}
