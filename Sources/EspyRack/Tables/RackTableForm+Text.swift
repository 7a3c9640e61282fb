extension RackTableForm {
    /// Columns as people write them: `rack,well=Position,code=Tube ID`; nil for what names no column, or one twice.
    public static func columns(parsing text: String) -> [Column]? {
        let columns = text.split(separator: ",", omittingEmptySubsequences: false).map { part -> Column? in
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let field = Field(rawValue: trimmed(sides[0])) else { return nil }
            let title = sides.count > 1 ? trimmed(sides[1]) : field.rawValue
            return title.isEmpty || title.count > 100 ? nil : Column(field, title)
        }
        let known = columns.compactMap(\.self)
        let titles = Set(known.map(\.title))
        return known.count == columns.count && titles.count == known.count ? known : nil
    }

    /// Words for what is not there: `empty=No Tube,unread=NO READ`; nil for what names no state, or one twice.
    public static func words(parsing text: String) -> [Rack.Cell.Status: String]? {
        var words: [Rack.Cell.Status: String] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let state = Rack.Cell.Status(rawValue: trimmed(sides[0])), state != .read,
                words[state] == nil, sides[1].count <= 100
            else { return nil }
            words[state] = trimmed(sides[1])
        }
        return words
    }

    private static func trimmed(_ text: Substring) -> String {
        let rest = text.drop { $0 == " " }
        guard let last = rest.lastIndex(where: { $0 != " " }) else { return "" }
        return String(rest[...last])
    }
}
