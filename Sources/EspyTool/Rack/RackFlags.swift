import Espy
import EspyApp

/// Flags of `espy rack`.
extension Flags {
    package static let grid = Flag("grid", .grid)
    package static let maxDimension = Flag("max-dimension", .maxDimension)
    package static let raw = Flag("raw", .raw)
    package static let rackCSV = csv(
        help: """
            Write the CSV to FILE instead of standard output. A folder gets one vials_DATE_TIME.csv for each \
            input, and no file there is ever replaced.
            """)

    /// Those that are settings, too.
    package static let rackSettings = [grid, maxDimension, raw]
}
