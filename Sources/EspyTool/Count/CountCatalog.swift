extension Catalog {
    static let count = Command(
        "count", "count the things alike in a photo",
        details: [
            """
            Finds the things in a photo, puts those that look alike into groups, and counts the largest group, or \
            the one of the example that --like shows. All positions are pixels of the upright photo.
            """,
            """
            Standard output is the count alone. With several inputs it is a line for each, the count and the file \
            with a tab between, and a last line with the total. --json tells where each thing is, how sure that is, \
            and the other groups; with several inputs the last object has the total.
            """,
            """
            A count has an honest range: without the doubtful things, and with all of them. --review lists what to \
            look at, and -o draws it: counted things green with numbers, others blue, doubtful ones dashed.
            """,
            """
            A bad input gives one line on standard error, and the others are still counted. A file named with -o or \
            --csv is replaced; a file that Espy names itself never replaces another.
            """,
        ],
        operands: Operands(
            "FILE", count: 1...Int.max, kind: .file,
            help: "A photo (JPEG, PNG, HEIC, AVIF or WebP), a folder of photos, or - for standard input."),
        flags: [Flags.like, Flags.unlike, Flags.region, Flags.exclude] + Flags.countSettings + [
            Flags.reference, Flags.group, Flags.merge, Flags.detector, Flags.embedder, Flags.review, Flags.json,
            Flags.countCSV, Flags.countOutput, Flags.threads, Flags.history, Flags.progress, Flags.config, Flags.quiet,
            Flags.verbose, Flags.help,
        ],
        examples: [
            Example("espy count tray.jpg", "the number, and nothing else"),
            Example("espy count tray.jpg -o checked.jpg --review", "a mark on each thing, and what to look at"),
            Example("espy count shelf.jpg --like 120,80,64,64", "things like the one in this box"),
            Example("espy count monday/ --csv things.csv", "a folder of photos, with a total, and a table of all"),
            Example("espy count --json *.jpg | jq -r 'select(.file) | [.file, .count] | @tsv'", "for a script"),
        ])
}
