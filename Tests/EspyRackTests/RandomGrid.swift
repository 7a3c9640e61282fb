import Espy
import EspyPixels
import EspySamples

/// Centers of codes in a rendered grid with effects of a photo, and their true places.
struct RandomGrid {
    var sites: [LatticeSite] = []
    var truth: [Rack.Place] = []

    struct Trouble {
        /// Largest lean in cells.
        var lean = 0.15
        /// Fraction of cells with a code.
        var density = 0.7
        /// How much closer one edge is than the other, as a fraction of the distance.
        var perspective = 0.15
        /// Radians.
        var turn = 0.6
        var emptyLines = 1
    }

    init(seed: UInt64, rows: Int, cols: Int, _ trouble: Trouble = Trouble()) {
        var random = SampleRandom(seed: seed)
        let pitch = random.number(in: 40...160)
        let angle = random.number(in: -trouble.turn...trouble.turn)
        let tilt = Point(
            x: random.number(in: -trouble.perspective...trouble.perspective) / Double(max(rows, cols)),
            y: random.number(in: -trouble.perspective...trouble.perspective) / Double(max(rows, cols)))
        let side = random.number(in: 0.3...0.42)
        var missing: Set<Int> = []
        for _ in 0..<trouble.emptyLines { missing.insert(random.integer(in: 0...max(rows - 1, 1))) }
        for row in 0..<rows where !missing.contains(row) {
            for col in 0..<cols where random.chance(trouble.density) {
                let lean = Point(x: random.bell(), y: random.bell()) * (trouble.lean / 2)
                let flat = Point(x: Double(col) - Double(cols - 1) / 2, y: Double(row) - Double(rows - 1) / 2) + lean
                let depth = 1 + tilt.x * flat.x + tilt.y * flat.y
                let turned = flat.rotated(byDegrees: angle * 180 / .pi, around: Point(x: 0, y: 0))
                sites.append(
                    LatticeSite(
                        center: turned * (pitch / depth) + Point(x: 1500, y: 1500), side: pitch * side / depth))
                truth.append(Rack.Place(row: row, col: col))
            }
        }
    }

    /// The number of right labels, after the shift that suits most of them.
    func right(_ labels: [Rack.Place?]) -> Int {
        var votes: [Rack.Place: Int] = [:]
        for (label, truth) in zip(labels, truth) {
            guard let label else { continue }
            votes[Rack.Place(row: label.row - truth.row, col: label.col - truth.col), default: 0] += 1
        }
        return votes.values.max() ?? 0
    }
}
