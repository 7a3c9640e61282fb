import Espy
import EspyText

extension Setting {
    package static let spineDetector = Setting(
        "shelf.detector", default: "auto",
        value: FlagValue("NAME", .choice(["auto"] + SpineDetection.Mode.allCases.map(\.rawValue))),
        help: """
            What finds the spines: classical needs no model, trained has the help of a network; auto takes the trained \
            one for photos, as far as shelf.rollout says, and the classical one for frames. shadow lets both look, and \
            shows what auto would.
            """)
    package static let spineRollout = Setting(
        "shelf.rollout", default: "\(FeatureFlag.trainedSpinesStage.rawValue)",
        value: FlagValue("PERCENT", .choice(["none", "5", "25", "50", "100"])),
        help: "How many of all installations take the trained detector on their own.")
    package static let trainedOff = Setting(
        "shelf.trained-off", default: "false", help: "Never take the trained detector, whatever else is said.")
    package static let spineConfidence = Setting(
        "shelf.confidence", default: "0.3",
        value: FlagValue(
            "SHARE",
            .text(
                expected: "a number from 0 to 0.99", hints: ["0.1", "0.3", "0.5", "0.9"],
                check: { Double($0).map(ShelfOptions.confidences.contains) == true })),
        help: "Leave out spines that are less sure than this, from 0 to 0.99.")
    package static let spineText = Setting(
        "shelf.text", default: "true",
        help: """
            Read what is printed on the spines, with networks where they are there, else with Tesseract; see espy doctor.
            """)
    package static let textLanguage = Setting(
        "shelf.language", default: "eng",
        value: FlagValue(
            "NAMES",
            .text(
                expected: "names of data of Tesseract joined with +, such as eng or eng+deu",
                hints: ["eng", "deu", "fra", "spa", "eng+deu"], check: { TextLanguages.areNames($0) })),
        help: """
            The languages of the spines, the most frequent one first, by the names that Tesseract gives them. Those in \
            Latin, Chinese and Japanese letters are read by networks, all others by Tesseract.
            """)
    package static let catalogue = Setting(
        "shelf.catalog", default: "none", value: FlagValue("FILE", .file),
        help: """
            A CSV or XLSX file of your books, with a header that names the columns title, author and isbn, or a file of “espy shelf \
            catalog build”. A spine that clearly says one of them is told to be that book; none: there is no such file.
            """)
    package static let filmRate = Setting(
        "shelf.rate", default: "15", value: FlagValue("N", .integer(1...120)),
        help: "Frames of a video to look at in each second of it, at most. More follow a quick camera better.")
    package static let telemetry = Setting(
        "shelf.telemetry", default: "false",
        help: "Write down shapes of spines, counts and times; see espy shelf telemetry.")
}
