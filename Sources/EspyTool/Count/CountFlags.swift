package import Espy
import EspyPixels

/// Flags of counting that are settings, too.
extension Flags {
    package static let pipeline = Flag(
        "pipeline", value: FlagValue("NAME", .choice(CountOptions.Pipeline.allCases.map(\.rawValue))),
        setting: Setting("count.pipeline", default: "auto"),
        help: """
            How to count: seeker shows a network one thing, which finds all of its like; adaptive has a detector find \
            all things and puts those that look alike into groups; auto is seeker with --like, and without it \
            adaptive, or seeker where that count looks as if it were wrong; reference uses the steps and constants of \
            the reference script, for comparison.
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

/// Flags of `espy count` that speak of one photo, of the models, or of the answer.
extension Flags {
    package static let recipe = Flag(
        "recipe", value: FlagValue("NAME", .text(expected: "the name of a recipe", hints: []) { !$0.isEmpty }),
        isRepeatable: true,
        help: """
            Count what this recipe shows: examples of another photo, kept under a name; see espy recipe. With --like, \
            the thing in that box is one more example, and says how large things are here. May be given several times: \
            each kind is counted and listed.
            """)
    package static let like = Flag(
        "like", value: Shape.rectValue, isRepeatable: true,
        help: """
            Count things like the one in this box: left, top, width and height in pixels of the photo. May be given \
            several times.
            """)
    package static let unlike = Flag(
        "unlike", value: Shape.rectValue, isRepeatable: true,
        help: "Count nothing like the thing in this box; goes along with --like. May be given several times.")
    package static let region = Flag(
        "region", value: polygon,
        help: "Count only things whose center lies in this polygon: x and y of each corner in pixels of the photo.")
    package static let exclude = Flag(
        "exclude", value: polygon, isRepeatable: true,
        help: "Count nothing whose center lies in this polygon. May be given several times.")
    package static let reference = Flag("reference", help: "The same as --pipeline reference.")
    package static let detector = Flag(
        "detector", value: .modelID, setting: Setting("count.detector", default: "espy-detector"),
        help: "The model that finds things; espy models list names them.")
    package static let embedder = Flag(
        "embedder", value: .modelID, setting: Setting("count.embedder", default: "espy-embedder"),
        help: "The model that tells kinds of things apart, or none to count all kinds as one.")
    package static let group = Flag(
        "group", value: FlagValue("ID", .integer(0...1_000_000)),
        help: "Count this group instead of the main one; -v and --json name the groups.")
    package static let merge = Flag(
        "merge",
        value: FlagValue(
            "ID,ID…",
            .text(
                expected: "two or more groups, such as 0,2", hints: [],
                check: { Shape.integers($0).map { Set($0).count > 1 } ?? false })),
        help: "Count these groups together.")
    package static let review = Flag(
        "review", help: "Print what is doubtful on standard error, the most doubtful first.")
    package static let countOutput = Flag(
        "output", short: "o", value: FlagValue("FILE", .path),
        help: """
            Write the photo with a mark on each thing to FILE, as JPEG or PNG by its extension, in the size that was \
            looked at: about 2,000 to 4,000 pixels for larger photos. A folder gets NAME.annotated.jpg for each \
            input; several inputs need a folder.
            """)
    package static let countCSV = csv(
        help: """
            Write a table with a line for each thing to FILE: number,x,y,width,height,confidence,cluster,main,doubt. A \
            folder gets one NAME.count.csv for each input, and no file there is ever replaced.
            """)

    /// Those that are settings, too.
    package static let modelSettings = [detector, embedder]

    private static let polygon = FlagValue(
        "X,Y,X,Y,X,Y…", .text(expected: Shape.polygonHint, hints: [], check: { Shape.polygon($0) != nil }))
}

extension Settings {
    /// What the settings say about counting. Example, region and exclusions belong to one photo, and are no settings.
    package var countOptions: CountOptions {
        CountOptions(
            pipeline: .init(rawValue: text(Flags.pipeline)) ?? .auto, confidence: Double(text(Flags.confidence)),
            similarity: Double(text(Flags.similarity)), filtersSize: isOn(Flags.sizeFilter),
            filtersAspect: isOn(Flags.aspectFilter), border: .init(rawValue: text(Flags.border)) ?? .all)
    }
}
