import Foundation

/// Paints a tray by casting rays: two by two per pixel.
struct TrayPainter {
    let scene: TrayScene
    let projection: Projection
    /// Twice the size of the picture.
    let width: Int
    let height: Int
    private(set) var colors: [SampleColor]
    private var depths: [Double]
    /// The visible thing; -1 for the ground.
    private(set) var owners: [Int32]
    /// The pixels that each thing would cover if nothing were in front of it.
    private(set) var outlines: [TrayOutline]

    init(_ scene: TrayScene) {
        self.scene = scene
        (width, height) = (2 * scene.width, 2 * scene.height)
        projection = scene.projection(scale: 2)
        colors = [SampleColor](repeating: .zero, count: width * height)
        depths = [Double](repeating: .infinity, count: width * height)
        owners = [Int32](repeating: -1, count: width * height)
        outlines = [TrayOutline](repeating: TrayOutline(), count: scene.things.count)
        paintGround()
        for index in scene.things.indices { paint(index) }
    }

    private mutating func paintGround() {
        let shadows = TrayShadows(scene)
        let facing = Self.light(on: Vector(0, 0, 1), scene.light)
        for row in 0..<height {
            for column in 0..<width {
                let ray = projection.ray(x: Double(column) + 0.5, y: Double(row) + 0.5)
                let depth = -projection.position.z / ray.z
                // Above the horizon there is nothing.
                guard ray.z < 0 else { continue }
                let spot = projection.position + ray * depth
                let place = SIMD2(spot.x, spot.y)
                colors[row * width + column] = scene.groundColor(at: place).lit(facing * shadows.light(at: place))
            }
        }
    }

    private mutating func paint(_ index: Int) {
        let thing = scene.things[index]
        let kind = scene.kinds[thing.kind]
        let model = TrayModel(kind, seed: thing.seed)
        let paint = TrayPaint(kind, seed: thing.seed)
        let pose = TrayPose(thing, kind)
        guard let box = bounds(pose, model) else { return }
        let eye = pose.inside(projection.position)
        for row in box.rows {
            for column in box.columns {
                let ray = projection.ray(x: Double(column) + 0.5, y: Double(row) + 0.5)
                let step = pose.turned(ray) / pose.scale
                guard let (solid, hit) = Self.first(model.solids, eye, step) else { continue }
                let pixel = row * width + column
                outlines[index].add(column, row)
                guard hit.depth < depths[pixel] else { continue }
                depths[pixel] = hit.depth
                owners[pixel] = Int32(index)
                let look = paint.look(solid.part, at: eye + step * hit.depth)
                colors[pixel] = lit(look, normal: pose.outside(hit.normal), towards: ray)
            }
        }
    }

    private static func first(
        _ solids: [TraySolid], _ eye: Vector, _ ray: Vector
    ) -> (TraySolid, TraySolid.Hit)? {
        var best: (TraySolid, TraySolid.Hit)?
        for solid in solids {
            guard let hit = solid.hit(from: eye, along: ray), hit.depth < best?.1.depth ?? .infinity else { continue }
            best = (solid, hit)
        }
        return best
    }

    private func lit(
        _ look: (color: SampleColor, gloss: Float), normal: Vector, towards ray: Vector
    ) -> SampleColor {
        let half = (scene.light - ray.normalized).normalized
        let shine = Float(pow(max(normal.dot(half), 0), 42)) * look.gloss * 0.6
        return look.color.lit(Self.light(on: normal, scene.light)) + SampleColor(shine, shine, shine, 0)
    }

    /// Light from everywhere, more from above, and light from the lamp.
    private static func light(on normal: Vector, _ light: Vector) -> Float {
        0.36 + 0.12 * Float(normal.z) + 0.62 * Float(max(normal.dot(light), 0))
    }

    private func bounds(_ pose: TrayPose, _ model: TrayModel) -> (rows: Range<Int>, columns: Range<Int>)? {
        var corners: [Vector] = []
        for x in [-1.0, 1] {
            for y in [-1.0, 1] {
                for z in [0, model.height] {
                    corners.append(pose.point(Vector(x * model.reach.x, y * model.reach.y, z)))
                }
            }
        }
        let pixels = corners.map(projection.pixel)
        guard let columns = Self.cover(pixels.map(\.x), width), let rows = Self.cover(pixels.map(\.y), height)
        else { return nil }
        return (rows, columns)
    }

    private static func cover(_ values: [Double], _ limit: Int) -> Range<Int>? {
        guard let low = values.min(), let high = values.max(), high > 0, low < Double(limit) else { return nil }
        return Int(max(low.rounded(.down), 0))..<Int(min(high.rounded(.up), Double(limit)))
    }
}

/// The pixels of a thing, as far as the truth needs them.
struct TrayOutline {
    private(set) var count = 0
    private(set) var low = SIMD2(Int.max, Int.max)
    private(set) var high = SIMD2(0, 0)

    mutating func add(_ column: Int, _ row: Int) {
        count += 1
        low = SIMD2(min(low.x, column), min(low.y, row))
        high = SIMD2(max(high.x, column + 1), max(high.y, row + 1))
    }
}
