import DataMatrix
import EspyPixels

extension SampleTruth {
    /// The truth of a scene, from the same geometry that renders it, but without rendering.
    ///
    /// - Throws: the encoder's error if a value does not fit its symbol.
    public init(of scene: SampleScene) throws {
        let projection = Projection(of: scene)
        seed = scene.seed
        width = scene.width
        height = scene.height
        rows = scene.rows
        columns = scene.columns
        outline = Self.outline(of: scene, projection: projection)
        cells = Self.cells(of: scene)
        vials = try scene.tubes
            .sorted { ($0.row, $0.column) < ($1.row, $1.column) }
            .compactMap { try Vial($0, holder: scene.holder, projection: projection) }
        rackCode = try scene.rackCode.map { code in
            let center = scene.rackCodeCenter
            let middle = Vector(center.x, center.y, scene.rackCodeHeight)
            return try Code(code, paper: SampleColor(gray: 1), projection: projection) { place in
                middle + Vector(place.x, place.y, 0)
            }
        }
    }

    private static func outline(of scene: SampleScene, projection: Projection) -> Quad {
        let margin = scene.holder.margin
        let height = scene.holder.kind == .plate ? 0 : scene.holder.wallHeight
        let (right, bottom) = (Double(scene.columns) + margin, Double(scene.rows) + margin)
        func corner(_ x: Double, _ y: Double) -> Point { Point(pixel: projection.pixel(Vector(x, y, height))) }
        return Quad(
            topLeft: corner(-margin, -margin), topRight: corner(right, -margin), bottomRight: corner(right, bottom),
            bottomLeft: corner(-margin, bottom))
    }

    private static func cells(of scene: SampleScene) -> [Cell] {
        var cells = (0..<scene.rows * scene.columns).map { index in
            Cell(row: index / scene.columns, col: index % scene.columns, status: .empty)
        }
        for tube in scene.tubes {
            cells[tube.row * scene.columns + tube.column].status = tube.label?.code == nil ? .uncoded : .read
        }
        return cells
    }
}

extension SampleTruth.Vial {
    /// Nil for a tube without a code.
    fileprivate init?(_ tube: SampleTube, holder: SampleHolder, projection: Projection) throws {
        guard let label = tube.label, let code = label.code else { return nil }
        let pose = TubePose(tube, holder: holder)
        row = tube.row
        col = tube.column
        self.code = try SampleTruth.Code(code, paper: label.paper, projection: projection) { place in
            pose.face(label.offset + place)
        }
        disturbed = !label.strokes.isEmpty || !label.glare.isEmpty
    }
}

extension SampleTruth.Code {
    /// `space` maps a point in pitches from the middle of the symbol to its place in the box.
    fileprivate init(
        _ code: SampleCode, paper: SampleColor, projection: Projection, space: (SIMD2<Double>) -> Vector
    ) throws {
        let print = try CodePrint(code)
        let corners = print.corners.map { projection.pixel(space($0)) }
        let center = projection.pixel(space(.zero))
        value = code.value
        x = center.x.hundredths
        y = center.y.hundredths
        topLeft = Point(pixel: corners[0])
        topRight = Point(pixel: corners[1])
        bottomRight = Point(pixel: corners[2])
        bottomLeft = Point(pixel: corners[3])
        size = "\(print.matrix.rows)x\(print.matrix.columns)"
        let around = (0..<4).map { side in
            let edge = corners[side] - corners[(side + 1) % 4]
            return (edge * edge).sum().squareRoot()
        }
        module = (around.reduce(0, +) / Double(2 * (print.matrix.rows + print.matrix.columns))).hundredths
        inverted = code.ink.x > paper.x
        mirrored = code.isMirrored
        dotted = code.dot != nil
    }
}

extension Point {
    fileprivate init(pixel: SIMD2<Double>) {
        self.init(x: pixel.x.hundredths, y: pixel.y.hundredths)
    }
}

extension Double {
    fileprivate var hundredths: Double { (self * 100).rounded() / 100 }
}
