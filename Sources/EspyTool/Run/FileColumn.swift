/// The `file` column of a table for several photos.
package enum FileColumn {
    /// Puts `name` in front of every record of `csv`, and `file` in front of the header.
    ///
    /// - Parameter header: whether the first record, the column names, is kept.
    package static func withFile(_ name: String, _ csv: String, header: Bool, raw: Bool) -> String {
        let field = quotedField(raw ? name : defused(name))
        var result = ""
        for (index, record) in records(of: csv).enumerated() {
            if index == 0 {
                if header { result += "file," + record }
            } else {
                result += field + "," + record
            }
        }
        return result
    }

    /// Records with their line ends: a line break inside quotes belongs to its field.
    private static func records(of csv: String) -> [String] {
        var records: [String] = []
        var record = ""
        var isQuoted = false
        for character in csv {
            record.append(character)
            if character == "\"" { isQuoted.toggle() }
            if character.isNewline, !isQuoted {
                records.append(record)
                record = ""
            }
        }
        return record.isEmpty ? records : records + [record]
    }

    private static func quotedField(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// A file name can begin like a formula, too.
    private static func defused(_ name: String) -> String {
        guard let first = name.first, "=+@\t".contains(first) || (first == "-" && name != "-") else { return name }
        return "'" + name
    }
}
