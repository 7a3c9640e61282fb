import Foundation

/// One channel of a picture as its mean and waves around it.
struct WavePlane {
    let mean: Double
    let strengths: [Double]

    var strongest: Double { strengths.map { abs($0) }.max() ?? 0 }

    init(mean: Double, strengths: [Double]) { (self.mean, self.strengths) = (mean, strengths) }

    init(_ values: [Double], _ width: Int, _ height: Int, _ waves: [(u: Int, v: Int)]) {
        mean = values.reduce(0, +) / Double(values.count)
        let most = waves.map { max($0.u, $0.v) }.max() ?? 0
        let (across, down) = (Self.cosines(width, most), Self.cosines(height, most))
        strengths = waves.map { wave in
            // Pixels tell nothing of waves that are shorter than they are.
            guard wave.u < width, wave.v < height else { return 0 }
            var sum = 0.0
            for y in 0..<height {
                for x in 0..<width {
                    sum += values[y * width + x] * across[wave.u * width + x] * down[wave.v * height + y]
                }
            }
            return sum * (wave.u > 0 ? 2 : 1) * (wave.v > 0 ? 2 : 1) / Double(values.count)
        }
    }

    func drawn(_ width: Int, _ height: Int, _ waves: [(u: Int, v: Int)]) -> [Double] {
        let most = waves.map { max($0.u, $0.v) }.max() ?? 0
        let (across, down) = (Self.cosines(width, most), Self.cosines(height, most))
        var values = [Double](repeating: mean, count: width * height)
        for (wave, strength) in zip(waves, strengths) where strength != 0 {
            for y in 0..<height {
                let row = strength * down[wave.v * height + y]
                for x in 0..<width { values[y * width + x] += row * across[wave.u * width + x] }
            }
        }
        return values
    }

    /// At the middles of the pixels, wave by wave.
    private static func cosines(_ count: Int, _ most: Int) -> [Double] {
        (0...most).flatMap { wave in
            (0..<count).map { cos(Double.pi * Double(wave) * (Double($0) + 0.5) / Double(count)) }
        }
    }
}
