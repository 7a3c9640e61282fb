import EspyApp

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

    package static let progress = Flag("progress", .progress)
    package static let threads = Flag("threads", .threads)
    package static let history = Flag("history", .history)

    package static let historyPhotos = Flag("history-photos", .historyPhotos)
    package static let historyPhotosLimit = Flag("history-photos-limit", .historyPhotosLimit)

    /// Settings that belong to no command alone.
    package static let sharedSettings = [progress, threads, history, historyPhotos, historyPhotosLimit]
}
