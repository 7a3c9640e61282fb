extension Setting {
    package static let progress = Setting(
        "progress", default: "auto", value: FlagValue("HOW", .choice(["auto", "plain", "none"])),
        help: """
            How to show progress on standard error: auto draws a bar on a terminal and nothing elsewhere, plain \
            prints one line for each finished input.
            """)
    package static let threads = Setting(
        "threads", default: "0", value: FlagValue("N", .integer(0...256)),
        help: """
            Photos to work on at the same time; 0 means one for each processor, and for espy count one: its models \
            use all processors.
            """)
    package static let history = Setting(
        "history", default: "true",
        help: "Keep the result, its settings and a small picture in the history; see espy history.")
    package static let historyPhotos = Setting(
        "history-photos", default: "small", value: FlagValue("HOW", .choice(["none", "small"])),
        help: """
            What the history keeps of photos: small is a picture of at most 2048 pixels with each result, so that it \
            can be looked at and corrected later; none is nothing but the small square.
            """)
    package static let historyPhotosLimit = Setting(
        "history-photos-limit", default: "500", value: FlagValue("MB", .integer(1...1_000_000)),
        help: "Megabytes that all photos in the history take at most; the oldest go first, favorites last.")
}
