import Espy

extension Flags {
    package static let telemetry = Flag(
        "telemetry", setting: Setting("shelf.telemetry", default: "false"),
        help: "Write down shapes of spines, counts and times; see espy shelf telemetry.")
    package static let telemetryJSON = Flag("json", help: "show: print JSON instead of tables.")
    package static let plots = Flag(
        "plots", value: FlagValue("FOLDER", .path),
        help: "show: also draw each distribution, as NAME.svg in FOLDER. Files of these names are replaced.")
    package static let telemetryFile = Flag(
        "output", short: "o", value: FlagValue("FILE", .path), help: "export: write to FILE instead of standard output."
    )
    package static let telemetryYes = Flag("yes", short: "y", help: "clear: do not ask.")
}

extension Catalog {
    static let shelfTelemetry = Command(
        "shelf telemetry", "what the shelf reader wrote down, if you let it",
        details: [
            """
            Off until you turn it on. Then the shelf reader writes down how large, how slim and how tilted the spines \
            are, how sure it is, how many texts and barcodes it sees with them, how long it takes, and what you \
            correct. No pictures, no text, no codes, no names of files. It stays in the data folder of this machine, \
            for 7 days or 10 MB, whichever comes first.
            """,
            """
            A photo that is called telemetry is read with “espy shelf ./telemetry”.
            """,
        ],
        actions: [
            Action("show", says: "What was written down, added up."),
            Action("export", says: "All of it as it is, as JSON Lines."),
            Action("clear", says: "Delete all of it, after asking. There is no way back."),
            Action("on", says: "Write down from now on."),
            Action("off", says: "Write down nothing more, also where Espy is running now."),
        ],
        flags: [
            Flags.telemetryJSON, Flags.plots, Flags.telemetryFile, Flags.telemetryYes, Flags.config, Flags.quiet,
            Flags.help,
        ],
        examples: [
            Example("espy shelf telemetry show --plots plots/", "tables, and a picture of each distribution"),
            Example("espy shelf telemetry export | jq 'select(.event == \"correction\")'", "what was corrected"),
        ])
}
