package import Espy

/// Flags of reading shelves.
extension Flags {
    package static let spineConfidence = Flag(
        "min-confidence",
        value: FlagValue(
            "SHARE",
            .text(
                expected: "a number from 0 to 0.99", hints: ["0.1", "0.3", "0.5", "0.9"],
                check: { Double($0).map(ShelfOptions.confidences.contains) == true })),
        setting: Setting("shelf.confidence", default: "0.3"),
        help: "Leave out spines that are less sure than this, from 0 to 0.99.")
    package static let shelfCSV = Flag(
        "csv", value: FlagValue("FILE", .path),
        help: """
            Write the CSV to FILE instead of standard output. A folder gets one NAME.spines.csv for each input, and no \
            file there is ever replaced.
            """)

    package static let filmRate = Flag(
        "rate", value: FlagValue("N", .integer(1...120)), setting: Setting("shelf.rate", default: "15"),
        help: "Frames of a video to look at in each second of it, at most. More follow a quick camera better.")

    /// In the order of the help.
    package static let shelfSettings = [spineConfidence, filmRate]
}

extension Settings {
    /// What the settings say about reading shelves.
    package var shelfOptions: ShelfOptions {
        Double(text(Flags.spineConfidence)).map { ShelfOptions(confidence: $0) } ?? ShelfOptions()
    }
}
