import DataMatrix
import Foundation

/// A small gray picture for drawing symbols with typical effects of photos.
struct Scene {
    let width: Int
    let height: Int
    private var values: [Double]
    private var random: SplitMix

    init(width: Int, height: Int, ground: Double = 200, seed: UInt64 = 1) {
        self.width = width
        self.height = height
        values = [Double](repeating: ground, count: width * height)
        random = SplitMix(seed: seed)
    }

    /// The position of a symbol in the picture.
    struct Pose {
        var center: SIMD2<Double>
        /// Pixels per module.
        var module: Double
        /// Radians, clockwise in the picture.
        var angle = 0.0
        /// How much larger the lower end appears, per symbol height.
        var tilt = 0.0
        var mirrored = false
        var dark = 40.0
        var light = 200.0
        /// The printed fraction of a module's width: 1 for full squares, less for round dots.
        var dot = 1.0
    }

    /// Draws a symbol with its quiet zone of one module.
    mutating func draw(_ matrix: BitMatrix, _ pose: Pose) {
        let reach = Int(pose.module * Double(max(matrix.rows, matrix.columns)) * 1.2) + 4
        for y in max(0, Int(pose.center.y) - reach)..<min(height, Int(pose.center.y) + reach) {
            for x in max(0, Int(pose.center.x) - reach)..<min(width, Int(pose.center.x) + reach) {
                var sum = 0.0
                var weight = 0.0
                for sub in 0..<16 {
                    let point = SIMD2(
                        Double(x) + (Double(sub % 4) + 0.5) / 4, Double(y) + (Double(sub / 4) + 0.5) / 4)
                    guard let value = Self.brightness(at: point, matrix, pose) else { continue }
                    sum += value
                    weight += 1
                }
                let old = values[y * width + x]
                values[y * width + x] = old + (sum - old * weight) / 16
            }
        }
    }

    private static func brightness(at point: SIMD2<Double>, _ matrix: BitMatrix, _ pose: Pose) -> Double? {
        let offset = (point - pose.center) / pose.module
        let turned = SIMD2(
            offset.x * cos(pose.angle) + offset.y * sin(pose.angle),
            -offset.x * sin(pose.angle) + offset.y * cos(pose.angle))
        let depth = 1 - pose.tilt * turned.y / Double(matrix.rows)
        var across = turned.x / depth + Double(matrix.columns) / 2
        let down = turned.y / depth + Double(matrix.rows) / 2
        if pose.mirrored { across = Double(matrix.columns) - across }
        guard across > -1, down > -1, across < Double(matrix.columns) + 1, down < Double(matrix.rows) + 1 else {
            return nil
        }
        let column = Int(across.rounded(.down))
        let row = Int(down.rounded(.down))
        guard column >= 0, row >= 0, column < matrix.columns, row < matrix.rows, matrix[row, column] else {
            return pose.light
        }
        guard pose.dot < 1 else { return pose.dark }
        let distance = SIMD2(across - Double(column) - 0.5, down - Double(row) - 0.5)
        return (distance * distance).sum().squareRoot() < pose.dot / 2 ? pose.dark : pose.light
    }

    /// Lightens a disk, as a highlight does.
    mutating func addGlare(at center: SIMD2<Double>, radius: Double, strength: Double) {
        for y in 0..<height {
            for x in 0..<width {
                let distance = SIMD2(Double(x), Double(y)) - center
                let falloff = max(0, 1 - (distance * distance).sum() / (radius * radius))
                values[y * width + x] = min(255, values[y * width + x] + strength * falloff)
            }
        }
    }

    /// Draws a line, as a pen does.
    mutating func addStroke(from start: SIMD2<Double>, to end: SIMD2<Double>, width stroke: Double, ink: Double) {
        let direction = end - start
        let squared = (direction * direction).sum()
        for y in 0..<height {
            for x in 0..<width {
                let offset = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - start
                let along = min(max((offset * direction).sum() / squared, 0), 1)
                let across = offset - direction * along
                if (across * across).sum().squareRoot() < stroke / 2 {
                    values[y * width + x] = min(values[y * width + x], ink)
                }
            }
        }
    }

    /// Applies a box blur twice, which is close to a Gaussian of the same deviation.
    mutating func blur(radius: Int) {
        for _ in 0..<2 {
            blurLines(count: height, length: width, stride: 1, pitch: width, radius: radius)
            blurLines(count: width, length: height, stride: width, pitch: 1, radius: radius)
        }
    }

    private mutating func blurLines(count: Int, length: Int, stride: Int, pitch: Int, radius: Int) {
        for line in 0..<count {
            let before = (0..<length).map { values[line * pitch + $0 * stride] }
            for index in 0..<length {
                let window = before[max(0, index - radius)...min(length - 1, index + radius)]
                values[line * pitch + index * stride] = window.reduce(0, +) / Double(window.count)
            }
        }
    }

    mutating func addNoise(deviation: Double) {
        for index in values.indices {
            let sum = (0..<4).reduce(0) { total, _ in total + Double.random(in: -1...1, using: &random) }
            values[index] += deviation * sum * 0.866
        }
    }

    var view: GrayView {
        GrayView(width: width, height: height, pixels: values.map { UInt8(min(max($0, 0), 255)) })
    }
}

/// A small random number generator with the same numbers everywhere (Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
