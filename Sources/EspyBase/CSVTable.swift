/// A table as comma-separated text, in the form of RFC 4180: fields with a comma, a quote or a line break are quoted,
/// quotes are doubled, lines end with CR LF.
public struct CSVTable: Sendable, Equatable {
    public let columns: [String]
    /// As many fields in each as there are columns, written as they are: what a spreadsheet could run is made safe by
    /// whoever fills them in.
    public let rows: [[String]]

    public init(columns: [String], rows: [[String]]) {
        self.columns = columns
        self.rows = rows
    }

    /// The same table with a first column, `file`, for tables that hold what several files gave.
    ///
    /// - Parameters:
    ///   - name: of the file. `-`, standard input, stays as it is.
    ///   - raw: write a name as it is that a spreadsheet would run as a formula. Otherwise it gets an apostrophe in front.
    public func naming(file name: String, raw: Bool = false) -> CSVTable {
        let field = raw || name == "-" ? name : CSV.defused(name)
        return CSVTable(columns: ["file"] + columns, rows: rows.map { [field] + $0 })
    }

    /// - Parameter header: whether the names of the columns are the first line.
    public func text(header: Bool = true) -> String {
        ((header ? [columns] : []) + rows).map { $0.map(CSV.field).joined(separator: ",") + "\r\n" }.joined()
    }
}
