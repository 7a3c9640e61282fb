import EspyInference
import EspyText

extension Setting {
    package static let tagger = Setting(
        "gallery.tagger", default: "espy-tagger", value: .modelID,
        help: "The model that tags photos; see “espy models list”. none: colors and quality alone.")
    package static let objectDetector = Setting(
        "gallery.detector", default: "auto", value: .modelID,
        help: """
            A detector that knows the 80 kinds of COCO, such as yolox-tiny, adds the tags of what it finds. auto: the \
            largest that is installed; none: no detector.
            """)
    package static let classifier = Setting(
        "gallery.classifier", default: "auto", value: .modelID,
        help: """
            A model that tells kinds of things apart, such as resnet50 for the 1,000 of ImageNet, adds what it sees: \
            breed, dog, animal. auto: the largest that is installed; none: no classifier.
            """)
    package static let tagThreshold = Setting(
        "gallery.threshold", default: "auto", value: FlagValue("SHARE", .number(0.05...0.99, or: "auto")),
        help: """
            How sure a tag must be, from 0.05 to 0.99. auto: as was measured for each tag, and tags that are wrong too \
            often are left out.
            """)
    package static let pageLanguage = Setting(
        "gallery.language", default: "auto",
        value: FlagValue(
            "NAMES",
            .text(
                expected: "auto, none, or names of data of Tesseract joined with +, such as eng or eng+deu",
                hints: ["auto", "none", "eng", "deu", "eng+deu"], check: { TextLanguages.areNames($0) })),
        help: """
            The languages of what is printed on photos, the most frequent one first, by the names that Tesseract gives \
            them. auto: all that the networks of Scripts/setup-text can read, or English with Tesseract; none: nothing \
            is read.
            """)
    package static let faceCascade = Setting(
        "gallery.faces", default: "auto", value: FlagValue("FILE", .path),
        help: """
            What finds faces: a cascade of OpenCV for faces from the front. auto: the one of Debian's package \
            opencv-data, where that is installed; none: faces are not looked for.
            """)
    package static let meaning = Setting(
        "gallery.meaning", default: "auto",
        value: FlagValue(
            "SPACE",
            .text(
                expected: "auto, none, or the name that both halves of a CLIP model share", hints: ["auto", "none"],
                check: { ModelEntry.isName($0) })),
        help: """
            Find photos by what words mean, with both halves of a CLIP model, such as clip-image and clip-text of the \
            space clip-vit-b32. auto: the largest that is installed; none: photos are found by what is said of them.
            """)
    package static let jobs = Setting(
        "gallery.jobs", default: "0", value: FlagValue("N", .integer(0...256)),
        help: "Photos to index at the same time; 0 means one for each processor, fewer where memory is short.")
    package static let maxLoad = Setting(
        "gallery.max-load", default: "1.5", value: FlagValue("N", .number(0.1...100, or: "none")),
        help: """
            Index photos only while other programs keep each processor less busy than this: 1 is one that works all \
            the time. none: whatever they do.
            """)
}
