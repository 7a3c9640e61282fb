import Espy

extension Setting {
    package static let grid = Setting(
        "rack.grid", default: "auto",
        value: FlagValue(
            "GRID",
            .text(
                expected: "auto, rows x columns such as 9x9 or 8x12, or tolerance:PIXELS such as tolerance:100",
                hints: ["auto", "9x9", "10x10", "8x8", "8x12", "5x5", "tolerance:100"],
                check: { RackGrid(parsing: $0) != nil })),
        help: """
            The box: rows x columns (9x9, 8x12), auto to work it out from the photo, or tolerance:PIXELS to group \
            codes whose centers differ by less than that, without a lattice.
            """)
    package static let maxDimension = Setting(
        "rack.max-dimension", default: "full", value: FlagValue("PIXELS", .choice(["full", "8000", "4000", "2000"])),
        help: """
            Shrink photos whose long side has more pixels before they are read, which is faster and loses small codes. \
            full reads them as they are.
            """)
    package static let raw = Setting(
        "rack.raw", default: "false",
        help: """
            Write CSV values as they are. Without it, a value that a spreadsheet would run as a formula gets a \
            leading apostrophe.
            """)
}
