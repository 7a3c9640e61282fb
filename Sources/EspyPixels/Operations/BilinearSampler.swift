/// Reads between pixels of one or three channels. Outside the picture it answers the fill color, with a soft border
/// of one pixel.
struct BilinearSampler {
    private let base: UnsafePointer<UInt8>?
    private let width: Int
    private let height: Int
    private let fill: SIMD4<Float>

    init(source: UnsafeBufferPointer<UInt8>, width: Int, height: Int, fill: [UInt8]) {
        base = source.baseAddress
        self.width = width
        self.height = height
        var color = SIMD4<Float>(repeating: 0)
        for channel in 0..<min(fill.count, 3) { color[channel] = Float(fill[channel]) }
        self.fill = color
    }

    /// One row of a warped picture. `channels` is a constant where this is called, so that each count gets its own
    /// loop.
    @inline(__always)
    func fillRow(
        _ line: UnsafeMutableBufferPointer<UInt8>, _ row: Int, _ back: Homography, samples: Int, channels: Int
    ) {
        let step = 1 / Double(samples)
        let share = Float(step * step)
        for column in 0..<line.count / channels {
            var sum = SIMD4<Float>(repeating: 0)
            for sub in 0..<(samples * samples) {
                let x = Double(column) + (Double(sub % samples) + 0.5) * step
                let y = Double(row) + (Double(sub / samples) + 0.5) * step
                sum += sample(back.apply(Point(x: x, y: y)), channels: channels)
            }
            for channel in 0..<channels { line[column * channels + channel] = UInt8(sum[channel] * share + 0.5) }
        }
    }

    /// The channels at `point`, 0 to 255.
    @inline(__always)
    private func sample(_ point: Point, channels: Int) -> SIMD4<Float> {
        let (x, y) = (point.x - 0.5, point.y - 0.5)
        guard let base, x > -1, y > -1, x < Double(width), y < Double(height) else { return fill }
        // Counted from one pixel outside, where cutting off the fraction is rounding down.
        let (column, row) = (Int(x + 1) - 1, Int(y + 1) - 1)
        let (right, down) = (Float(x - Double(column)), Float(y - Double(row)))
        let upperLeft: SIMD4<Float>
        let upperRight: SIMD4<Float>
        let lowerLeft: SIMD4<Float>
        let lowerRight: SIMD4<Float>
        if column >= 0, row >= 0, column < width - 1, row < height - 1 {
            let first = base + (row * width + column) * channels
            let second = first + width * channels
            upperLeft = Self.color(first, channels)
            upperRight = Self.color(first + channels, channels)
            lowerLeft = Self.color(second, channels)
            lowerRight = Self.color(second + channels, channels)
        } else {
            upperLeft = pixel(base, column, row, channels)
            upperRight = pixel(base, column + 1, row, channels)
            lowerLeft = pixel(base, column, row + 1, channels)
            lowerRight = pixel(base, column + 1, row + 1, channels)
        }
        let upper = upperLeft + (upperRight - upperLeft) * right
        let lower = lowerLeft + (lowerRight - lowerLeft) * right
        return upper + (lower - upper) * down
    }

    private func pixel(_ base: UnsafePointer<UInt8>, _ column: Int, _ row: Int, _ channels: Int) -> SIMD4<Float> {
        guard column >= 0, row >= 0, column < width, row < height else { return fill }
        return Self.color(base + (row * width + column) * channels, channels)
    }

    @inline(__always)
    private static func color(_ pixel: UnsafePointer<UInt8>, _ channels: Int) -> SIMD4<Float> {
        channels == 1
            ? SIMD4(Float(pixel[0]), 0, 0, 0) : SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 0)
    }
}
