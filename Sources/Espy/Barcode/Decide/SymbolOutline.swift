import EspyImage

/// How far the bars of a symbol reach: from the lines that read it outwards, until its guards and the edges between
/// its digits end.
struct SymbolOutline {
    /// Of the first bar's outer edge and the last one's: where they are, in pixels across the bars, per offset.
    private let start: Trend
    private let end: Trend
    private let bend: Float
    private let skew: Float
    private let rows: [RegionReader.Row]
    private let reader: RegionReader

    init(_ rows: [RegionReader.Row], _ reader: RegionReader) {
        (self.rows, self.reader) = (rows, reader)
        let region = reader.region
        func across(_ place: (SymbolPlacement) -> Float) -> Trend {
            Trend(rows.map { row in
                (row.offset, (row.line.point(place(row.reading.placement)) - region.center).dot(region.across))
            })
        }
        start = across(\.start)
        end = across(\.end)
        func mean(_ shape: (SymbolPlacement) -> Float) -> Float {
            rows.reduce(0) { $0 + shape($1.reading.placement) } / Float(rows.count)
        }
        (bend, skew) = (mean(\.bend), mean(\.skew))
    }

    var quad: Quad {
        let offsets = rows.map(\.offset)
        let low = reach(from: offsets.min()!, step: -2)
        let high = reach(from: offsets.max()!, step: 2)
        func point(_ trend: Trend, _ offset: Double) -> Point { reader.region.point(trend.value(offset), offset) }
        // A symbol upside down has its own top left corner below on the right.
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
        let region = reader.region
        let (from, to) = (region.point(start.value(offset), offset), region.point(end.value(offset), offset))
        guard contains(from), contains(to) else { return false }
        // A few modules more on both sides, for the light around the guards.
        let more = (to - from) * 0.05
        let line = ScanLine(reader.image, from: from - more, to: to + more, along: region.along, taps: 1)
        let margin = Float(0.05 / 1.1) * Float(line.values.count)
        let placement = SymbolPlacement(start: margin, end: Float(line.values.count) - margin, bend: bend, skew: skew)
        return line.fixedEdges(rows[0].reading.layout, placement) > 0.55
    }

    private func contains(_ point: Point) -> Bool {
        point.x > -4 && point.y > -4 && point.x < Double(reader.image.width + 4)
            && point.y < Double(reader.image.height + 4)
    }
}

/// A straight line through pairs by least squares.
struct Trend {
    private let mean: (x: Double, y: Double)
    private let slope: Double

    init(_ pairs: [(Double, Double)]) {
        let count = Double(pairs.count)
        let mean = (x: pairs.reduce(0) { $0 + $1.0 } / count, y: pairs.reduce(0) { $0 + $1.1 } / count)
        let spread = pairs.reduce(0) { $0 + ($1.0 - mean.x) * ($1.0 - mean.x) }
        let both = pairs.reduce(0) { $0 + ($1.0 - mean.x) * ($1.1 - mean.y) }
        // Lines a few pixels apart say nothing about a direction; bars hardly ever fan out by more than this.
        slope = spread > 16 * count.squareRoot() ? min(max(both / spread, -0.4), 0.4) : 0
        self.mean = mean
    }

    func value(_ x: Double) -> Double { mean.y + slope * (x - mean.x) }
}
