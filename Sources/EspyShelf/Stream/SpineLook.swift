package import EspyPixels

/// How a spine looks from far away: its brightness at a few places from head to foot.
package struct SpineLook: Sendable, Equatable {
    private static let places = 8
    private static let columns = 3

    private var values: SIMD8<Float>

    /// - Parameter quad: in pixels of the frame.
    package init(_ quad: Quad, in glance: FrameGlance) {
        var values = SIMD8<Float>.zero
        for place in 0..<Self.places {
            let down = (Double(place) + 0.5) / Double(Self.places)
            for column in 1...Self.columns {
                let across = Double(column) / Double(Self.columns + 1)
                let upper = quad.topLeft + (quad.topRight - quad.topLeft) * across
                let lower = quad.bottomLeft + (quad.bottomRight - quad.bottomLeft) * across
                values[place] += Self.value(upper + (lower - upper) * down, glance)
            }
        }
        self.values = values / Float(Self.columns)
    }

    private static func value(_ point: Point, _ glance: FrameGlance) -> Float {
        let gray = glance.gray
        let x = min(max(point.x / glance.scale, 0), Double(gray.width - 1))
        let y = min(max(point.y / glance.scale, 0), Double(gray.height - 1))
        return Float(gray.pixels[Int(y) * gray.width + Int(x)])
    }

    /// 0 for what looks the same, 1 for black beside white.
    package func difference(from other: SpineLook) -> Double {
        let gap = values - other.values
        var sum: Float = 0
        for place in 0..<Self.places { sum += abs(gap[place]) }
        return Double(sum) / Double(255 * Self.places)
    }

    /// Moves slowly towards how it looks now.
    package mutating func approach(_ other: SpineLook) { values += (other.values - values) * 0.2 }
}
