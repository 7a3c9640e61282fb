/// A table as comma-separated text, as in RFC 4180: fields with a comma, a quote or a line break are quoted, quotes are
/// doubled, lines end with CR LF.
public struct CSVTable: Sendable, Equatable {
    public let columns: [String]
    /// Each row has as many fields as there are columns, written as they are: the caller must defuse text that a
    /// spreadsheet would run.
    public let rows: [[String]]
    /// Lines that some programs need before all others.
    public let preamble: [[String]]
    /// Whether the column names are written as a line.
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

    /// Adds a first column, `file`, for tables with the results of several files.
    ///
    /// - Parameters:
    ///   - name: of the file. `-`, standard input, is unchanged.
    ///   - raw: write the name as it is, even if a spreadsheet would run it as a formula. Otherwise such a name gets a
    ///     leading apostrophe.
    public func naming(file name: String, raw: Bool = false) -> CSVTable {
        let field = raw || name == "-" ? name : CSV.defused(name)
        return CSVTable(
            preamble: preamble, columns: ["file"] + columns, rows: rows.map { [field] + $0 }, hasHeader: hasHeader,
            separator: separator)
    }

    /// All lines in order: the preamble, the column names, the rows.
    ///
    /// - Parameter header: false for only the rows, which continue a table.
    public func lines(header: Bool = true) -> [[String]] {
        (header ? preamble + (hasHeader ? [columns] : []) : []) + rows
    }

    /// - Parameter header: false for only the rows, which continue a table.
    public func text(header: Bool = true) -> String {
        lines(header: header).map { line in
            line.map { CSV.field($0, separator: separator) }.joined(separator: String(separator)) + "\r\n"
        }.joined()
    }
}

/// Fields of a comma-separated table.
package enum CSV {
    /// Formats a field as in RFC 4180.
    package static func field(_ text: String, separator: Character = ",") -> String {
        // By scalars: a combining mark would merge with a quotation mark into another character.
        let special = Set(separator.unicodeScalars).union(["\"", "\n", "\r"])
        guard text.unicodeScalars.contains(where: special.contains) else { return text }
        var quoted = "\"".unicodeScalars
        for scalar in text.unicodeScalars { quoted.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar]) }
        quoted.append("\"")
        return String(quoted)
    }

    /// Returns text that no spreadsheet treats as a formula: if it begins like one, it gets a leading apostrophe.
    ///
    /// Leading blanks do not help, and some programs convert full-width characters to plain ones.
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

    /// A measure with four significant digits: `12.34`, `0.05678`, `1235.0`.
    package static func measure(_ value: Double) -> String {
        var step = 1.0
        while abs(value) * step < 1000, step < 1e6 { step *= 10 }
        return String((value * step).rounded() / step)
    }

    /// A share with at most three decimal places: `0.815`.
    package static func fraction(_ value: Double) -> String { String((value * 1000).rounded() / 1000) }
}
