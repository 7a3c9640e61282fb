import EspyPixels

/// Darkness along a straight line through a picture, with its rising and falling edges.
struct ScanLine {
    /// Samples per pixel.
    static let density = 2.0

    struct Edge {
        /// In samples from the start of the line.
        let place: Float
        let rises: Bool
        let strength: Float
    }

    /// Darkness, 0 to 255; the first sample is at `start`.
    package let values: [Float]
    let start: Point
    /// From one sample to the next, in pixels.
    let step: Point

    /// - Parameter taps: the number of parallel lines to average, a pixel apart along the bars.
    init(_ image: GrayImage, from start: Point, to end: Point, along: Point, taps: Int) {
        let length = start.distance(to: end)
        let count = max(Int(length * Self.density), 2)
        step = (end - start) * (1 / Double(count))
        self.start = start
        let sampler = DarknessSampler(image)
        var values = [Float](repeating: 0, count: count)
        for tap in 0..<taps {
            let origin = start + along * (Double(tap) - Double(taps - 1) / 2)
            sampler.add(to: &values, from: origin, step: step, weight: 1 / Float(taps))
        }
        self.values = values
    }

    /// The picture coordinates of a place on the line.
    func point(_ place: Float) -> Point { start + step * Double(place) }

    /// The same line from the other end.
    var reversed: ScanLine {
        ScanLine(values: values.reversed(), start: point(Float(values.count - 1)), step: step * -1)
    }

    private init(values: [Float], start: Point, step: Point) {
        (self.values, self.start, self.step) = (values, start, step)
    }

    /// Extremes of the slope that stand out from their surroundings, alternately rising and falling.
    ///
    /// - Parameter isFine: whether to find edges of bars about a pixel wide, and more noise.
    func edges(isFine: Bool = false) -> [Edge] {
        let count = values.count
        guard count > 8 else { return [] }
        var slope = [Float](repeating: 0, count: count)
        for index in 2..<count - 2 {
            let wide = isFine ? 0 : 0.5 * (values[index + 2] - values[index - 2])
            slope[index] = values[index + 1] - values[index - 1] + wide
        }
        let limits = Self.limits(slope)
        var edges: [Edge] = []
        for index in 2..<count - 2 {
            let here = abs(slope[index])
            guard here > limits[index / 32], here >= abs(slope[index - 1]), here > abs(slope[index + 1])
            else { continue }
            let bend = abs(slope[index - 1]) - 2 * here + abs(slope[index + 1])
            let shift = bend < 0 ? 0.5 * (abs(slope[index - 1]) - abs(slope[index + 1])) / bend : 0
            let edge = Edge(place: Float(index) + min(max(shift, -0.5), 0.5), rises: slope[index] > 0, strength: here)
            if let last = edges.last, last.rises == edge.rises {
                if last.strength < here { edges[edges.count - 1] = edge }
            } else {
                edges.append(edge)
            }
        }
        return edges
    }

    /// The least slope of an edge for every 32 samples: a share of the steepest slope nearby.
    private static func limits(_ slope: [Float]) -> [Float] {
        let steepest = stride(from: 0, to: slope.count, by: 32).map { start in
            slope[start..<min(start + 32, slope.count)].reduce(0) { max($0, abs($1)) }
        }
        return steepest.indices.map { index in
            let near = steepest[max(index - 1, 0)...min(index + 1, steepest.count - 1)].max() ?? 0
            return max(0.13 * near, 4)
        }
    }
}

/// Interpolates between pixels; outside the picture, the nearest pixel counts.
private struct DarknessSampler {
    private let image: GrayImage

    init(_ image: GrayImage) { self.image = image }

    func add(to values: inout [Float], from origin: Point, step: Point, weight: Float) {
        let (width, height) = (image.width, image.height)
        image.pixels.withUnsafeBufferPointer { pixels in
            for index in values.indices {
                let x = Float(min(max(origin.x + step.x * Double(index) - 0.5, 0), Double(width - 1)))
                let y = Float(min(max(origin.y + step.y * Double(index) - 0.5, 0), Double(height - 1)))
                let (column, row) = (min(Int(x), max(width - 2, 0)), min(Int(y), max(height - 2, 0)))
                let (right, down) = (x - Float(column), y - Float(row))
                let (beside, below) = (width > 1 ? 1 : 0, height > 1 ? width : 0)
                let place = row * width + column
                let upper = Float(pixels[place]) * (1 - right) + Float(pixels[place + beside]) * right
                let lower =
                    Float(pixels[place + below]) * (1 - right) + Float(pixels[place + below + beside]) * right
                values[index] += weight * (255 - upper * (1 - down) - lower * down)
            }
        }
    }
}
