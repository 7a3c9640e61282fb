package import Espy
import EspyText

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
    package static let spineText = Flag(
        "text", setting: Setting("shelf.text", default: "true"),
        help: """
            Read what is printed on the spines, with networks where they are there, else with Tesseract; see espy doctor.
            """)
    package static let textLanguage = Flag(
        "language",
        value: FlagValue(
            "NAMES",
            .text(
                expected: "names of data of Tesseract joined with +, such as eng or eng+deu",
                hints: ["eng", "deu", "fra", "spa", "eng+deu"], check: { TextLanguages.areNames($0) })),
        setting: Setting("shelf.language", default: "eng"),
        help: """
            The languages of the spines, the most frequent one first, by the names that Tesseract gives them. Those in \
            Latin, Chinese and Japanese letters are read by networks, all others by Tesseract.
            """)
    package static let catalogue = Flag(
        "catalog", value: FlagValue("FILE", .file), setting: Setting("shelf.catalog", default: "none"),
        help: """
            A CSV or XLSX file of your books, with a header that names the columns title, author and isbn, or a file of “espy shelf \
            catalog build”. A spine that clearly says one of them is told to be that book; none: there is no such file.
            """)
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

    package static let filmRate = Flag(
        "rate", value: FlagValue("N", .integer(1...120)), setting: Setting("shelf.rate", default: "15"),
        help: "Frames of a video to look at in each second of it, at most. More follow a quick camera better.")

    /// In the order of the help.
    package static let shelfSettings =
        [spineConfidence, spineText, textLanguage, catalogue, filmRate] + detectorSettings
}

extension Settings {
    /// What the settings say about reading shelves.
    package var shelfOptions: ShelfOptions {
        Double(text(Flags.spineConfidence)).map { ShelfOptions(confidence: $0) } ?? ShelfOptions()
    }
}
