import Foundation

/// Maps the space of one thing, in units of its radius, to the table and back.
struct TrayPose {
    let scale: Double
    private let place: Vector
    private let cosine: Double
    private let sine: Double

    init(_ thing: TrayThing, _ kind: TrayKind) {
        scale = kind.radius * thing.size
        place = Vector(thing.place.x, thing.place.y, 0)
        (cosine, sine) = (cos(thing.turn), sin(thing.turn))
    }

    /// A point of the thing on the table.
    func point(_ inside: Vector) -> Vector { place + outside(inside) * scale }

    /// A direction of the thing on the table.
    func outside(_ inside: Vector) -> Vector {
        Vector(inside.x * cosine - inside.y * sine, inside.x * sine + inside.y * cosine, inside.z)
    }

    /// A direction on the table in the space of the thing.
    func turned(_ outside: Vector) -> Vector {
        Vector(outside.x * cosine + outside.y * sine, outside.y * cosine - outside.x * sine, outside.z)
    }

    /// A point on the table in the space of the thing.
    func inside(_ point: Vector) -> Vector { turned(point - place) / scale }
}

extension TrayScene {
    /// - Parameter scale: size of the picture relative to ``width`` and ``height``.
    func projection(scale: Double) -> Projection {
        let aim = Vector(area.x / 2, area.y / 2, 0)
        return Projection(camera, aim: aim, size: area, picture: SIMD2(Double(width), Double(height)) * scale)
    }
}

/// Soft shadows on the table: round spots side by side, from the foot of each thing to the shadow of its top.
struct TrayShadows {
    private let spots: [(center: SIMD2<Double>, reach: Double)]
    /// Spots by the table cell that contains them, so that only a few are checked for each place.
    private let cells: [SIMD2<Int>: [Int]]

    init(_ scene: TrayScene) {
        var spots: [(center: SIMD2<Double>, reach: Double)] = []
        for thing in scene.things { spots += Self.spots(of: thing, in: scene) }
        self.spots = spots
        cells = Dictionary(grouping: spots.indices) { Self.cell(spots[$0].center) }
    }

    private static func spots(
        of thing: TrayThing, in scene: TrayScene
    ) -> [(center: SIMD2<Double>, reach: Double)] {
        let kind = scene.kinds[thing.kind]
        let (model, scale) = (TrayModel(kind, seed: thing.seed), kind.radius * thing.size)
        let reach = model.reach.y * scale * 1.3
        let drift = SIMD2(-scene.light.x, -scene.light.y) / scene.light.z * model.height * scale * 0.8
        let steps = max(1, Int(((drift * drift).sum().squareRoot() / reach * 2).rounded(.up)))
        // A long thing casts several round ones.
        let count = model.reach.x > 2 * model.reach.y ? 3 : 1
        return (0..<count * (steps + 1)).map { index in
            let along = (Double(index % count) - Double(count - 1) / 2) * model.reach.y * 1.3 * scale
            let share = Double(index / count) / Double(steps)
            return (thing.place + SIMD2(cos(thing.turn), sin(thing.turn)) * along + drift * share, reach)
        }
    }

    /// 1 in full light.
    func light(at place: SIMD2<Double>) -> Float {
        let cell = Self.cell(place)
        var shade: Float = 0
        for row in -1...1 {
            for column in -1...1 {
                for index in cells[cell &+ SIMD2(column, row)] ?? [] {
                    let away = place - spots[index].center
                    let share = Float((away * away).sum().squareRoot() / spots[index].reach)
                    shade = max(shade, 1 - smoothStep(0.35, 1.1, share))
                }
            }
        }
        return 1 - 0.48 * shade
    }

    private static func cell(_ place: SIMD2<Double>) -> SIMD2<Int> {
        SIMD2(Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    }
}
