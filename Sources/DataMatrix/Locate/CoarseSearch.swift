/// Looks for a symbol's border around a point at every rotation: no edge, no threshold, no patch needed.
///
/// For each rotation and scale the template's positions become offsets into the pixel array once; trying a place is
/// then a sum over them.
struct CoarseSearch {
    let raster: Raster
    let size: SymbolSize

    struct Hit {
        var outline: Outline
        var inverted: Bool
        var agreement: Float
    }

    /// The rotations to try: a step of six degrees moves a corner of a 12 × 12 symbol by half a module at most on
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
    ///   - center: where to look, with everything up to `radius` pixels around it.
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
            return Int(offset.y.rounded()) * raster.width + Int(offset.x.rounded())
        }
        let reach = frame.reach
        var best: (center: SIMD2<Float>, agreement: Float) = (center, 0)
        let count = Int(radius / step)
        for row in -count...count {
            let y = center.y + Float(row) * step
            guard y >= reach.y, y < Float(raster.height) - reach.y else { continue }
            for column in -count...count {
                let x = center.x + Float(column) * step
                guard x >= reach.x, x < Float(raster.width) - reach.x else { continue }
                let agreement = agreement(
                    at: raster.base + Int(y) * raster.width + Int(x), offsets, darkCount: template.darkCount)
                let counts = polarity == nil || (polarity == .darkOnLight) == (agreement > 0)
                if counts && abs(agreement) > abs(best.agreement) { best = (SIMD2(x, y), agreement) }
            }
        }
        return best
    }

    @inline(__always)
    private func agreement(at base: UnsafePointer<UInt8>, _ offsets: [Int], darkCount: Int) -> Float {
        offsets.withUnsafeBufferPointer { offsets in
            var dark: Int32 = 0
            var light: Int32 = 0
            var squares: Int32 = 0
            for index in 0..<darkCount {
                let value = Int32(base[offsets[index]])
                dark &+= value
                squares &+= value &* value
            }
            for index in darkCount..<offsets.count {
                let value = Int32(base[offsets[index]])
                light &+= value
                squares &+= value &* value
            }
            return BorderTemplate.correlation(
                darkSum: Float(dark), lightSum: Float(light), squares: Float(squares), darkCount: darkCount,
                lightCount: offsets.count - darkCount)
        }
    }

    /// Keeps the list short, sorted and spread out.
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

    /// The farthest any template position lies from the center, across and down.
    let reach: SIMD2<Float>

    func outline(at center: SIMD2<Float>) -> Outline {
        Outline(
            topLeft: center + offset(SIMD2(0, 0)), topRight: center + offset(SIMD2(1, 0)),
            bottomRight: center + offset(SIMD2(1, 1)), bottomLeft: center + offset(SIMD2(0, 1)))
    }
}
