import Espy

extension Flags {
    package static let tagCSV = Flag(
        "csv", value: FlagValue("TARGET", .path),
        help: """
            Write the table to a file, or to a folder (a name that ends in /), which gets one NAME.tags.csv for each \
            input, and no table to standard output.
            """)
}

extension Flags {
    package static let galleryJSON = Flag("json", help: "JSON instead of text.")
    package static let searchLimit = Flag(
        "limit", value: FlagValue("N", .integer(0...1_000_000)),
        help: "search: at most N photos; 0 means all. Without it, 100.")
    package static let offset = Flag(
        "offset", value: FlagValue("N", .integer(0...100_000_000)),
        help: "search: leave out the first N photos, which another search has shown.")
    package static let reasons = Flag("verbose", short: "v", help: "search: also say why each photo fits.")
}

extension Catalog {
    static let gallery = Command(
        "gallery", "tag, search and browse a photo library",
        details: [
            """
            Folders are indexed where they are: photos are only ever read, never written to, moved or copied. What is \
            known of them is in one database in the data folder. Photos that were moved or renamed are known again by \
            their content, and a folder that is away for a while loses nothing. Indexing can be stopped at any moment \
            and goes on where it was; “espy serve” does it by itself in the background.
            """,
            """
            A search takes words, which are tags, colors, names of files and folders, cameras, or dates; all must fit. \
            It knows that a seashore is a beach and a dog an animal. Further: "two words", -not, OR, (…), tag:dog, \
            color:blue, date:2024-05..2024-08, before:, after:, near:48.14,11.58,5km, camera:, name:, text:, code:, \
            in:FOLDER, kind:screenshot, rating:4.., faces:2.., is:blurred, has:gps, similar:PHOTO, like:"WORDS", album:NAME.
            """,
            """
            With both halves of a CLIP model, installed with “espy models”, photos that show what the words mean are found \
            as well: a search for dog on the beach gives those that have the words first, the newest first, then \
            those that look like it, the most likely one first. None comes that other words fit better. like: asks for \
            the meaning alone, quotes and tag: for the words alone.
            """,
        ],
        actions: [
            Action("add", "FOLDER", count: 1...Int.max, says: "Add folders, and index them."),
            Action("update", says: "Index what has changed in the folders."),
            Action("remove", "FOLDER", count: 1...Int.max, says: "Forget folders; no photo is touched."),
            Action("status", says: "How many photos there are, and the state of each folder."),
            Action("problems", says: "Files that cannot be read, each with the reason."),
            Action("search", "QUERY", count: 0...Int.max, says: "Photos that fit, the newest first."),
            Action("tags", says: "All tags, each with the number of its photos."),
            Action("albums", says: "Albums that fill themselves, and their queries."),
            Action("save-album", "NAME", "QUERY", count: 2...Int.max, says: "Keep a query as an album."),
            Action("rename-album", "NAME", "NEW", says: "Give an album of yours another name."),
            Action("delete-album", "NAME", says: "Delete an album of yours; its photos stay."),
            Action("duplicates", says: "Groups of equal files, versions of one shot, and similar shots."),
            Action("add-tag", "TAG", "PHOTO", count: 2...Int.max, says: "Say that a tag is right; that stays."),
            Action("remove-tag", "TAG", "PHOTO", count: 2...Int.max, says: "Say that a tag is wrong; that stays."),
            Action(
                "reset-tag", "TAG", "PHOTO", count: 2...Int.max,
                says: "Take back what you said of a tag; what models and files say counts again."),
            Action(
                "rate", "STARS", "PHOTO", count: 2...Int.max,
                says: "Rate photos from 0 to 5, or “file” for what their files say; no file is touched."),
            Action(
                "teach", "TAG", "PHOTO", count: 2...Int.max,
                says: "Learn a tag from at least 5 photos, better 20, and give it to all like them."),
            Action("forget", "TAG", says: "Forget a tag that was taught."),
            Action("export", says: "All that is known, as JSON Lines."),
            Action(
                "import", "FILE",
                says: "Take over corrections, ratings and albums of an export; - reads it from standard input."),
            Action(
                "sidecars", "PHOTO", count: 1...Int.max,
                says: "Write what is known of photos into new files beside them, NAME.xmp."),
        ],
        flags: [
            Flags.searchLimit, Flags.offset, Flags.reasons, Flags.galleryJSON, Flags.exportFile,
        ]
            + gallerySettings + [Flags.progress, Flags.config, Flags.quiet, Flags.help],
        examples: [
            Example("espy gallery add ~/Pictures", "index a folder with all that is in it"),
            Example("espy gallery search beach NOT night 2024", "paths of photos"),
            Example("espy gallery search -v dog", "and why each of them fits"),
            Example("espy gallery search 'like:\"a dog on the beach\" 2024'", "by meaning, with a CLIP model"),
            Example(
                "espy gallery save-album \"Blue summers\" color:blue date:2020..2024", "an album that fills itself"),
        ])

    private static let gallerySettings = Flags.gallerySettings
    static let galleryTag = Command(
        "gallery tag", "say what is on photos: tags, colors, quality",
        details: [
            """
            Tags come from a model that was trained on some thousand photos, from rules, and from detectors and \
            classifiers that were installed with “espy models”; each has a confidence, a category and its source. \
            Tags that the model is wrong about too often are left out; a photo of something else keeps none. Colors \
            are named after sixteen, the most prominent first, with their share of the area. What is printed on \
            documents and screenshots is read, and told in the JSON; so are faces, and what codes say.
            """,
            """
            Standard output is CSV: name,category,confidence,source, one line for each tag and color; with several \
            inputs a first column, file, says which photo a line belongs to. No library is needed, and nothing is \
            kept.
            """,
        ],
        operands: Operands(
            "FILE", count: 1...Int.max, kind: .file,
            help: "A photo (JPEG, PNG, HEIC, AVIF or WebP), a folder of photos, or - for standard input."),
        flags: [
            Flags.tagger, Flags.objectDetector, Flags.classifier, Flags.tagThreshold, Flags.pageLanguage,
            Flags.faceCascade, Flags.json, Flags.tagCSV, Flags.threads, Flags.progress, Flags.config, Flags.quiet,
            Flags.verbose, Flags.help,
        ],
        examples: [
            Example("espy gallery tag beach.jpg", "a table of tags and colors"),
            Example("espy gallery tag --json *.jpg | jq -r '[.file, .tags[0].name] | @tsv'", "for a script"),
        ])
}
