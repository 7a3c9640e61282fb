import Espy

extension Flags {
    package static let historyKind = Flag(
        "kind", value: FlagValue("KIND", .choice(HistoryEntry.Kind.allCases.map(\.rawValue))),
        help: "Only entries of this kind.")
    package static let limit = Flag(
        "limit", value: FlagValue("N", .integer(0...1_000_000)),
        help: "List at most the newest N entries; 0 means all. Without it, 100.")
    package static let exportCSV = Flag("csv", help: "Export a table, one line for each entry. This is the default.")
    package static let exportJSON = Flag(
        "json", help: "list, show and export: JSON instead of text; show and export with the whole result.")
    package static let exportFile = Flag(
        "output", short: "o", value: FlagValue("FILE", .path), help: "Export to FILE instead of standard output.")
    package static let thumbnails = Flag(
        "thumbnails", value: FlagValue("FOLDER", .path),
        help: "Also export the small picture of each entry, as ID.jpg in FOLDER.")
    package static let off = Flag("off", help: "Make the entry a favorite no more.")
    package static let keepFavorites = Flag("keep-favorites", help: "Clear all but the favorites.")
    package static let yes = Flag("yes", short: "y", help: "Clear without asking.")
}

extension Catalog {
    static let history = Command(
        "history", "list, show, export and delete what was found before",
        details: [
            """
            Every result is kept with its settings and a small picture, in one file in the data folder. Of the counts, \
            the newest 100 are kept, and all favorites; of the racks, all. --no-history keeps a result out, \
            “espy config set history off” all of them.
            """,
            """
            An ID is what “espy history list” shows, or any beginning of it that is at least 4 characters long and \
            belongs to one entry only.
            """,
        ],
        actions: [
            Action("list", says: "One line for each entry, the newest first: a favorite has a star."),
            Action("show", "ID", says: "All that is known of an entry."),
            Action("export", "ID", count: 0...Int.max, says: "Those entries, or all, as CSV or JSON Lines."),
            Action("favorite", "ID", says: "Keep an entry until it is deleted."),
            Action("delete", "ID", count: 1...Int.max, says: "Delete entries."),
            Action("restore", "ID", count: 1...Int.max, says: "Bring deleted entries back, within ten minutes."),
            Action("clear", says: "Delete all entries, after asking. There is no way back."),
        ],
        flags: [
            Flags.historyKind, Flags.limit, Flags.exportJSON, Flags.exportCSV, Flags.exportFile, Flags.thumbnails,
            Flags.off, Flags.keepFavorites, Flags.yes, Flags.quiet, Flags.help,
        ],
        examples: [
            Example("espy history list --kind count", "the counts, the newest first"),
            Example("espy history export --csv -o counts.csv --thumbnails pictures/", "a table, and a picture each"),
            Example("espy history favorite 3f2a", "keep one of them"),
        ])
}
