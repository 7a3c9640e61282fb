/// A picture being painted: one color per pixel, nearer things over farther ones.
struct Canvas {
    let width: Int
    let height: Int
    let projection: Projection
    /// Row by row; the fourth number is unused.
    var pixels: [SampleColor]

    init(width: Int, height: Int, projection: Projection) {
        self.width = width
        self.height = height
        self.projection = projection
        pixels = [SampleColor](repeating: SampleColor(gray: 0), count: width * height)
    }

    /// Paints a patch: `shade` returns the color at its (u, v), and a transparent one where there is nothing.
    ///
    /// Every pixel is the mean of `samples` by `samples` points, so edges are smooth.
    @inline(__always)
    mutating func paint(_ patch: Patch, samples: Int = 2, shade: (SIMD2<Double>) -> SampleColor) {
        guard let map = PlaneMap(patch, in: projection), let box = bounds(of: patch) else { return }
        let step = 1 / Double(samples)
        let share = Float(step * step)
        for row in box.rows {
            for column in box.columns {
                var sum = SampleColor.zero
                for part in 0..<samples * samples {
                    let place = map.place(
                        x: Double(column) + (Double(part % samples) + 0.5) * step,
                        y: Double(row) + (Double(part / samples) + 0.5) * step)
                    let inside =
                        place.x >= patch.low.x && place.x <= patch.high.x && place.y >= patch.low.y
                        && place.y <= patch.high.y
                    guard inside else { continue }
                    let color = shade(place)
                    sum += SampleColor(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
                }
                guard sum.w > 0 else { continue }
                let index = row * width + column
                pixels[index] = pixels[index] * (1 - sum.w * share) + sum * share
            }
        }
    }

    /// The pixels that the patch can reach; nil if it is outside the picture or reaches behind the camera.
    private func bounds(of patch: Patch) -> (rows: Range<Int>, columns: Range<Int>)? {
        let corners = patch.corners.map(projection.homogeneous)
        guard corners.allSatisfy({ $0.z > 1e-6 }) else { return nil }
        let xs = corners.map { $0.x / $0.z }
        let ys = corners.map { $0.y / $0.z }
        guard let columns = Self.pixels(covering: xs, limit: width), let rows = Self.pixels(covering: ys, limit: height)
        else { return nil }
        return (rows, columns)
    }

    private static func pixels(covering values: [Double], limit: Int) -> Range<Int>? {
        guard let low = values.min(), let high = values.max(), high > 0, low < Double(limit) else { return nil }
        return Int(max(low.rounded(.down), 0))..<Int(min(high.rounded(.up), Double(limit)))
    }
}
