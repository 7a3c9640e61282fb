import EspyBase
import EspyPixels

/// Tells long things from what lies between them and from stripes: by what is seen at their ends.
///
/// A thing ends where something else begins. A gap between two things goes on as the ground beyond it; stripes go on to
/// the border of the photo, or what is between them ends where they do.
struct ThingEnds: Sendable {
    private let view: LevelView

    /// Of what is usual among the surest: what differs less from what is beyond it is a gap.
    private static let leastShare = 0.35
    /// What is surer than this is none, whatever color it has.
    private static let sure = 0.82
    /// A distance in RGB below which nothing is told apart.
    private static let leastContrast = 8.0
    /// Between two things: in widths of a thing.
    private static let gap = 0.35...3.0
    /// From this share of the usual contrast on, what is between things ends as they do.
    private static let stripes = 0.5

    init(_ view: LevelView) { self.view = view }

    /// An explanation without gaps between things.
    func withoutGaps(_ explanation: Explanation) -> Explanation {
        let contrasts = explanation.finds.map { contrast(of: $0.box) }
        guard let usual = usual(explanation.finds, contrasts) else { return explanation }
        return explanation.keeping { place in
            guard explanation.finds[place].score < Self.sure, let contrast = contrasts[place].max() else { return true }
            return contrast >= Self.leastShare * usual
        }
    }

    /// The share of things of which an end is seen, and of which one lies beyond the border; nil where things are stripes
    /// of something.
    func seen(of things: ArraySlice<SeekerFind>) -> (ends: Double, cut: Double)? {
        let contrasts = things.map { contrast(of: $0.box) }
        guard let usual = usual(Array(things), contrasts), usual >= Self.leastContrast else { return nil }
        let between = gaps(between: things.map(\.box)).map { contrast(of: $0) }
        let least = median(between.compactMap { $0.count > 1 ? $0.min() : nil })
        if let least, least > Self.stripes * usual { return nil }
        let ends = contrasts.count { $0.contains { $0 >= Self.leastShare * usual } }
        let number = Double(max(things.count, 1))
        return (Double(ends) / number, Double(contrasts.count { $0.count < 2 }) / number)
    }

    private func usual(_ finds: [SeekerFind], _ contrasts: [[Double]]) -> Double? {
        let surest = finds.indices.filter { finds[$0].score >= Self.sure }
        return median(surest.compactMap { contrasts[$0].max() })
    }

    /// What lies between each thing and the next one below it.
    private func gaps(between boxes: [Rect]) -> [Rect] {
        let sorted = boxes.sorted { $0.center.y < $1.center.y }
        return zip(sorted, sorted.dropFirst()).compactMap { upper, lower in
            let (left, right) = (max(upper.x, lower.x), min(upper.maxX, lower.maxX))
            let width = min(upper.width, lower.width)
            let height = lower.y - upper.maxY
            guard right - left > 0.7 * width, Self.gap.contains(height / min(upper.height, lower.height)) else {
                return nil
            }
            return Rect(x: left, y: upper.maxY, width: right - left, height: height)
        }
    }

    /// How much a thing differs from what is beyond its left and its right end, as far as that is seen: a distance in RGB.
    private func contrast(of box: Rect) -> [Double] {
        // Boxes are not exact, and shadows lie along things.
        let (margin, length) = (max(1.5, 0.04 * box.width), max(2, 0.08 * box.width))
        let (top, height) = (box.y + 0.25 * box.height, max(0.5 * box.height, 1))
        func color(from left: Double) -> SIMD3<Double>? {
            let part = Rect(x: left, y: top, width: length, height: height)
            return view.shows(part.center) ? view.image.meanColor(of: part) : nil
        }
        let ends = [
            (inside: box.x + margin, beyond: box.x - margin - length),
            (inside: box.maxX - margin - length, beyond: box.maxX + margin),
        ]
        return ends.compactMap { end in
            guard let inside = color(from: end.inside), let beyond = color(from: end.beyond) else { return nil }
            let difference = inside - beyond
            return (difference * difference).sum().squareRoot()
        }
    }
}

extension RGBImage {
    /// Mean red, green and blue of the pixels of a part; nil where fewer than two columns of it are in the picture.
    fileprivate func meanColor(of part: Rect) -> SIMD3<Double>? {
        let start = max(Int(part.x.rounded()), 0)
        let columns = start..<max(min(Int(part.maxX.rounded()), width), start)
        let first = max(Int(part.y), 0)
        let rows = first..<max(min(Int(part.maxY.rounded(.up)), height), first)
        guard columns.count >= 2, !rows.isEmpty else { return nil }
        var sum = SIMD3<Int>.zero
        for row in rows {
            for column in columns {
                let at = 3 * (row * width + column)
                sum &+= SIMD3(Int(pixels[at]), Int(pixels[at + 1]), Int(pixels[at + 2]))
            }
        }
        return SIMD3<Double>(sum) / Double(rows.count * columns.count)
    }
}
