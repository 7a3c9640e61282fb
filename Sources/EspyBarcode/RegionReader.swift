import EspyBase
import EspyPixels

/// Reads the symbols of one striped region by scan lines across it.
struct RegionReader {
    /// A line and its reading.
    struct Row {
        /// Distance of the line from the center of the region along the bars, in pixels.
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

    /// The offsets of the lines, ordered so that the first ones are far apart.
    private func offsets() -> [Double] {
        let height = region.range.upperBound - region.range.lowerBound
        let most = options.effort == .quick ? 8.0 : 28.0
        let count = max(min((height / 3).rounded(.down), most), 1)
        let all = (0..<Int(count)).map { region.range.lowerBound + (Double($0) + 0.5) / count * height }
        let indices = Array(stride(from: 0, to: all.count, by: 2)) + stride(from: 1, to: all.count, by: 2)
        return indices.map { all[$0] }
    }

    /// The line at a distance of `offset` pixels along the bars from the center, as long as the region and a quiet zone
    /// on either side.
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

    /// Whether enough lines agree.
    private func isSettled(_ placement: SymbolPlacement, _ line: ScanLine) -> Bool {
        groups.contains { $0.rows.count > 5 && $0.isSure && $0.covers(placement, line) }
    }

    /// Adds a row; rows with the same value at the same place belong to one symbol.
    private mutating func add(_ row: Row) {
        // Only 10 of 64 sequences of parities are used, so if the digits must be forced into one of them, it is not a
        // symbol.
        guard row.choice.isRight, row.choice.shortfall <= 0.5, row.choice.safety >= 2.5, row.reading.mean >= 0.85
        else { return }
        if let index = groups.firstIndex(where: { $0.isSameSymbol(row) }) {
            if !groups[index].rows.contains(where: { $0.offset == row.offset }) { groups[index].rows.append(row) }
        } else {
            groups.append(SymbolGroup(rows: [row]))
        }
    }
}

/// Reads the smaller symbol of two or five digits to the right of a symbol, if several lines agree.
struct AddOnReader {
    let rows: [RegionReader.Row]

    var value: String? {
        vote(.five, lines: 2, safety: 3) ?? vote(.two, lines: 3, safety: 5)
    }

    private func vote(_ layout: EANLayout, lines: Int, safety: Float) -> String? {
        var votes: [String: Int] = [:]
        for row in rows {
            guard let choice = choice(layout, beside: row), choice.isRight, choice.safety >= safety else { continue }
            votes[choice.digits.map(String.init).joined(), default: 0] += 1
        }
        // If there is any disagreement, there is no result.
        guard votes.count == 1, let (value, count) = votes.first, count >= lines else { return nil }
        return value
    }

    /// By the standard, the add-on begins 7 to 12 modules after the last bar; in print it varies more.
    private func choice(_ layout: EANLayout, beside row: RegionReader.Row) -> DigitChoice? {
        let main = row.reading.placement
        // One module at the end of the main symbol, in samples, with its sign.
        let module = (main.end - main.start) * (1 - main.bend + main.skew) / Float(row.reading.layout.modules)
        var best: (placement: SymbolPlacement, fit: Float) = (main, 0.7)
        for gap in stride(from: Float(5), through: 18, by: 0.25) {
            for size in stride(from: Float(0.91), through: 1.1, by: 0.03) {
                let start = main.end + gap * module
                let placement = SymbolPlacement(start: start, end: start + size * module * Float(layout.modules))
                guard placement.low >= 0, placement.high <= Float(row.line.values.count) else { continue }
                let fit = row.line.fixedEdges(layout, placement)
                if fit > best.fit { best = (placement, fit) }
            }
        }
        guard best.fit > 0.7 else { return nil }
        let candidate = LineReader.Candidate(layout: layout, placement: best.placement, fit: best.fit)
        guard let reading = LineReader().reading(of: candidate, on: row.line), reading.mean > 0.85,
            (reading.placement.end - reading.placement.start) * module > 0,
            layout.slots.count > 2 || isLight(behind: reading.placement, on: row.line)
        else { return nil }
        return DigitChoice(reading.evidence, layout)
    }

    /// Whether five light modules follow: the first two of five digits are not an add-on of two.
    private func isLight(behind placement: SymbolPlacement, on line: ScanLine) -> Bool {
        let layout = EANLayout.two
        func dark(_ modules: Range<Int>) -> [Float] {
            modules.compactMap { module in
                let place = placement.place(Float(module) + 0.5, scale: 1 / Float(layout.modules))
                return line.values.indices.contains(Int(place)) ? line.values[Int(place)] : nil
            }
        }
        let inside = dark(0..<layout.modules)
        let behind = dark(layout.modules + 1..<layout.modules + 6)
        guard let low = inside.min(), let high = inside.max(), behind.count == 5 else { return false }
        return behind.allSatisfy { $0 < low + 0.35 * (high - low) }
    }
}

/// The symbols of a picture, each only once, however often it was seen.
struct FoundSymbols {
    private var all: [(symbol: RegionReader.Symbol, barcode: Barcode)] = []

    /// - Parameter scale: pixels of the picture per pixel of the quads.
    mutating func add(_ symbols: [RegionReader.Symbol], _ scale: Double) {
        for symbol in symbols {
            let barcode = symbol.barcode(scale: scale)
            guard let rival = all.firstIndex(where: { overlaps($0.barcode.quad, barcode.quad) }) else {
                all.append((symbol, barcode))
                continue
            }
            // Of two readings in one place the more certain one stays, unless that would lose an add-on.
            let old = all[rival]
            if old.symbol.sureness < symbol.sureness && (old.barcode.addOn == nil || barcode.addOn != nil) {
                all[rival] = (symbol, barcode)
            }
        }
    }

    private func overlaps(_ first: Quad, _ second: Quad) -> Bool {
        first.contains(second.center) || second.contains(first.center)
    }

    var barcodes: [Barcode] {
        all.map { $0.barcode }.sorted { ($0.quad.center.y, $0.quad.center.x) < ($1.quad.center.y, $1.quad.center.x) }
    }
}

/// Measures how long the bars of a symbol are: from the lines that read it outward, until its guards and the edges
/// between its digits end.
private struct SymbolOutline {
    private let axes: Axes
    /// The outer edges of the first and last bars: their positions across the bars, as functions of the place along
    /// them.
    private let start: Trend
    private let end: Trend
    /// The positions of the crossing lines along the bars.
    private let offsets: [Double]
    private let bend: Float
    private let skew: Float
    private let layout: EANLayout
    private let image: GrayImage

    init(_ rows: [RegionReader.Row], _ reader: RegionReader) {
        (image, layout) = (reader.image, rows[0].reading.layout)
        func ends(_ place: (SymbolPlacement) -> Float) -> [Point] {
            rows.map { $0.line.point(place($0.reading.placement)) }
        }
        let (starts, ends) = (ends { $0.start }, ends { $0.end })
        // The region's direction comes from squares of pixels; the bars themselves give a better one.
        let rough = Axes(center: reader.region.center, across: reader.region.across)
        let slope = (Trend(starts.map(rough.place)).slope + Trend(ends.map(rough.place)).slope) / 2
        let tilted = rough.across - rough.along * slope
        axes = Axes(center: rough.center, across: tilted * (1 / tilted.length))
        start = Trend(starts.map(axes.place))
        end = Trend(ends.map(axes.place))
        offsets = zip(starts, ends).map { [axes] in axes.place(($0 + $1) * 0.5).along }
        func mean(_ shape: (SymbolPlacement) -> Float) -> Float {
            rows.reduce(0) { $0 + shape($1.reading.placement) } / Float(rows.count)
        }
        (bend, skew) = (mean { $0.bend }, mean { $0.skew })
    }

    var quad: Quad {
        let low = reach(from: offsets.min()!, step: -2)
        let high = reach(from: offsets.max()!, step: 2)
        func point(_ trend: Trend, _ offset: Double) -> Point { axes.point(trend.value(offset), offset) }
        // An upside-down symbol has its own top left corner at the lower right.
        let (top, bottom) = start.value(0) < end.value(0) ? (low, high) : (high, low)
        return Quad(
            topLeft: point(start, top), topRight: point(end, top), bottomRight: point(end, bottom),
            bottomLeft: point(start, bottom))
    }

    private func reach(from offset: Double, step: Double) -> Double {
        var last = offset
        var misses = 0
        let limit = 1.5 * (abs(end.value(0) - start.value(0)) + 20)
        while misses < 2, abs(last - offset) < limit {
            let next = last + step * Double(misses + 1)
            if fits(next) { (last, misses) = (next, 0) } else { misses += 1 }
        }
        return last
    }

    private func fits(_ offset: Double) -> Bool {
        let (from, to) = (axes.point(start.value(offset), offset), axes.point(end.value(offset), offset))
        guard contains(from), contains(to) else { return false }
        // A few more modules on both sides, for the light around the guards.
        let more = (to - from) * 0.05
        let line = ScanLine(image, from: from - more, to: to + more, along: axes.along, taps: 1)
        let margin = Float(0.05 / 1.1) * Float(line.values.count)
        let placement = SymbolPlacement(start: margin, end: Float(line.values.count) - margin, bend: bend, skew: skew)
        return line.fixedEdges(layout, placement) > 0.55
    }

    private func contains(_ point: Point) -> Bool {
        point.x > -4 && point.y > -4 && point.x < Double(image.width + 4)
            && point.y < Double(image.height + 4)
    }
}

/// Unit vectors across and along bars, and the origin of both.
private struct Axes {
    let center: Point
    /// Of length 1.
    let across: Point

    var along: Point { Point(x: -across.y, y: across.x) }

    func point(_ across: Double, _ along: Double) -> Point { center + self.across * across + self.along * along }

    func place(_ point: Point) -> (along: Double, across: Double) {
        ((point - center).dot(along), (point - center).dot(across))
    }
}

/// A straight line by least squares: the position across the bars, as a function of the place along them.
private struct Trend {
    let slope: Double
    private let mean: (x: Double, y: Double)

    init(_ places: [(along: Double, across: Double)]) {
        let count = Double(places.count)
        let mean = (x: places.reduce(0) { $0 + $1.along } / count, y: places.reduce(0) { $0 + $1.across } / count)
        let spread = places.reduce(0) { $0 + ($1.along - mean.x) * ($1.along - mean.x) }
        let both = places.reduce(0) { $0 + ($1.along - mean.x) * ($1.across - mean.y) }
        // Lines a few pixels apart do not determine a direction; bars hardly ever diverge by more than this.
        slope = spread > 16 * count.squareRoot() ? min(max(both / spread, -0.4), 0.4) : 0
        self.mean = mean
    }

    func value(_ x: Double) -> Double { mean.y + slope * (x - mean.x) }
}

extension RegionReader {
    /// A symbol that is beyond doubt.
    struct Symbol {
        let value: String
        let symbology: Barcode.Symbology
        let addOn: String?
        let quad: Quad
        let sureness: Float

        init?(_ group: SymbolGroup, _ reader: RegionReader) {
            guard group.isSure, let row = group.rows.first else { return nil }
            let digits = row.choice.digits.map(String.init).joined()
            if row.reading.layout.slots.count == 12 {
                // UPC-A is EAN-13 with a leading zero that is not shown.
                symbology = row.choice.parity == 0 ? .upcA : .ean13
                value = symbology == .upcA ? digits : String(row.choice.parity) + digits
            } else {
                symbology = .ean8
                value = digits
            }
            addOn = symbology == .ean8 ? nil : AddOnReader(rows: group.rows).value
            quad = SymbolOutline(group.rows, reader).quad
            sureness = group.sureness
        }

        func barcode(scale: Double) -> Barcode {
            Barcode(value: value, symbology: symbology, addOn: addOn, quad: quad.map { $0 * scale })
        }
    }
}

/// Lines with the same reading at the same place.
struct SymbolGroup {
    var rows: [RegionReader.Row]

    private var first: RegionReader.Row { rows[0] }

    func isSameSymbol(_ row: RegionReader.Row) -> Bool {
        row.choice.digits == first.choice.digits && row.choice.parity == first.choice.parity
            && row.reading.layout.modules == first.reading.layout.modules && row.isTurned == first.isTurned
            && covers(row.reading.placement, row.line)
    }

    /// Whether the middle of the placement is inside the symbol.
    func covers(_ placement: SymbolPlacement, _ line: ScanLine) -> Bool {
        let near = rows.last!
        let middle = line.point((placement.low + placement.high) / 2)
        let half = Double(near.reading.placement.length) / ScanLine.density / 2
        return abs((middle - near.middle).dot(near.across)) < half
    }

    /// The combined certainty of the lines: the sum of their distances to the next number with a valid check digit, in
    /// logarithms of likelihood.
    var sureness: Float { rows.reduce(0) { $0 + $1.choice.safety } }

    var isSure: Bool {
        // Eight digits satisfy fewer rules than thirteen.
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
