import EspyPixels

/// Reads the symbols of one striped region by scan lines across it.
struct RegionReader {
    /// A line and what it says.
    struct Row {
        /// How far the line is from the center of the region along the bars, in pixels.
        let offset: Double
        let line: ScanLine
        let reading: LineReading
        let choice: DigitChoice
    }

    let image: GrayImage
    let region: StripeRegion
    let options: BarcodeOptions
    private var groups: [SymbolGroup] = []

    init(image: GrayImage, region: StripeRegion, options: BarcodeOptions) {
        (self.image, self.region, self.options) = (image, region, options)
    }

    mutating func symbols() throws(CancellationError) -> [Symbol] {
        for offset in offsets() {
            if Task.isCancelled { throw CancellationError() }
            guard let line = line(at: offset) else { continue }
            read(line, offset)
        }
        return groups.compactMap { Symbol($0, self) }
    }

    /// Where lines are drawn, those that are far from each other first.
    private func offsets() -> [Double] {
        let height = region.range.upperBound - region.range.lowerBound
        let most = options.effort == .quick ? 8.0 : 28.0
        let count = max(min((height / 3).rounded(.down), most), 1)
        let all = (0..<Int(count)).map { region.range.lowerBound + (Double($0) + 0.5) / count * height }
        let indices = Array(stride(from: 0, to: all.count, by: 2)) + stride(from: 1, to: all.count, by: 2)
        return indices.map { all[$0] }
    }

    /// The line `offset` pixels along the bars from the center, as far as the region reaches there and a quiet zone
    /// beyond.
    func line(at offset: Double) -> ScanLine? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for place in region.places where abs(place.y - offset) < 2.5 * Double(StripeMap.side) {
            (low, high) = (min(low, place.x), max(high, place.x))
        }
        guard high - low > 30 else { return nil }
        let quiet = 12 + 0.1 * (high - low)
        return ScanLine(
            image, from: region.point(low - quiet, offset), to: region.point(high + quiet, offset),
            along: region.along, taps: 3)
    }

    private mutating func read(_ line: ScanLine, _ offset: Double) {
        for layout in options.readsShort ? [EANLayout.thirteen, .eight] : [.thirteen] {
            for isFine in options.effort == .quick ? [false] : [false, true] {
                let reader = LineReader(isFine: isFine)
                for candidate in reader.candidates(line, layout) {
                    if isSettled(candidate.placement, line) { continue }
                    guard let reading = reader.reading(of: candidate, on: line) else { continue }
                    let choice = DigitChoice(reading.evidence, layout)
                    add(Row(offset: offset, line: line, reading: reading, choice: choice))
                }
            }
        }
    }

    /// Whether enough lines agree on what is there.
    private func isSettled(_ placement: SymbolPlacement, _ line: ScanLine) -> Bool {
        groups.contains { $0.rows.count > 5 && $0.isSure && $0.covers(placement, line) }
    }

    /// Rows of one value at one place are of one symbol.
    private mutating func add(_ row: Row) {
        // Only 10 of 64 sequences of parities are used, so what has to be bent to one of them is not a symbol.
        guard row.choice.isRight, row.choice.shortfall <= 0.5, row.choice.safety >= 2.5, row.reading.mean >= 0.85
        else { return }
        if let index = groups.firstIndex(where: { $0.isSameSymbol(row) }) {
            if !groups[index].rows.contains(where: { $0.offset == row.offset }) { groups[index].rows.append(row) }
        } else {
            groups.append(SymbolGroup(rows: [row]))
        }
    }
}
