import Espy
import EspyApp

/// Flags of comparing boxes.
extension Flags {
    package static let expect = Flag(
        "expect", value: FlagValue("LIST", .file),
        help: """
            Compare the box with LIST, CSV or XLSX with a well and a code in each line, and write the differences in \
            place of the table: moved, missing, new, twice, elsewhere, unread. Any of them is exit code 1.
            """)
    package static let compare = Flag(
        "compare",
        value: FlagValue(
            "BOX", .text(expected: "last, the code of a box, or the ID of an entry", hints: ["last"]) { !$0.isEmpty }),
        help: """
            Compare the box with what the history says of it (last), of another one (its code), or with an entry (its \
            ID), as --expect does.
            """)

    /// In the order of the help.
    static let rackComparing = [expect, encoding, compare]
}
