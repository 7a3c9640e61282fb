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

/// Fields of a comma-separated table.
package enum CSV {
    /// A field as RFC 4180 wants it.
    package static func field(_ text: String, separator: Character = ",") -> String {
        // By scalars: a mark that combines with a quotation mark makes another character of it.
        let special = Set(separator.unicodeScalars).union(["\"", "\n", "\r"])
        guard text.unicodeScalars.contains(where: special.contains) else { return text }
        var quoted = "\"".unicodeScalars
        for scalar in text.unicodeScalars { quoted.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar]) }
        quoted.append("\"")
        return String(quoted)
    }

    /// Text that no spreadsheet takes for a formula: one that begins like one gets an apostrophe in front.
    ///
    /// Blanks before the sign do not help, and some programs fold full-width signs to plain ones.
    package static func defused(_ text: String) -> String {
        let starts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]
        guard let first = text.unicodeScalars.first else { return text }
        let visible = text.unicodeScalars.first { $0 != " " } ?? first
        return starts.contains(first) || starts.contains(visible) ? "'" + text : text
    }

    /// A coordinate with one decimal place: `600.5`.
    package static func number(_ value: Double) -> String {
        String((value * 10).rounded() / 10)
    }

    /// A measure with four digits that count: `12.34`, `0.05678`, `1235.0`.
    package static func measure(_ value: Double) -> String {
        var step = 1.0
        while abs(value) * step < 1000, step < 1e6 { step *= 10 }
        return String((value * step).rounded() / step)
    }

    /// A share with three decimal places at most: `0.815`.
    package static func fraction(_ value: Double) -> String { String((value * 1000).rounded() / 1000) }
}
