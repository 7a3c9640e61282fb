import EspyPixels

/// Lines that say the same at the same place.
struct SymbolGroup {
    var rows: [RegionReader.Row]

    private var first: RegionReader.Row { rows[0] }

    func isSameSymbol(_ row: RegionReader.Row) -> Bool {
        row.choice.digits == first.choice.digits && row.choice.parity == first.choice.parity
            && row.reading.layout.modules == first.reading.layout.modules && row.isTurned == first.isTurned
            && covers(row.reading.placement, row.line)
    }

    /// Whether the middle of the placement lies within the symbol.
    func covers(_ placement: SymbolPlacement, _ line: ScanLine) -> Bool {
        let near = rows.last!
        let middle = line.point((placement.low + placement.high) / 2)
        let half = Double(near.reading.placement.length) / ScanLine.density / 2
        return abs((middle - near.middle).dot(near.across)) < half
    }

    /// Whether two lines at least say it beyond doubt, and how much they say together: in logarithms of likelihood, by
    /// how much the next number with a right check digit is behind.
    var sureness: Float { rows.reduce(0) { $0 + $1.choice.safety } }

    var isSure: Bool {
        // Eight digits obey fewer rules than thirteen.
        let isShort = first.reading.layout.slots.count < 12
        let good = rows.filter { $0.reading.mean >= 0.88 && $0.choice.safety >= (isShort ? 5 : 3) }
        return good.count >= (isShort ? 3 : 2) && sureness >= (isShort ? 24 : 8)
    }
}

extension RegionReader.Row {
    var isTurned: Bool { reading.placement.end < reading.placement.start }
    var across: Point { line.step * (1 / line.step.length) }
    var middle: Point { line.point((reading.placement.start + reading.placement.end) / 2) }
}
