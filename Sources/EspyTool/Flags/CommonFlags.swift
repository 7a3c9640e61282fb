/// Flags that several commands share. Each command adds its own ones here, by an extension in its own folder, lists
/// those that it takes, and reads its values by these names.
package enum Flags {
    package static let help = Flag("help", short: "h", help: "Show this help and exit.")
    package static let version = Flag("version", help: "Print the version and exit.")
    package static let jsonReport = Flag("json", help: "Print JSON instead of text.")
    package static let quiet = Flag("quiet", short: "q", help: "Print nothing on standard error but errors.")
    package static let config = Flag(
        "config", value: FlagValue("FILE", .file),
        help: "Read settings from FILE instead of the config file of the user. ESPY_CONFIG does the same.")

    package static let progress = Flag(
        "progress", value: FlagValue("HOW", .choice(["auto", "plain", "none"])),
        setting: Setting("progress", default: "auto"),
        help: """
            How to show progress on standard error: auto draws a bar on a terminal and nothing elsewhere, plain \
            prints one line for each finished input.
            """)
    package static let threads = Flag(
        "threads", value: FlagValue("N", .integer(0...256)), setting: Setting("threads", default: "0"),
        help: """
            Photos to work on at the same time; 0 means one for each processor, and for espy count one: its models \
            use all processors.
            """)
    package static let history = Flag(
        "history", setting: Setting("history", default: "true"),
        help: "Keep the result, its settings and a small picture in the history; see espy history.")

    package static let historyPhotos = Flag(
        "history-photos", value: FlagValue("HOW", .choice(["none", "small"])),
        setting: Setting("history-photos", default: "small"),
        help: """
            What the history keeps of photos: small is a picture of at most 2048 pixels with each result, so that it \
            can be looked at and corrected later; none is nothing but the small square.
            """)
    package static let historyPhotosLimit = Flag(
        "history-photos-limit", value: FlagValue("MB", .integer(1...1_000_000)),
        setting: Setting("history-photos-limit", default: "500"),
        help: "Megabytes that all photos in the history take at most; the oldest go first, favorites last.")

    /// Settings that belong to no command alone.
    package static let sharedSettings = [progress, threads, history, historyPhotos, historyPhotosLimit]
}
