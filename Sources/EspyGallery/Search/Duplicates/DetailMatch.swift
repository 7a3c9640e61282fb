/// What two aligned pictures have in common in their details.
package struct DetailMatch {
    /// Small squares in which the pictures differ as much as two that have nothing to do with each other.
    package private(set) var strange = 0
    /// Small squares that show anything in one of them.
    package private(set) var busy = 0
    /// All that were compared.
    package private(set) var all = 0

    /// Is it one picture in all details that can be seen? In a photo with details everywhere a spot may have been
    /// retouched, or a date printed on it; where there is little to see, nothing may differ.
    ///
    /// - Parameter hasLittle: whether there is little to see, whatever is seen at this size.
    func isOne(_ strictness: Strictness, hasLittle: Bool = false) -> Bool {
        all > 0 && strange <= (isSparse || hasLittle ? 0 : busy / (strictness == .usual ? 50 : 400))
    }

    /// Most of it is even: paper, a screen, a drawing. Then little tells two apart.
    var isSparse: Bool { 10 * busy < 7 * all }

    /// How alike two pictures have to be.
    package enum Strictness: Sendable {
        case usual
        /// Their names speak against it.
        case names

        /// Of the contrast of a square, from 0 for none to 1.
        fileprivate var difference: Float { self == .usual ? 0.4 : 0.3 }
    }

    /// Side of a square, and from one to the next.
    private static let side = 8
    private static let step = 4
    /// Differences up to here are those of compression, in gray levels.
    private static let noise: Float = 10
    /// Of the picture, at its borders: what was cut off or turned in is no difference.
    private static let border = 0.03

    /// - Parameters:
    ///   - one: compared in its size.
    ///   - other: at about the same size.
    init(_ one: GrayPlane, _ other: GrayPlane, _ alignment: PictureAlignment, _ strictness: Strictness = .usual) {
        let moved = other.moved(by: alignment, like: one)
        let ways = [(one.values, moved), (moved, one.values)].map { from, to in
            Self.compared(ToneCurve(from, to).applied(to: from), to, one.width, one.height, strictness)
        }
        // Light that was turned up until white ran over can only be told from the darker one on.
        if let best = ways.min(by: { $0.strange < $1.strange }) { self = best }
    }

    private init() {}

    private static func compared(
        _ one: [Float], _ other: [Float], _ width: Int, _ height: Int, _ strictness: Strictness
    ) -> DetailMatch {
        var match = DetailMatch()
        let edge = (Int(border * Double(width)), Int(border * Double(height)))
        for top in stride(from: edge.1, through: height - edge.1 - side, by: step) {
            for left in stride(from: edge.0, through: width - edge.0 - side, by: step) {
                match.compare(one, other, top * width + left, width, strictness)
            }
        }
        return match
    }

    @inline(__always)
    private mutating func compare(
        _ one: [Float], _ other: [Float], _ start: Int, _ width: Int, _ strictness: Strictness
    ) {
        var (sums, squares, difference) = (SIMD2<Float>(), SIMD2<Float>(), Float(0))
        for row in 0..<Self.side {
            for place in start + row * width..<start + row * width + Self.side {
                let pair = SIMD2(one[place], other[place])
                sums += pair
                squares += pair * pair
                difference += (pair.x - pair.y) * (pair.x - pair.y)
            }
        }
        guard !difference.isNaN else { return }
        let count = Float(Self.side * Self.side)
        // A square that is lighter as a whole has the same details.
        difference -= (sums.x - sums.y) * (sums.x - sums.y) / count
        let spread = squares - sums * sums / count
        all += 1
        if max(spread.x, spread.y) > 4 * Self.noise * Self.noise { busy += 1 }
        if difference > count * Self.noise * Self.noise, difference > strictness.difference * (spread.x + spread.y) {
            strange += 1
        }
    }
}
