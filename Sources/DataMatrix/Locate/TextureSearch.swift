extension SymbolSearch {
    /// Searches places, most promising first, by the border alone: for symbols whose finder is broken by glare, ink or
    /// blur.
    ///
    /// - Parameter patience: the number of failures in a row after which the rest is skipped.
    mutating func search(_ spots: [Spot], in plane: Plane, radius: Float, priors: [SizePrior], patience: Int) {
        plane.withRaster { raster in
            var left = patience
            for spot in spots where !isRead(spot.center * Float(plane.scale)) {
                guard left > 0, !Task.isCancelled else { return }
                let hasRead = look(around: spot.center, radius: radius, raster, plane, priors: priors, thorough: false)
                left = hasRead ? patience : left - 1
            }
        }
    }

    /// Places in a plane where a symbol of about `side` pixels may be, most promising first.
    func spots(in plane: Plane, side: Float) -> [Spot] {
        let examples = found.map { $0.outline.center / Float(plane.scale) }
        return plane.withRaster { TextureMap($0).spots(side: side, like: examples) }
    }

    /// Tries to read a symbol somewhere around a point.
    @discardableResult
    mutating func look(
        around center: SIMD2<Float>, radius: Float, _ raster: Raster, _ plane: Plane, priors: [SizePrior],
        thorough: Bool
    ) -> Bool {
        var hits: [(size: SymbolSize, hit: CoarseSearch.Hit)] = []
        for prior in priors {
            let side = prior.side / Float(plane.scale)
            let angle = GridAngle(raster, around: center, side: side)
            // With lower coherence the direction is a guess. If the size is also a guess, or the symbol is so large
            // that it needs hundreds of directions, there are too many to try.
            let isLarge = max(prior.size.rows, prior.size.columns) > 52
            let isClear = isLarge || !thorough && (angle.coherence > 0.12 || priors.count > 1)
            hits += CoarseSearch(raster: raster, size: prior.size).hits(
                around: center, radius: radius, module: prior.module / Float(plane.scale), scales: prior.scales,
                rotations: CoarseSearch.rotations(for: prior.size, near: isClear ? angle : nil),
                polarity: prior.polarity, most: thorough ? 6 : 3
            ).map { (prior.size, $0) }
        }
        hits.sort { $0.hit.agreement > $1.hit.agreement }
        for (size, hit) in hits.prefix(thorough ? 12 : 6) {
            let choice = SizeGuess.Choice(size: size, outline: hit.outline, agreement: hit.agreement)
            if attempt(choice, raster, plane, inverted: hit.inverted) {
                return true
            }
        }
        return false
    }
}

/// Looks for a symbol's border around a point at every rotation, without edges, a threshold or patches.
///
/// For each rotation and scale the template's positions are converted once to offsets into the pixel array; trying a
/// place is then a sum over them.
private struct CoarseSearch {
    let raster: Raster
    let size: SymbolSize

    struct Hit {
        var outline: Outline
        var inverted: Bool
        var agreement: Float
    }

    /// The rotations to try: a step of six degrees moves a corner of a 12 × 12 symbol by at most half a module to
    /// either side.
    static func rotations(for size: SymbolSize, near angle: GridAngle? = nil) -> [Float] {
        let count = max(60, 5 * max(size.rows, size.columns))
        let step = 2 * Float.pi / Float(count)
        guard let angle else { return (0..<count).map { Float($0) * step } }
        return (0..<4).flatMap { quarter in
            (-1...1).map { angle.angle + Float(quarter) * Float.pi / 2 + Float($0) * step }
        }
    }

    /// - Parameters:
    ///   - center: the center of the search, which covers `radius` pixels around it.
    ///   - module: pixels per module.
    ///   - scales: factors of `module` to try.
    ///   - rotations: radians; see ``rotations(for:near:)``.
    ///   - polarity: `nil` for both.
    /// - Returns: the best places, apart from each other, best first.
    func hits(
        around center: SIMD2<Float>, radius: Float, module: Float, scales: [Float], rotations: [Float],
        polarity: Polarity?, most: Int
    ) -> [Hit] {
        let template = BorderTemplate.of(size)
        var hits: [Hit] = []
        for scale in scales {
            let pixel = module * scale
            let step = max(1, 0.5 * pixel)
            for angle in rotations {
                let frame = Frame(size: size, module: pixel, angle: angle)
                let best = scan(template, frame, center, radius, step, polarity)
                guard abs(best.agreement) > 0.35 else { continue }
                let hit = Hit(
                    outline: frame.outline(at: best.center), inverted: best.agreement < 0,
                    agreement: abs(best.agreement))
                Self.insert(hit, into: &hits, apart: pixel, most: most)
            }
        }
        return hits
    }

    /// The best position for one rotation and scale.
    private func scan(
        _ template: BorderTemplate, _ frame: Frame, _ center: SIMD2<Float>, _ radius: Float, _ step: Float,
        _ polarity: Polarity?
    ) -> (center: SIMD2<Float>, agreement: Float) {
        let offsets = template.positions.map { position in
            let offset = frame.offset(position)
            return Self.rounded(offset.y) * raster.width + Self.rounded(offset.x)
        }
        let steps = (-Int(radius / step)...Int(radius / step)).map { Float($0) * step }
        let columns = steps.map { center.x + $0 }.filter {
            $0 >= frame.reach.x && $0 < Float(raster.width) - frame.reach.x
        }
        var best: (center: SIMD2<Float>, agreement: Float) = (center, 0)
        for y in steps.map({ center.y + $0 })
        where y >= frame.reach.y && y < Float(raster.height) - frame.reach.y {
            let row = raster.base + Int(y) * raster.width
            var agreements = SIMD8<Float>.zero
            var first = Int.min / 2
            for x in columns {
                if Int(x) - first >= Strip.width {
                    first = Int(x)
                    agreements = Strip(row + first, offsets, darkCount: template.darkCount).agreements
                }
                let agreement = agreements[Int(x) - first]
                guard abs(agreement) > abs(best.agreement) else { continue }
                let counts = polarity == nil || (polarity == .darkOnLight) == (agreement > 0)
                if counts { best = (SIMD2(x, y), agreement) }
            }
        }
        return best
    }

    /// Rounds to the nearest integer, without the function call that `rounded()` needs on the baseline processor.
    @inline(__always)
    private static func rounded(_ value: Float) -> Int { Int(value < 0 ? value - 0.5 : value + 0.5) }

    /// Inserts a hit; the list stays short, sorted and spread out.
    private static func insert(_ hit: Hit, into hits: inout [Hit], apart distance: Float, most: Int) {
        if let near = hits.firstIndex(where: {
            length($0.outline.bottomLeft - hit.outline.bottomLeft) < 2 * distance && $0.inverted == hit.inverted
        }) {
            guard hits[near].agreement < hit.agreement else { return }
            hits.remove(at: near)
        }
        let position = hits.firstIndex { $0.agreement < hit.agreement } ?? hits.count
        guard position < most else { return }
        hits.insert(hit, at: position)
        if hits.count > most { hits.removeLast() }
    }
}

/// The template at eight neighboring pixels of a row: sums for the vector unit.
///
/// Reads up to seven pixels beyond the last place. These exist: a template's reach ends above the last row.
private struct Strip {
    static let width = 8

    private var dark = SIMD8<UInt32>.zero
    private var light = SIMD8<UInt32>.zero
    private var squares = SIMD8<UInt32>.zero
    private let darkCount: Int
    private let lightCount: Int

    /// - Parameter offsets: from a place to the template's samples, dark modules first.
    @inline(__always)
    init(_ base: UnsafePointer<UInt8>, _ offsets: [Int], darkCount: Int) {
        self.darkCount = darkCount
        lightCount = offsets.count - darkCount
        offsets.withUnsafeBufferPointer { offsets in
            Self.add(base, offsets[..<darkCount], to: &dark, &squares)
            Self.add(base, offsets[darkCount...], to: &light, &squares)
        }
    }

    @inline(__always)
    private static func add(
        _ base: UnsafePointer<UInt8>, _ offsets: Slice<UnsafeBufferPointer<Int>>, to sums: inout SIMD8<UInt32>,
        _ squares: inout SIMD8<UInt32>
    ) {
        var rest = offsets
        while !rest.isEmpty {
            var sum = SIMD8<UInt16>.zero
            // 257 pixels of 255 just fit into 16 bits.
            for offset in rest.prefix(257) {
                let pixels = UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD8<UInt8>.self)
                let wide = SIMD8<UInt16>(truncatingIfNeeded: pixels)
                sum &+= wide
                squares &+= SIMD8<UInt32>(truncatingIfNeeded: wide &* wide)
            }
            sums &+= SIMD8<UInt32>(truncatingIfNeeded: sum)
            rest = rest.dropFirst(257)
        }
    }

    /// The same as ``BorderTemplate/agreement(_:_:)`` for one place: the correlation of template and picture.
    @inline(__always)
    var agreements: SIMD8<Float> {
        let dark = Self.float(dark) / Float(darkCount)
        let light = Self.float(light) / Float(lightCount)
        let share = Float(darkCount) / Float(darkCount + lightCount)
        let mean = light + (dark - light) * share
        let variance = Self.float(squares) / Float(darkCount + lightCount) - mean * mean
        let contrast = (light - dark) * (share * (1 - share)).squareRoot() / variance.squareRoot()
        return SIMD8.zero.replacing(with: contrast, where: variance .> BorderTemplate.leastVariance)
    }

    /// Exact: no sum reaches 2³¹.
    @inline(__always)
    private static func float(_ sums: SIMD8<UInt32>) -> SIMD8<Float> {
        SIMD8<Float>(SIMD8<Int32>(truncatingIfNeeded: sums))
    }
}

/// A symbol of a given module size and rotation, relative to its center.
private struct Frame {
    let right: SIMD2<Float>
    let down: SIMD2<Float>

    init(size: SymbolSize, module: Float, angle: Float) {
        let (sine, cosine) = Trigonometry.sineCosine(angle)
        right = SIMD2(cosine, sine) * module * Float(size.columns)
        down = SIMD2(-sine, cosine) * module * Float(size.rows)
        let across = right * (0.5 + 0.8 / Float(size.columns))
        let along = down * (0.5 + 0.8 / Float(size.rows))
        reach = SIMD2(abs(across.x) + abs(along.x) + 1.5, abs(across.y) + abs(along.y) + 1.5)
    }

    /// From the center to a position of the unit square.
    func offset(_ position: SIMD2<Float>) -> SIMD2<Float> { right * (position.x - 0.5) + down * (position.y - 0.5) }

    /// The largest distance of a template position from the center, across and down.
    let reach: SIMD2<Float>

    func outline(at center: SIMD2<Float>) -> Outline {
        Outline(
            topLeft: center + offset(SIMD2(0, 0)), topRight: center + offset(SIMD2(1, 0)),
            bottomRight: center + offset(SIMD2(1, 1)), bottomLeft: center + offset(SIMD2(0, 1)))
    }
}

/// The direction of a grid of squares, from the gradients in a window.
///
/// Edges of a grid have four directions, a quarter turn apart. The fourth power of the gradient as a complex number
/// maps all four onto one, so that their mean has the grid's direction (the doubled-angle method of Granlund, 1978,
/// applied once more).
private struct GridAngle {
    /// Radians, 0 up to a quarter turn.
    let angle: Float
    /// 0 if edges point in all directions, 1 if all agree.
    let coherence: Float

    init(_ raster: Raster, around center: SIMD2<Float>, side: Float) {
        let half = Int(side / 2)
        let left = max(Int(center.x) - half, 1)
        let right = min(Int(center.x) + half, raster.width - 2)
        let top = max(Int(center.y) - half, 1)
        let bottom = min(Int(center.y) + half, raster.height - 2)
        var real: Float = 0
        var imaginary: Float = 0
        var total: Float = 0
        for y in stride(from: top, through: bottom, by: 1) {
            let line = raster.base + y * raster.width
            for x in stride(from: left, through: right, by: 1) {
                let gx = Float(Int(line[x + 1]) - Int(line[x - 1]))
                let gy = Float(Int(line[x + raster.width]) - Int(line[x - raster.width]))
                let square = gx * gx + gy * gy
                guard square > 0 else { continue }
                let a = gx * gx - gy * gy
                let b = 2 * gx * gy
                real += (a * a - b * b) / square
                imaginary += 2 * a * b / square
                total += square
            }
        }
        coherence = total > 0 ? (real * real + imaginary * imaginary).squareRoot() / total : 0
        let quarter = Trigonometry.angle(x: real, y: imaginary) / 4
        angle = quarter < 0 ? quarter + Float.pi / 2 : quarter
    }
}

/// Trigonometry without a math library: the module depends only on the standard library.
private enum Trigonometry {
    /// By the Taylor series around the nearest quarter turn; accurate to 1e-6.
    static func sineCosine(_ angle: Float) -> (sine: Float, cosine: Float) {
        let quarters = (angle / (Float.pi / 2)).rounded()
        let rest = angle - quarters * (Float.pi / 2)
        let square = rest * rest
        let sine = rest * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72))))
        let cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
        switch Int(quarters) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// The direction of a vector, −π to π, accurate to 1e-4: a minimax polynomial for the arc tangent (Abramowitz and
    /// Stegun, 4.4.49) within an eighth of a turn, symmetry for the rest.
    static func angle(x: Float, y: Float) -> Float {
        let larger = max(abs(x), abs(y))
        guard larger > 0 else { return 0 }
        let ratio = min(abs(x), abs(y)) / larger
        let square = ratio * ratio
        var result =
            ratio
            * (0.999_866 + square * (-0.330_299_5 + square * (0.180_141 + square * (-0.085_133 + square * 0.020_835_1))))
        if abs(y) > abs(x) { result = Float.pi / 2 - result }
        if x < 0 { result = Float.pi - result }
        return y < 0 ? -result : result
    }
}
