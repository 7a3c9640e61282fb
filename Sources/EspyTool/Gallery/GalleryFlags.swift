import Espy
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

    package static let tagger = Flag(
        "tagger", value: .modelID, setting: Setting("gallery.tagger", default: "espy-tagger"),
        help: "The model that tags photos; see “espy models list”. none: colors and quality alone.")
    package static let objectDetector = Flag(
        "detector", value: .modelID, setting: Setting("gallery.detector", default: "auto"),
        help: """
            A detector that knows the 80 kinds of COCO, such as yolox-tiny, adds the tags of what it finds. auto: the \
            largest that is installed; none: no detector.
            """)
    package static let classifier = Flag(
        "classifier", value: .modelID, setting: Setting("gallery.classifier", default: "auto"),
        help: """
            A model that tells kinds of things apart, such as resnet50 for the 1,000 of ImageNet, adds what it sees: \
            breed, dog, animal. auto: the largest that is installed; none: no classifier.
            """)
    package static let tagThreshold = Flag(
        "threshold", value: FlagValue("SHARE", .number(0.05...0.99, or: "auto")),
        setting: Setting("gallery.threshold", default: "auto"),
        help: """
            How sure a tag must be, from 0.05 to 0.99. auto: as was measured for each tag, and tags that are wrong too \
            often are left out.
            """)

    package static let pageLanguage = Flag(
        "language",
        value: FlagValue(
            "NAMES",
            .text(
                expected: "auto, none, or names of data of Tesseract joined with +, such as eng or eng+deu",
                hints: ["auto", "none", "eng", "deu", "eng+deu"], check: { TextLanguages.areNames($0) })),
        setting: Setting("gallery.language", default: "auto"),
        help: """
            The languages of what is printed on photos, the most frequent one first, by the names that Tesseract gives \
            them. auto: all that the networks of Scripts/setup-text can read, or English with Tesseract; none: nothing \
            is read.
            """)

    package static let faceCascade = Flag(
        "faces", value: FlagValue("FILE", .path), setting: Setting("gallery.faces", default: "auto"),
        help: """
            What finds faces: a cascade of OpenCV for faces from the front. auto: the one of Debian's package \
            opencv-data, where that is installed; none: faces are not looked for.
            """)

    package static let meaning = Flag(
        "meaning",
        value: FlagValue(
            "SPACE",
            .text(
                expected: "auto, none, or the name that both halves of a CLIP model share", hints: ["auto", "none"],
                check: { ModelEntry.isName($0) })),
        setting: Setting("gallery.meaning", default: "auto"),
        help: """
            Find photos by what words mean, with both halves of a CLIP model, such as clip-image and clip-text of the \
            space clip-vit-b32. auto: the largest that is installed; none: photos are found by what is said of them.
            """)

    package static let jobs = Flag(
        "jobs", value: FlagValue("N", .integer(0...256)), setting: Setting("gallery.jobs", default: "0"),
        help: "Photos to index at the same time; 0 means one for each processor, fewer where memory is short.")

    package static let maxLoad = Flag(
        "max-load", value: FlagValue("N", .number(0.1...100, or: "none")),
        setting: Setting("gallery.max-load", default: "1.5"),
        help: """
            Index photos only while other programs keep each processor less busy than this: 1 is one that works all \
            the time. none: whatever they do.
            """)

    /// In the order of the help.
    package static let gallerySettings = [
        tagger, objectDetector, classifier, tagThreshold, pageLanguage, faceCascade, meaning, jobs,
        maxLoad,
    ]
}
