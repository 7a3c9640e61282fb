/// A table as comma-separated text, in the form of RFC 4180: fields with a comma, a quote or a line break are quoted,
/// quotes are doubled, lines end with CR LF.
public struct CSVTable: Sendable, Equatable {
    public let columns: [String]
    /// As many fields in each as there are columns, written as they are: what a spreadsheet could run is made safe by
    /// whoever fills them in.
    public let rows: [[String]]
    /// Lines that some programs want before all others.
    public let preamble: [[String]]
    /// Whether the names of the columns are a line.
    public let hasHeader: Bool
    public let separator: Character

    public init(
        preamble: [[String]] = [], columns: [String], rows: [[String]], hasHeader: Bool = true,
        separator: Character = ","
    ) {
        self.preamble = preamble
        self.columns = columns
        self.rows = rows
        self.hasHeader = hasHeader
        self.separator = separator
    }

    /// The same table with a first column, `file`, for tables that hold what several files gave.
    ///
    /// - Parameters:
    ///   - name: of the file. `-`, standard input, stays as it is.
    ///   - raw: write a name as it is that a spreadsheet would run as a formula. Otherwise it gets an apostrophe in front.
    public func naming(file name: String, raw: Bool = false) -> CSVTable {
        let field = raw || name == "-" ? name : CSV.defused(name)
        return CSVTable(
            preamble: preamble, columns: ["file"] + columns, rows: rows.map { [field] + $0 }, hasHeader: hasHeader,
            separator: separator)
    }

    /// All lines in their order: what comes before the table, the names of the columns, the rows.
    ///
    /// - Parameter header: false for rows alone, which go on with a table that has begun.
    public func lines(header: Bool = true) -> [[String]] {
        (header ? preamble + (hasHeader ? [columns] : []) : []) + rows
    }

    /// - Parameter header: false for rows alone, which go on with a table that has begun.
    public func text(header: Bool = true) -> String {
        lines(header: header).map { line in
            line.map { CSV.field($0, separator: separator) }.joined(separator: String(separator)) + "\r\n"
        }.joined()
    }
}
