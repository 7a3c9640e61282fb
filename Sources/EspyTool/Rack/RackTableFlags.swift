import Espy
import EspyApp

/// Flags for tables in the formats of other systems.
extension Flags {
    package static let table = Flag(
        "table", value: FlagValue("FORM", .choice(RackTableForm.names)),
        help: """
            Write every position of the box in the format of another system: lims (rack, well, row, col, code, status, \
            date), fluidx, visionmate, dp5, limber or traxcer; custom uses --columns.
            """)
    package static let columns = Flag(
        "columns",
        value: FlagValue(
            "LIST",
            .text(
                expected: "names of columns, each with a title or without: well=Position,code=Tube ID",
                hints: RackTableForm.Field.allCases.map(\.rawValue),
                check: { RackTableForm.columns(parsing: $0) != nil })),
        help: """
            Columns of the table, in order: rack, well (A1), well0 (A01), letter (A), row and col (numbers from 1), \
            number, code, status, date. well=Position sets a title.
            """)
    package static let words = Flag(
        "words",
        value: FlagValue(
            "WORDS",
            .text(
                expected: "words for empty, uncoded and unread: empty=No Tube,unread=NO READ", hints: [],
                check: { RackTableForm.words(parsing: $0) != nil })),
        help: "Words to write where there is no code: empty=No Tube,uncoded=NO CODE,unread=NO READ, or some of these.")
    package static let order = Flag(
        "order", value: FlagValue("ORDER", .choice(RackTableForm.Order.allCases.map(\.rawValue))),
        help: "Order of the positions: rows (A1, A2, A3) or columns (A1, B1, C1).")
    package static let separator = Flag(
        "separator", value: FlagValue("SIGN", .choice(["comma", "semicolon", "tab"])),
        help: "Separator between the fields of the table.")
    package static let header = Flag(
        "header", value: FlagValue("WHETHER", .choice(["yes", "no"])),
        help: "Whether the first line of the table has column names.")
    package static let sheet = Flag(
        "xlsx", value: FlagValue("FILE", .path),
        help: "Write the table to FILE as XLSX instead, with every field as text. A folder gets one file per input.")

    /// In the order of the help.
    static let rackTables = [table, columns, words, order, separator, header, sheet]
}

extension RackTableForm {
    /// The form that the flags describe; nil for the plain table of codes.
    init?(_ invocation: Invocation) throws(UsageError) {
        let overrides = OptionOverrides(
            form: invocation.value(Flags.table), columns: invocation.value(Flags.columns),
            words: invocation.value(Flags.words), order: invocation.value(Flags.order),
            separator: invocation.value(Flags.separator), header: invocation.value(Flags.header))
        do throws(Refusal) {
            guard let form = try RackTableForm(overrides) else { return nil }
            self = form
        } catch {
            if overrides.form == "custom", overrides.columns == nil {
                throw UsageError("--table custom needs --columns, such as rack,well,code", command: "rack")
            }
            guard overrides.isWithoutForm else {
                throw UsageError("--\(error.wish): expected \(error.expected)", command: "rack")
            }
            throw UsageError("--\(error.wish) needs --table or --columns", command: "rack")
        }
    }
}
