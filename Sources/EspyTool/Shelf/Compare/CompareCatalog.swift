extension Catalog {
    static let shelfCompare = Command(
        "shelf compare", "hold both detectors of spines against each other",
        details: [
            """
            Both detectors look at the same photos. Without --truth the answer is how far they agree. With it, it is \
            how many spines each finds and how often each is wrong, and whether the difference may be chance: \
            McNemar's test over spines, Newcombe's interval, and one from drawing whole photos again (bootstrap).
            """,
            """
            Truth is JSON: {"photo": "a.jpg", "width": 960, "rows": [{"y": 460, "spines": [[20.5, 63.9]], "optional": \
            []}]} has intervals along rows of pixels, which a spine must cover to 70 %; {"photo": "a.jpg", "width": \
            960, "spines": [{"quad": [[9, 5], [41, 5], [41, 300], [9, 300]], "cut": false}]} has outlines, which must \
            be covered to 50 %. What is optional or cut is not counted either way. Several photos make a list of such \
            objects, or a folder with NAME.json for NAME.jpg. Photos without truth are left out, with a note.
            """,
        ],
        operands: Operands(
            "PHOTO", count: 1...Int.max, kind: .file,
            help: "A photo (JPEG, PNG, HEIC, AVIF or WebP), a folder of photos, or - for standard input."),
        flags: [
            Flags.truth, Flags.spineConfidence, Flags.json, Flags.threads, Flags.progress, Flags.config, Flags.quiet,
            Flags.verbose, Flags.help,
        ],
        examples: [
            Example("espy shelf compare living-room/", "how far both agree on a folder of photos"),
            Example("espy shelf compare shelves/ --truth marked/ --json", "who finds more, for a script"),
        ])
}
