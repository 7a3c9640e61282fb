import EspyBase
package import EspyPixels

/// What caps look like in this photo, learned from those with a code that was read.
package struct CapModel: Sendable {
    /// The best place for a cap in a cell.
    package struct Match: Sendable {
        /// x in columns, y in rows.
        package var center: Point
        /// How complete the outline of a cap is there, in units of those that were read.
        package var roundness: Float
        /// How much goes on in its middle that is not round, in units of a code's.
        package var detail: Float
    }

    private let rectified: RectifiedImage
    private let contour: RoundContour
    private let codeCenters: [Point]
    private let usualCoverage: Float
    private let usualDetail: Float

    /// - Parameters:
    ///   - codeCenters: where codes were read, x in columns and y in rows.
    ///   - codeSide: the side of a code in pitches.
    ///   - open: the cells without a value.
    /// - Returns: nil where the caps have no outline to learn.
    package init?(_ rectified: RectifiedImage, codeCenters: [Point], codeSide: Double, open: [Rack.Place]) {
        // A dozen cells tell which circle is found in caps only, and not in any cell.
        let some = open.enumerated().filter { $0.offset % (open.count / 12 + 1) == 0 }.map { $0.element }
        let models = RoundContour.candidates(rectified, around: codeCenters, codeSide: codeSide)
            .map { CapModel(rectified, $0, codeCenters) }.map { (model: $0, contrast: $0.contrast(to: some)) }
        // The outer edge of a light rim is what plain caps share with labeled ones; the others are a makeshift.
        let rims = models.filter { $0.model.contour.polarity > 0 && $0.contrast > Self.enough }
        let rim = rims.max { $0.model.contour.radius < $1.model.contour.radius }
        guard let best = rim ?? models.max(by: { $0.contrast < $1.contrast }) else { return nil }
        self = best.model
    }

    private init(_ rectified: RectifiedImage, _ contour: RoundContour, _ codeCenters: [Point]) {
        self.rectified = rectified
        self.contour = contour
        self.codeCenters = codeCenters
        let coverage = codeCenters.map { center in
            Double(Self.best(rectified, contour, around: center, reach: 0.1, step: 0.03) { _ in true }?.coverage ?? 0)
        }
        usualCoverage = max(Float(median(coverage) ?? 1), 0.3)
        usualDetail = max(Float(median(codeCenters.map { Double(Self.detail(rectified, around: $0)) }) ?? 0), 1e-5)
    }

    /// Contrast at which cells with and without a cap can be told apart.
    private static let enough: Float = 0.25

    /// How much rounder caps with a code are than the least round quarter of some cells without: among those may be
    /// plain caps, which are as round.
    private func contrast(to open: [Rack.Place]) -> Float {
        let roundness = open.map { match(in: $0)?.roundness ?? 0 }.sorted()
        return usualCoverage - usualCoverage * (roundness.isEmpty ? 0 : roundness[roundness.count / 4])
    }

    /// How near the centers of two caps can be.
    package var clearance: Double { 1.7 * contour.radius }

    /// The best place for a cap in a cell without a value. Caps lean by up to half a cell, but none reaches into
    /// another.
    ///
    /// - Parameter others: centers of other caps beside those that were read.
    package func match(in place: Rack.Place, besides others: [Point] = []) -> Match? {
        let middle = Point(x: Double(place.col), y: Double(place.row))
        let near = (codeCenters + others).filter { $0.distance(to: middle) < 2 }
        func isFree(_ point: Point) -> Bool { near.allSatisfy { $0.distance(to: point) > clearance } }
        // Coarsely over the cell, then finely around the best: the outline is forgiving enough for that.
        guard
            let rough = Self.best(rectified, contour, around: middle, reach: 0.48, step: 0.08, where: isFree),
            let best = Self.best(rectified, contour, around: rough.center, reach: 0.08, step: 0.03, where: isFree)
        else { return nil }
        return Match(
            center: best.center, roundness: best.coverage / usualCoverage,
            detail: Self.detail(rectified, around: best.center) / usualDetail)
    }

    private static func best(
        _ rectified: RectifiedImage, _ contour: RoundContour, around center: Point, reach: Double, step: Double,
        where isFree: (Point) -> Bool
    ) -> (center: Point, coverage: Float)? {
        var best: (center: Point, coverage: Float)?
        for y in stride(from: -reach, through: reach, by: step) {
            for x in stride(from: -reach, through: reach, by: step) where x * x + y * y <= reach * reach {
                let point = center + Point(x: x, y: y)
                guard isFree(point) else { continue }
                let coverage = contour.coverage(rectified, around: point)
                if coverage > best?.coverage ?? -1 { best = (point, coverage) }
            }
        }
        return best
    }

    /// The mean color of the middle of a cell, and how uneven its rings are.
    package func disk(in place: Rack.Place) -> (color: SIMD4<Float>, unevenness: Float) {
        let middle = Point(x: Double(place.col), y: Double(place.row))
        var (sum, count) = (SIMD4<Float>(), Float(0))
        for radius in [0.0, 0.08, 0.16, 0.24] {
            for spoke in RoundContour.spokes {
                guard let color = rectified.color(at: middle + spoke * radius) else { continue }
                sum += color
                count += 1
            }
        }
        return (count > 0 ? sum / count : sum, Self.detail(rectified, around: middle))
    }

    /// The variance of color within rings: the rings of a molded cap have none, the modules of a code much.
    private static func detail(_ rectified: RectifiedImage, around center: Point) -> Float {
        let radii = [0.05, 0.1, 0.15, 0.2]
        return radii.reduce(0) { $0 + ringVariance(rectified, center, $1) } / Float(radii.count)
    }

    private static func ringVariance(_ rectified: RectifiedImage, _ center: Point, _ radius: Double) -> Float {
        var (sum, square, count) = (Float(0), Float(0), Float(0))
        for spoke in RoundContour.spokes {
            guard let color = rectified.color(at: center + spoke * radius) else { continue }
            sum += color.w
            square += color.w * color.w
            count += 1
        }
        return count > 0 ? square / count - sum * sum / (count * count) : 0
    }
}
