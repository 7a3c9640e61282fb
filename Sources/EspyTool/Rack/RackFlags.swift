package import Espy

/// Flags of `espy rack`.
extension Flags {
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
    package static let rackCSV = csv(
        help: """
            Write the CSV to FILE instead of standard output. A folder gets one vials_DATE_TIME.csv for each \
            input, and no file there is ever replaced.
            """)

    /// Those that are settings, too.
    package static let rackSettings = [grid, maxDimension, raw]
}

extension Settings {
    /// What the settings say about reading boxes.
    package var rackOptions: RackOptions {
        RackOptions(
            grid: RackGrid(parsing: text(Flags.grid)) ?? .automatic, maxDimension: Int(text(Flags.maxDimension)))
    }
}
