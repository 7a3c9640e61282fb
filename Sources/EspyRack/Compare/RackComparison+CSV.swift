public import EspyBase

extension RackComparison {
    /// One line for each difference: `kind,value,expected,found,elsewhere`, wells by their names.
    ///
    /// - Parameters:
    ///   - rack: that was compared.
    ///   - raw: write values as they are. Otherwise one that a spreadsheet would run as a formula gets an apostrophe
    ///     in front, which makes it text.
    public func table(of rack: Rack, raw: Bool = false) -> CSVTable {
        let text = { (value: String) in raw ? value : CSV.defused(value) }
        let rows = differences.map { difference in
            [
                difference.kind.rawValue, text(difference.value ?? ""), Self.wells(difference.expected, rack),
                Self.wells(difference.found, rack), text(difference.elsewhere.map(Self.name) ?? ""),
            ]
        }
        return CSVTable(columns: ["kind", "value", "expected", "found", "elsewhere"], rows: rows)
    }

    private static func wells(_ places: [Rack.Place], _ rack: Rack) -> String {
        places.map(rack.name).joined(separator: " ")
    }

    private static func name(_ other: Elsewhere) -> String { "\(other.rack ?? other.entry) \(other.well)" }
}
