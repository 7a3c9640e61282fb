import EspyPixels

extension Canvas {
    /// The floor of a box, darker in the corners of the cells.
    mutating func paintFloor(_ scene: SampleScene) {
        let margin = scene.holder.margin
        let color = scene.holder.color
        let patch = Patch.level(
            x: -margin...Double(scene.columns) + margin, y: -margin...Double(scene.rows) + margin, z: 0)
        paint(patch) { place in
            guard scene.holder.kind == .dividers else { return color.lit(0.74) }
            let part = place - place.rounded(.down)
            let edge = SIMD2<Float>(Float(min(part.x, 1 - part.x)), Float(min(part.y, 1 - part.y)))
            return color.lit(0.5 + 0.24 * smoothStep(0, 0.45, edge.x) * smoothStep(0, 0.45, edge.y))
        }
    }

    /// One strip of cardboard between two cells, or one piece of the wall: both faces look alike.
    mutating func paintStrip(_ strip: SampleStrip, color: SampleColor) {
        let facing: Float = strip.end.x == strip.start.x ? 0.86 : 0.97
        let height = Float(strip.height)
        paint(.upright(from: strip.start, to: strip.end, height: 0...strip.height)) { place in
            let up = Float(place.y) / height
            return color.lit(facing * (0.52 + 0.44 * up))
        }
        let half = strip.thickness / 2
        let low = SIMD2(min(strip.start.x, strip.end.x), min(strip.start.y, strip.end.y)) - half
        let high = SIMD2(max(strip.start.x, strip.end.x), max(strip.start.y, strip.end.y)) + half
        paint(.level(x: low.x...high.x, y: low.y...high.y, z: strip.height)) { _ in color.lit(1.04) }
    }

    /// A solid plate with a round well per cell; wells without a tube are dark.
    mutating func paintPlate(_ scene: SampleScene) {
        let margin = scene.holder.margin
        let color = scene.holder.color
        let (columns, rows) = (Double(scene.columns), Double(scene.rows))
        let patch = Patch.level(x: -margin...columns + margin, y: -margin...rows + margin, z: 0)
        paint(patch) { place in
            let outside = place.x < 0 || place.y < 0 || place.x > columns || place.y > rows
            guard !outside else { return color }
            let part = place - place.rounded(.down) - 0.5
            let radius = Float((part * part).sum().squareRoot())
            let well = color.lit(0.25 + 0.5 * radius).lit(part.x + part.y < 0 ? 0.8 : 1.1)
            return well.mixed(with: color.lit(radius < 0.46 ? 1.15 : 1), smoothStep(0.42, 0.43, radius))
        }
    }
}

/// An upright piece of cardboard, one cell long.
struct SampleStrip {
    var start: SIMD2<Double>
    var end: SIMD2<Double>
    var height: Double
    var thickness: Double

    var middle: SIMD2<Double> { (start + end) / 2 }

    /// All strips of a box: the walls, and the dividers between the cells if there are any.
    static func all(of scene: SampleScene) -> [SampleStrip] {
        let (margin, hasDividers) = (scene.holder.margin, scene.holder.kind == .dividers)
        let upright = lines(count: scene.columns, pieces: scene.rows, margin: margin).map { line in
            (line.isWall, line.strip(in: scene.holder) { SIMD2(line.place, $0) })
        }
        let level = lines(count: scene.rows, pieces: scene.columns, margin: margin).map { line in
            (line.isWall, line.strip(in: scene.holder) { SIMD2($0, line.place) })
        }
        return (upright + level).filter { hasDividers || $0.0 }.map(\.1)
    }

    /// One piece of a line across the box.
    private struct Piece {
        var place: Double
        var start: Double
        var end: Double
        var isWall: Bool

        func strip(in holder: SampleHolder, point: (Double) -> SIMD2<Double>) -> SampleStrip {
            SampleStrip(
                start: point(start), end: point(end), height: isWall ? holder.wallHeight : holder.dividerHeight,
                thickness: isWall ? 0.09 : 0.035)
        }
    }

    /// The first and the last line are walls; the outermost pieces reach to the corners of the box.
    private static func lines(count: Int, pieces: Int, margin: Double) -> [Piece] {
        var found: [Piece] = []
        for line in 0...count {
            let outward = line == 0 ? -margin : line == count ? margin : 0
            for piece in 0..<pieces {
                let start = Double(piece) - (piece == 0 ? margin : 0)
                let end = Double(piece + 1) + (piece == pieces - 1 ? margin : 0)
                found.append(
                    Piece(place: Double(line) + outward, start: start, end: end, isWall: line == 0 || line == count))
            }
        }
        return found
    }
}
