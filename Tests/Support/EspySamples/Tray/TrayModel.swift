import Foundation

/// The solids of one kind, in units of its radius.
struct TrayModel {
    let solids: [TraySolid]
    /// How high it reaches.
    let height: Double
    /// Half of its extent along x and along y.
    let reach: SIMD2<Double>

    init(_ kind: TrayKind, seed: UInt64) {
        switch kind.form {
        case .tart: self.init(tart: SampleRandom(seed: seed))
        case .cookie: self.init(.ellipsoid(Vector(1, 1, 0.34)), at: 0.2, .dough, height: 0.54)
        case .coin: self.init(.column(radius: 1, height: 0.14), at: 0, .metal, height: 0.14)
        case .vial:
            let body = TraySolid(shape: .column(radius: 0.82, height: 2.4), center: .zero, part: .glass)
            let cap = TraySolid(shape: .column(radius: 1, height: 0.7), center: Vector(0, 0, 2.4), part: .cap)
            self.init(solids: [body, cap], height: 3.1)
        case .tablet: self.init(.ellipsoid(Vector(1, 1, 0.45)), at: 0.4, .shell, height: 0.85)
        case .capsule:
            self.init(
                .ellipsoid(Vector(1, 0.42, 0.42)), at: 0.42, .shell, height: 0.84, reach: SIMD2(1, 0.42))
        case .ball: self.init(.ellipsoid(Vector(1, 1, 1)), at: 1, .skin, height: 2)
        case .button: self.init(.column(radius: 1, height: 0.2), at: 0, .plastic, height: 0.2)
        }
    }

    private init(
        _ shape: TraySolid.Shape, at z: Double, _ part: TrayPart, height: Double, reach: SIMD2<Double> = SIMD2(1, 1)
    ) {
        self.init(
            solids: [TraySolid(shape: shape, center: Vector(0, 0, z), part: part)], height: height, reach: reach)
    }

    private init(solids: [TraySolid], height: Double, reach: SIMD2<Double> = SIMD2(1, 1)) {
        self.solids = solids
        self.height = height
        self.reach = reach
    }

    /// A crust, a slightly lower filling, and a few berries.
    private init(tart random: SampleRandom) {
        var random = random
        var solids = [
            TraySolid(shape: .column(radius: 1, height: 0.42), center: .zero, part: .crust),
            TraySolid(shape: .ellipsoid(Vector(0.8, 0.8, 0.2)), center: Vector(0, 0, 0.42), part: .filling),
        ]
        let count = random.integer(in: 3...5)
        let start = random.number(in: 0...6)
        for index in 0..<count {
            let angle = start + Double(index) / Double(count) * 2 * .pi + random.number(in: -0.2...0.2)
            let radius = random.number(in: 0.17...0.23)
            let place = Vector(cos(angle) * 0.42, sin(angle) * 0.42, 0.62 + radius / 2)
            solids.append(TraySolid(shape: .ellipsoid(Vector(repeating: radius)), center: place, part: .berry))
        }
        self.init(solids: solids, height: 1)
    }
}
