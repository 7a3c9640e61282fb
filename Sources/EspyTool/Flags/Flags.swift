import Espy

/// Every flag there is. A command lists the ones it takes, and reads its values by these names.
package enum Flags {
    package static let help = Flag("help", short: "h", help: "Show this help and exit.")
    package static let version = Flag("version", help: "Print the version and exit.")
    package static let json = Flag(
        "json", help: "Write one JSON object for each input, one a line, with everything that was found.")
    package static let jsonReport = Flag("json", help: "Print JSON instead of text.")
    package static let quiet = Flag("quiet", short: "q", help: "Print nothing on standard error but errors.")
    package static let verbose = Flag(
        "verbose", short: "v", help: "Print a summary of each input and each file written, also without a terminal.")
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

    package static let grid = Flag(
        "grid",
        value: FlagValue(
            "GRID",
            .text(
                expected: "auto, rows x columns such as 9x9 or 8x12, or tolerance:PIXELS such as tolerance:100",
                hints: ["auto", "9x9", "10x10", "8x8", "8x12", "5x5", "tolerance:100"],
                check: { RackGrid(parsing: $0) != nil })),
        setting: Setting("rack.grid", default: "auto"),
        help: """
            The box: rows x columns (9x9, 8x12), auto to work it out from the photo, or tolerance:PIXELS to group \
            codes whose centers differ by less than that, without a lattice.
            """)
    package static let maxDimension = Flag(
        "max-dimension", value: FlagValue("PIXELS", .choice(["full", "8000", "4000", "2000"])),
        setting: Setting("rack.max-dimension", default: "full"),
        help: """
            Shrink photos whose long side has more pixels before they are read, which is faster and loses small codes. \
            full reads them as they are.
            """)
    package static let raw = Flag(
        "raw", setting: Setting("rack.raw", default: "false"),
        help: """
            Write CSV values as they are. Without it, a value that a spreadsheet would run as a formula gets a \
            leading apostrophe.
            """)
    package static let output = Flag(
        "output", short: "o", value: FlagValue("FILE", .path),
        help: """
            Write the photo with outlines and labels to FILE, as JPEG or PNG by its extension. A folder gets \
            NAME.annotated.jpg for each input; several inputs need a folder.
            """)
    package static let csv = Flag(
        "csv", value: FlagValue("FILE", .path),
        help: """
            Write the CSV to FILE instead of standard output. A folder gets one vials_DATE_TIME.csv for each \
            input, and no file there is ever replaced.
            """)

    package static let history = Flag(
        "history", setting: Setting("history", default: "true"),
        help: "Keep the result, its settings and a small picture in the history; see espy history.")

    /// What `espy config` explains.
    package static let settings =
        [progress, threads, history, grid, maxDimension, raw] + countSettings + shelfSettings + [telemetry]
        + modelSettings + gallerySettings + [port]
}
