import EspyPixels

/// Measures how long the bars of a symbol are: from the lines that read it outward, until its guards and the edges
/// between its digits end.
struct SymbolOutline {
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
