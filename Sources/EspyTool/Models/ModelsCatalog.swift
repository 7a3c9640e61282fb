import Espy

extension Flags {
    package static let modelID = Flag(
        "id",
        value: FlagValue(
            "ID",
            .text(
                expected: "a name of small letters, digits, -, . and _", hints: [], check: { ModelEntry.isName($0) })),
        help: """
            import: the name for the model. The name of a known model gives it the description of that; without this \
            flag the name is that of the file.
            """)
    package static let modelTask = Flag(
        "task", value: FlagValue("TASK", .choice(ModelEntry.Task.allCases.filter { !$0.isGraph }.map(\.rawValue))),
        help: "import: what the model has to be for; one for something else is refused.")
    package static let modelVocabulary = Flag(
        "vocabulary", value: FlagValue("FILE", .path),
        help: """
            import: the vocabulary of a model of texts. The publishers of CLIP call it merges.txt. With this flag the \
            file is taken for a model of texts.
            """)
    package static let modelSpace = Flag(
        "space",
        value: FlagValue(
            "NAME",
            .text(
                expected: "a name of small letters, digits, -, . and _", hints: [], check: { ModelEntry.isName($0) })),
        help: """
            import: a name that both halves of a CLIP model get, the one for photos and the one for texts, so that they \
            are used together.
            """)
    package static let consent = Flag("yes", short: "y", help: "install: download without asking.")
}

extension Catalog {
    static let models = Command(
        "models", "list, install, import, verify and remove models",
        details: [
            """
            Espy counts with models that come with it. Others can take their place: models that are known but must \
            be downloaded, and YOLOX detectors, embedders and classifiers for the 1,000 kinds of ImageNet of your own, as \
            ONNX files.
            """,
            """
            install is the only thing in Espy that ever opens a connection, and it says so first. A checksum that is \
            not known is recorded at the first install, and the model is shown as unverified: nobody but the place \
            that it came from vouches for it.
            """,
        ],
        actions: [
            Action("list", says: "Every model: whether it is there, what it is for, its license."),
            Action("install", "ID", says: "Download a known model, check it, and keep it in the data folder."),
            Action("import", "FILE", says: "Find out what an ONNX file is, try it, and keep a copy of it."),
            Action("verify", "ID", count: 0...Int.max, says: "Check the files of those models, or all, and try them."),
            Action("remove", "ID", says: "Delete a model that was installed or imported."),
        ],
        needsAction: false,
        flags: [
            Flags.modelID, Flags.modelTask, Flags.modelVocabulary, Flags.modelSpace, Flags.consent, Flags.jsonReport,
            Flags.quiet, Flags.help,
        ],
        examples: [
            Example("espy models list", "what there is"),
            Example("espy models install yolox-s", "download the detector of the reference program"),
            Example("espy models install resnet50", "tags photos with 1,000 kinds of things"),
            Example("espy models install clip-image-int8", "with clip-text-int8: finds photos by meaning"),
            Example("espy models import tinyclip.onnx --id tinyclip", "a model that you converted yourself"),
        ])
}
