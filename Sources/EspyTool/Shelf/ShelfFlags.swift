import Espy
import EspyApp
import EspyText

/// Flags of reading shelves.
extension Flags {
    package static let spineConfidence = Flag("min-confidence", .spineConfidence)
    package static let spineText = Flag("text", .spineText)
    package static let textLanguage = Flag("language", .textLanguage)
    package static let catalogue = Flag("catalog", .catalogue)
    package static let shelfPlace = Flag(
        "place",
        value: FlagValue(
            "PLACE",
            .text(
                expected: "names from the room down, such as \"Study / Case 2 / Shelf 3\"", hints: ["Study / Case 2"],
                check: { ShelfPlace($0) != nil })),
        help: """
            Where the shelves of these photos stand, from the room down, with slashes: "Study / Case 2 / Shelf 3". It is kept \
            with the results; “espy shelf books” finds by it.
            """)
    package static let bookTable = Flag(
        "table", value: FlagValue("FORM", .choice(BookTableForm.allCases.map(\.rawValue))),
        help: """
            Write the books in the form of a catalogue instead, one table for all inputs: title, author and ISBN as text, of \
            books of --catalog and of those whose text or bar code was read surely.
            """)
    package static let shelfCSV = csv(
        help: """
            Write the CSV to FILE instead of standard output. A folder gets one NAME.spines.csv for each input, and no \
            file there is ever replaced.
            """)

    package static let filmRate = Flag("rate", .filmRate)

    /// In the order of the help.
    package static let shelfSettings =
        [spineConfidence, spineText, textLanguage, catalogue, filmRate] + detectorSettings
}

/// Flags of choosing what finds the spines.
extension Flags {
    package static let spineDetector = Flag("detector", .spineDetector)
    package static let spineRollout = Flag("rollout", .spineRollout)
    package static let trainedOff = Flag("trained-off", .trainedOff)
    /// In the order of the help.
    package static let detectorSettings = [spineDetector, spineRollout, trainedOff]
}
