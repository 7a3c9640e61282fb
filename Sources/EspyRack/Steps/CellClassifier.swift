import CMath
import EspyBase
import EspyPixels

/// Classifies the cells without a value.
struct CellClassifier: Sendable {
    /// The content of one cell.
    struct Verdict: Sendable {
        var place: Rack.Place
        var status: Rack.Cell.Status
        /// The center of the cap, or of the cell if it is empty; x in columns, y in rows.
        var center: Point
    }

    private let model: CapModel?
    private let isStraight: Bool
    private let places: [Rack.Place]

    /// - Parameters:
    ///   - codeCenters: positions of the codes that were read, x in columns and y in rows.
    ///   - codeSide: the side of a code in pitches.
    ///   - open: the cells without a value.
    ///   - isStraight: whether the box is seen from straight above and its tubes do not lean, so that all empty cells
    ///     look the same.
    init(
        _ rectified: RectifiedImage, codeCenters: [Point], codeSide: Double, open: [Rack.Place], isStraight: Bool
    ) {
        model = CapModel(rectified, codeCenters: codeCenters, codeSide: codeSide, open: open)
        self.isStraight = isStraight
        places = open
    }

    /// Compares the open cells with the caps of the codes that were read, and with each other.
    ///
    /// - Parameter suspects: places that look like a code but could not be read; x in columns, y in rows.
    func verdicts(suspects: [Point]) -> [Verdict] {
        var matches = places.map { Task.isCancelled ? nil : model?.match(in: $0) }
        let threshold = Self.threshold(matches.compactMap { $0?.roundness })
        shareOut(&matches, threshold)
        let strangers = strangers(
            among: places.indices.filter { (matches[$0]?.roundness ?? 0) < threshold }.map { places[$0] })
        return zip(places, matches).map { place, match in
            let middle = Point(x: Double(place.col), y: Double(place.row))
            guard let match, match.roundness >= threshold else {
                return Verdict(place: place, status: strangers.contains(place) ? .uncoded : .empty, center: middle)
            }
            let isMarked = match.detail > 0.3 || suspects.contains { $0.distance(to: match.center) < 0.25 }
            return Verdict(place: place, status: isMarked ? .unread : .uncoded, center: match.center)
        }
    }

    /// Assigns a cap that leans between two cells to the nearer one; the other must find its own.
    private func shareOut(_ matches: inout [CapModel.Match?], _ threshold: Float) {
        guard let model else { return }
        func lean(_ index: Int) -> Double {
            let middle = Point(x: Double(places[index].col), y: Double(places[index].row))
            return matches[index]?.center.distance(to: middle) ?? .infinity
        }
        let found = places.indices.filter { (matches[$0]?.roundness ?? 0) >= threshold }
        var taken: [Point] = []
        for index in found.sorted(by: { lean($0) < lean($1) }) {
            guard let match = matches[index] else { continue }
            if taken.contains(where: { $0.distance(to: match.center) < model.clearance }) {
                matches[index] = model.match(in: places[index], besides: taken)
            }
            if let match = matches[index], match.roundness >= threshold { taken.append(match.center) }
        }
    }

    /// Cells without the outline of a cap that differ from all others: if empty cells look the same, like the wells of
    /// a plate, an even disk of another color is a plain cap.
    private func strangers(among places: [Rack.Place]) -> Set<Rack.Place> {
        guard let model, isStraight, places.count >= 6 else { return [] }
        let disks = places.map { model.disk(in: $0) }
        let usual = SIMD4<Float>((0..<4).map { axis in Float(median(disks.map { Double($0.color[axis]) }) ?? 0) })
        let offsets = disks.map { disk -> Float in
            let difference = disk.color - usual
            return (difference * difference).sum()
        }
        let spread = Float(median(offsets.map(Double.init)) ?? 0)
        return Set(
            places.indices.filter { offsets[$0] > max(25 * spread, 0.02) && disks[$0].unevenness < 0.1 * offsets[$0] }
                .map { places[$0] })
    }

    /// The roundness that separates tubes from empty cells: in the widest gap between the values, if it is in the
    /// expected range.
    private static func threshold(_ values: [Float]) -> Float {
        let (lowest, highest) = (Float(0.74), Float(0.96))
        let inside = values.filter { (lowest...highest).contains($0) }.sorted()
        let steps = [lowest] + inside + [highest]
        let widest = steps.indices.dropLast().max { steps[$0 + 1] - steps[$0] < steps[$1 + 1] - steps[$1] }
        guard let widest else { return (lowest + highest) / 2 }
        return (steps[widest] + steps[widest + 1]) / 2
    }
}

/// The look of caps in this photo, learned from those with a code that was read.
private struct CapModel: Sendable {
    /// The best place for a cap in a cell.
    struct Match: Sendable {
        /// x in columns, y in rows.
        var center: Point
        /// Completeness of a cap's outline, relative to the caps with codes.
        var roundness: Float
        /// Detail in its middle that is not round, relative to a code.
        var detail: Float
    }

    private let rectified: RectifiedImage
    private let contour: RoundContour
    private let codeCenters: [Point]
    private let usualCoverage: Float
    private let usualDetail: Float

    /// - Parameters:
    ///   - codeCenters: positions of the codes that were read, x in columns and y in rows.
    ///   - codeSide: the side of a code in pitches.
    ///   - open: the cells without a value.
    /// - Returns: nil if the caps have no outline to learn.
    init?(_ rectified: RectifiedImage, codeCenters: [Point], codeSide: Double, open: [Rack.Place]) {
        // A dozen cells show which circle appears only in caps, and not in any cell.
        let some = open.enumerated().filter { $0.offset % (open.count / 12 + 1) == 0 }.map { $0.element }
        let models = RoundContour.candidates(rectified, around: codeCenters, codeSide: codeSide)
            .map { CapModel(rectified, $0, codeCenters) }.map { (model: $0, contrast: $0.contrast(to: some)) }
        // Plain caps share the outer edge of a light rim with labeled ones; the other models are a fallback.
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

    /// Contrast at which cells with and without a cap can be distinguished.
    private static let enough: Float = 0.25

    /// How much rounder caps with a code are than the least round quarter of some open cells; the rest may be plain
    /// caps, which are just as round.
    private func contrast(to open: [Rack.Place]) -> Float {
        let roundness = open.map { match(in: $0)?.roundness ?? 0 }.sorted()
        return usualCoverage - usualCoverage * (roundness.isEmpty ? 0 : roundness[roundness.count / 4])
    }

    /// The least distance between the centers of two caps.
    var clearance: Double { 1.7 * contour.radius }

    /// Returns the best place for a cap in a cell without a value. Caps lean by up to half a cell, but none overlaps
    /// another.
    ///
    /// - Parameter others: centers of other caps besides those that were read.
    func match(in place: Rack.Place, besides others: [Point] = []) -> Match? {
        let middle = Point(x: Double(place.col), y: Double(place.row))
        let near = (codeCenters + others).filter { $0.distance(to: middle) < 2 }
        func isFree(_ point: Point) -> Bool { near.allSatisfy { $0.distance(to: point) > clearance } }
        // Searches coarsely over the cell, then finely around the best place: the outline is tolerant enough for that.
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

    /// The mean color of the middle of a cell, and the unevenness of its rings.
    func disk(in place: Rack.Place) -> (color: SIMD4<Float>, unevenness: Float) {
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

    /// The variance of color within rings: those of a molded cap have none, those of a code much.
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

/// Measures how complete a circle of known radius is around a point.
///
/// Along each spoke the steepest change near the radius votes, if it runs outward rather than along the circle: the
/// straight edges of an empty cell touch such a circle in only a few places.
private struct RoundContour: Sendable {
    /// In pitches.
    let radius: Double
    /// The change of color over a sixteenth of a pitch that counts as a full vote.
    let strength: Float
    /// Whether the disk is lighter (1) or darker (-1) than its surroundings.
    let polarity: Float

    static let spokes = (0..<32).map { spoke in
        let angle = Double(spoke) * 2 * .pi / 32
        return Point(x: cos(angle), y: sin(angle))
    }
    private static let reach = 0.035

    /// The visible share of the circle, from 0 to 1; the weakest quarter is left out.
    func coverage(_ rectified: RectifiedImage, around center: Point) -> Float {
        var quarters: [Float] = [0, 0, 0, 0]
        for (index, spoke) in Self.spokes.enumerated() {
            var best: Float = 0
            for shift in [-0.04, -0.02, 0, 0.02, 0.04] {
                let point = center + spoke * (radius + shift)
                guard let (outward, around, sign) = Self.change(rectified, point, spoke) else { continue }
                if polarity * sign > 0 { continue }
                best = max(best, outward - around)
            }
            quarters[index / 8] += min(best / strength, 1) / 8
        }
        return (quarters.reduce(0, +) - (quarters.min() ?? 0)) / 3
    }

    /// The change of color outward and along the circle, and the sign of the outward change of luminance.
    static func change(_ rectified: RectifiedImage, _ point: Point, _ spoke: Point) -> (Float, Float, sign: Float)? {
        let side = Point(x: -spoke.y, y: spoke.x)
        guard let outer = rectified.color(at: point + spoke * reach),
            let inner = rectified.color(at: point - spoke * reach),
            let left = rectified.color(at: point + side * reach), let right = rectified.color(at: point - side * reach)
        else { return nil }
        let (across, along) = (outer - inner, left - right)
        return ((across * across).sum().squareRoot(), (along * along).sum().squareRoot(), across.w < 0 ? -1 : 1)
    }

    /// The circles that the caps around known centers share: those where the color changes more than on neighboring
    /// circles, to darker or to lighter outward.
    ///
    /// - Parameter codeSide: the side of a code in pitches. The edge of a label is closer, the edge of a cap farther.
    static func candidates(_ rectified: RectifiedImage, around centers: [Point], codeSide: Double) -> [RoundContour] {
        let radii = Array(stride(from: min(max(0.24, 0.95 * codeSide), 0.36), through: 0.46, by: 0.02))
        // Three dozen evenly chosen caps are as good as all.
        let some = centers.enumerated().filter { $0.offset % (centers.count / 36 + 1) == 0 }.map { $0.element }
        let votes = radii.map { radius in some.map { bestVotes(rectified, $0, radius) } }
        let falling = votes.map { Float(median($0.map { Double($0.falling) }) ?? 0) }
        let rising = votes.map { Float(median($0.map { Double($0.rising) }) ?? 0) }
        return peaks(falling).map { RoundContour(radius: radii[$0], strength: max(falling[$0], 0.03), polarity: 1) }
            + peaks(rising).map { RoundContour(radius: radii[$0], strength: max(rising[$0], 0.03), polarity: -1) }
    }

    /// The values that stand out from their neighbors and are not much below the largest.
    private static func peaks(_ values: [Float]) -> [Int] {
        let floor = max(0.4 * (values.max() ?? 0), 0.02)
        return values.indices.filter { index in
            values[index] > floor && (index == 0 || values[index] >= values[index - 1])
                && (index == values.count - 1 || values[index] > values[index + 1])
        }
    }

    /// The strongest votes for a circle near a code: labels are not always in the middle of a cap.
    private static func bestVotes(
        _ rectified: RectifiedImage, _ center: Point, _ radius: Double
    ) -> (falling: Float, rising: Float) {
        var best: (falling: Float, rising: Float) = (0, 0)
        for y in stride(from: -0.04, through: 0.041, by: 0.04) {
            for x in stride(from: -0.04, through: 0.041, by: 0.04) {
                let votes = votes(rectified, center + Point(x: x, y: y), radius)
                best = (max(best.falling, votes.falling), max(best.rising, votes.rising))
            }
        }
        return best
    }

    /// The outward change of color on a circle, where luminance falls and where it rises; means over the circle.
    private static func votes(
        _ rectified: RectifiedImage, _ center: Point, _ radius: Double
    ) -> (falling: Float, rising: Float) {
        var (falling, rising, count) = (Float(0), Float(0), Float(0))
        for spoke in spokes {
            guard let (outward, around, sign) = change(rectified, center + spoke * radius, spoke) else { continue }
            if sign < 0 { falling += max(outward - around, 0) } else { rising += max(outward - around, 0) }
            count += 1
        }
        return count > 0 ? (falling / count, rising / count) : (0, 0)
    }
}
