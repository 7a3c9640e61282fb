import Espy
import EspyApp
import EspyInference
import EspyText

/// Flags of `espy gallery` and `espy gallery tag`.
extension Flags {
    package static let galleryJSON = Flag("json", help: "JSON instead of text.")
    package static let searchLimit = Flag(
        "limit", value: FlagValue("N", .integer(0...1_000_000)),
        help: "search: at most N photos; 0 means all. Without it, 100.")
    package static let offset = Flag(
        "offset", value: FlagValue("N", .integer(0...100_000_000)),
        help: "search: leave out the first N photos, which another search has shown.")
    package static let reasons = Flag("verbose", short: "v", help: "search: also say why each photo fits.")
    package static let galleryFile = Flag(
        "output", short: "o", value: FlagValue("FILE", .path), help: "Export to FILE instead of standard output.")

    package static let tagCSV = csv(
        "TARGET",
        help: """
            Write the table to a file, or to a folder (a name that ends in /), which gets one NAME.tags.csv for each \
            input, and no table to standard output.
            """)

    package static let archive = Flag(
        "archive", value: FlagValue("DETAIL", .choice(ArchiveFacts.Detail.allCases.map(\.rawValue))),
        help: """
            Also tell in the JSON what “espy gallery import-photos” needs to take the photo into a gallery that cannot \
            read its file. facts: digest, size, and what compares photos; pictures: a small picture, too.
            """)

    package static let tagger = Flag("tagger", .tagger)
    package static let objectDetector = Flag("detector", .objectDetector)
    package static let classifier = Flag("classifier", .classifier)
    package static let tagThreshold = Flag("threshold", .tagThreshold)

    package static let pageLanguage = Flag("language", .pageLanguage)

    package static let faceCascade = Flag("faces", .faceCascade)

    package static let meaning = Flag("meaning", .meaning)

    package static let jobs = Flag("jobs", .jobs)

    package static let maxLoad = Flag("max-load", .maxLoad)

    /// In the order of the help.
    package static let gallerySettings = [
        tagger, objectDetector, classifier, tagThreshold, pageLanguage, faceCascade, meaning, jobs,
        maxLoad,
    ]
}
