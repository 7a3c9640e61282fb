import Espy

/// Flags of `espy count` that speak of one photo, of the models, or of the answer.
extension Flags {
    package static let like = Flag(
        "like",
        value: FlagValue("X,Y,W,H", .text(expected: Shape.rectHint, hints: [], check: { Shape.rect($0) != nil })),
        isRepeatable: true,
        help: """
            Count things like the one in this box: left, top, width and height in pixels of the photo. May be given \
            several times.
            """)
    package static let unlike = Flag(
        "unlike",
        value: FlagValue("X,Y,W,H", .text(expected: Shape.rectHint, hints: [], check: { Shape.rect($0) != nil })),
        isRepeatable: true,
        help: "Count nothing like the thing in this box; goes along with --like. May be given several times.")
    package static let region = Flag(
        "region", value: polygon,
        help: "Count only things whose center lies in this polygon: x and y of each corner in pixels of the photo.")
    package static let exclude = Flag(
        "exclude", value: polygon, isRepeatable: true,
        help: "Count nothing whose center lies in this polygon. May be given several times.")
    package static let reference = Flag("reference", help: "The same as --pipeline reference.")
    package static let detector = Flag(
        "detector", value: FlagValue("ID", .path), setting: Setting("count.detector", default: "espy-detector"),
        help: "The model that finds things; espy models list names them.")
    package static let embedder = Flag(
        "embedder", value: FlagValue("ID", .path), setting: Setting("count.embedder", default: "espy-embedder"),
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
    package static let countCSV = Flag(
        "csv", value: FlagValue("FILE", .path),
        help: """
            Write a table with a line for each thing to FILE: number,x,y,width,height,confidence,cluster,main,doubt. A \
            folder gets one NAME.count.csv for each input, and no file there is ever replaced.
            """)

    /// Those that are settings, too.
    package static let modelSettings = [detector, embedder]

    private static let polygon = FlagValue(
        "X,Y,X,Y,X,Y…", .text(expected: Shape.polygonHint, hints: [], check: { Shape.polygon($0) != nil }))
}
