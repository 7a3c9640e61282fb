/// Where the modules of a symbol lie on a scan line.
struct SymbolPlacement {
    /// Where the first bar begins and the last one ends, in samples; `end` lies below `start` for a symbol upside down.
    var start: Float
    var end: Float
    /// How far the middle is moved towards the end, in quarters of the length: perspective.
    var bend: Float = 0
    /// How far the quarters are moved, both to the middle or from it: a curved surface.
    var skew: Float = 0

    /// The place of a number of modules, `scale` being 1 / modules.
    @inline(__always)
    func place(_ modules: Float, scale: Float) -> Float {
        let share = modules * scale
        return start + (end - start) * Self.bent(share, bend, skew)
    }

    @inline(__always)
    private static func bent(_ share: Float, _ bend: Float, _ skew: Float) -> Float {
        share + share * (1 - share) * (bend + skew * (1 - 2 * share))
    }

    var length: Float { abs(end - start) }
    var low: Float { min(start, end) }
    var high: Float { max(start, end) }
    /// The same place, read from the other end.
    var turned: SymbolPlacement { SymbolPlacement(start: end, end: start, bend: -bend, skew: skew) }
}

extension ScanLine {
    @inline(__always)
    static func value(_ values: UnsafeBufferPointer<Float>, _ place: Float) -> Float {
        let clamped = min(max(place, 0), Float(values.count - 2))
        let index = Int(clamped)
        let share = clamped - Float(index)
        return values[index] * (1 - share) + values[index + 1] * share
    }

    /// How well the edges that each symbol has fit: from -1 to 1, whatever the light.
    func fixedEdges(_ layout: EANLayout, _ placement: SymbolPlacement) -> Float {
        values.withUnsafeBufferPointer { values in
            let scale = 1 / Float(layout.modules)
            var (sum, total) = (Float(0), Float(1))
            for edge in layout.fixedEdges {
                let left = Self.value(values, placement.place(Float(edge.left) + 0.5, scale: scale))
                let right = Self.value(values, placement.place(Float(edge.left) + 1.5, scale: scale))
                sum += edge.rises ? right - left : left - right
                total += abs(right - left)
            }
            return sum / total
        }
    }
}
