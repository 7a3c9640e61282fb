import Espy
import EspyApp
import EspyPixels

/// Flags of counting that are settings, too.
extension Flags {
    package static let pipeline = Flag("pipeline", .pipeline)
    package static let confidence = Flag("confidence", .confidence)
    package static let similarity = Flag("similarity", .similarity)
    package static let sizeFilter = Flag("size-filter", .sizeFilter)
    package static let aspectFilter = Flag("aspect-filter", .aspectFilter)
    package static let border = Flag("border", .border)

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
    package static let detector = Flag("detector", .detector)
    package static let embedder = Flag("embedder", .embedder)
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
