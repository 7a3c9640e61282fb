import Foundation

/// A thing on a shelf that is not a book. Lengths as in ``BookshelfScene``.
public struct ShelfProp: Sendable, Equatable {
    public enum Kind: String, Sendable, Equatable, CaseIterable {
        /// A plate that keeps books upright.
        case bookend
        /// A pot with leaves.
        case plant
        /// A framed picture that leans against the wall.
        case frame
        /// A box with a lid.
        case box
    }

    public var kind: Kind
    /// Lower left corner, width and height, as seen from the front.
    public var foot: SIMD2<Double>
    public var width: Double
    public var height: Double
    /// How far it is behind the front edge of the board.
    public var recess: Double
    public var color: SampleColor
    public var seed: UInt64

    public init(
        kind: Kind, foot: SIMD2<Double>, width: Double, height: Double, recess: Double, color: SampleColor, seed: UInt64
    ) {
        (self.kind, self.foot, self.width, self.height) = (kind, foot, width, height)
        (self.recess, self.color, self.seed) = (recess, color, seed)
    }
}

extension Canvas {
    mutating func paint(_ prop: ShelfProp) {
        let grain = Grain(seed: prop.seed)
        let (x, y, z) = (prop.foot.x, prop.foot.y, -prop.recess)
        func front(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ color: SampleColor) {
            let patch = Patch.level(
                x: x + from.x * prop.width...x + to.x * prop.width,
                y: y - from.y * prop.height - (to.y - from.y) * prop.height...y - from.y * prop.height, z: z)
            paint(patch) { place in color.lit(0.8 + 0.25 * grain.smooth(place * SIMD2(0.6, 0.25))) }
        }
        switch prop.kind {
        case .bookend:
            front(.zero, SIMD2(1, 0.03), prop.color.lit(0.7))
            front(.zero, SIMD2(0.12, 1), prop.color)
        case .box:
            front(.zero, SIMD2(repeating: 1), prop.color)
            front(SIMD2(0, 0.8), SIMD2(1, 1), prop.color.lit(0.85))
        case .frame:
            front(.zero, SIMD2(repeating: 1), prop.color.lit(0.5))
            front(SIMD2(repeating: 0.08), SIMD2(repeating: 0.92), SampleColor(gray: 0.85))
            front(SIMD2(0.2, 0.2), SIMD2(0.8, 0.7), prop.color)
        case .plant:
            paintLeaves(of: prop, at: z)
            front(SIMD2(0.25, 0), SIMD2(0.75, 0.4), SampleColor(0.6, 0.34, 0.22))
        }
    }

    /// Long leaves that start from the pot and point in all directions.
    private mutating func paintLeaves(of prop: ShelfProp, at z: Double) {
        var random = SampleRandom(seed: prop.seed)
        let root = Vector(prop.foot.x + prop.width / 2, prop.foot.y - 0.38 * prop.height, z)
        for _ in 0..<18 {
            let angle = random.number(in: -1.2...1.2)
            let length = random.number(in: 0.35...0.62) * prop.height
            let along = Vector(sin(angle) * length, -cos(angle) * length, random.number(in: -2...2))
            let across = Vector(cos(angle), sin(angle), 0) * random.number(in: 0.5...1.3)
            let light = Float(random.number(in: 0.5...1))
            let patch = Patch(origin: root, across: across, along: along, low: SIMD2(-0.5, 0), high: SIMD2(0.5, 1))
            let color = SampleColor(0.16, 0.42, 0.15)
            paint(patch) { place in color.lit(light * Float(1 - 0.8 * abs(place.x))) }
        }
    }
}
