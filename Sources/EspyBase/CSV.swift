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
