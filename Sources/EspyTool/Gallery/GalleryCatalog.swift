import Espy

extension Flags {
    package static let tagCSV = Flag(
        "csv", value: FlagValue("TARGET", .path),
        help: """
            Write the table to a file, or to a folder (a name that ends in /), which gets one NAME.tags.csv for each \
            input, and no table to standard output.
            """)
}

extension Catalog {
    static let galleryTag = Command(
        "gallery tag", "say what is on photos: tags, colors, quality",
        details: [
            """
            Tags come from a model that was trained on some thousand photos, and from rules; each has a confidence, a \
            category and its source. Tags that the model is wrong about too often are left out; a photo of something \
            else keeps none. Colors are named after sixteen, the most prominent first, with their share of the area.
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
            Flags.tagger, Flags.objectDetector, Flags.tagThreshold, Flags.json, Flags.tagCSV, Flags.threads,
            Flags.progress, Flags.config,
            Flags.quiet, Flags.verbose, Flags.help,
        ],
        examples: [
            Example("espy gallery tag beach.jpg", "a table of tags and colors"),
            Example("espy gallery tag --json *.jpg | jq -r '[.file, .tags[0].name] | @tsv'", "for a script"),
        ])
}
