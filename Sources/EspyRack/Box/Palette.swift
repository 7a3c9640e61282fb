import Foundation

/// Which colors belong to the box and which to what lies around it.
///
/// The inside is learned between the caps, where the box itself shows; the outside from the rim of the box.
package struct Palette: Sendable {
    private var inside: [Float]
    private var outside: [Float]

    /// - Parameters:
    ///   - known: cells that are certainly inside.
    ///   - caps: cells of `known` that hold a code; the middle of these says nothing about the box.
    ///   - far: cells that are certainly outside, as no box reaches that far.
    package init(_ rectified: RectifiedImage, known: CellRange, caps: Set<Rack.Place>, far: [Rack.Place]) {
        inside = Self.histogram(rectified, known.places) { place, distance in distance > 0.36 || !caps.contains(place) }
        outside = Self.histogram(rectified, far) { _, _ in true }
    }

    /// Mean over the pixels of a cell of the log ratio between inside and outside, each pixel from -2 to 2; nil where
    /// the cell is out of the picture.
    package func favor(_ rectified: RectifiedImage, _ place: Rack.Place) -> Float? {
        var (sum, count) = (Float(0), 0)
        Self.visit(rectified, place) { bin, _ in
            sum += min(max(log((inside[bin] + 0.002) / (outside[bin] + 0.002)), -2), 2)
            count += 1
        }
        return count > rectified.resolution * rectified.resolution / 2 ? sum / Float(count) : nil
    }

    private static let levels = 10

    private static func histogram(
        _ rectified: RectifiedImage, _ places: [Rack.Place], where belongs: (Rack.Place, Float) -> Bool
    ) -> [Float] {
        var bins = [Float](repeating: 0, count: levels * levels * levels)
        var total = Float(0)
        for place in places {
            visit(rectified, place) { bin, distance in
                guard belongs(place, distance) else { return }
                bins[bin] += 1
                total += 1
            }
        }
        return total > 0 ? smoothed(bins).map { $0 / total } : bins
    }

    /// Spreads each bin over its neighbors, since light changes from one side of a box to the other.
    private static func smoothed(_ bins: [Float]) -> [Float] {
        var bins = bins
        for stride in [1, levels, levels * levels] {
            let old = bins
            for index in bins.indices {
                let level = index / stride % levels
                let lower = level > 0 ? old[index - stride] : 0
                let upper = level < levels - 1 ? old[index + stride] : 0
                bins[index] = old[index] / 2 + (lower + upper) / 4
            }
        }
        return bins
    }

    /// Calls `body` with the color bin of every visible pixel of a cell and its distance from the center in cells.
    private static func visit(_ rectified: RectifiedImage, _ place: Rack.Place, _ body: (Int, Float) -> Void) {
        let corner = rectified.corner(of: place)
        let side = rectified.resolution
        for y in 0..<side {
            for x in 0..<side {
                guard corner.x >= 0, corner.y >= 0, corner.x + x < rectified.width, corner.y + y < rectified.height
                else {
                    continue
                }
                let pixel = rectified.pixels[(corner.y + y) * rectified.width + corner.x + x]
                guard !pixel.x.isNaN else { continue }
                func level(_ value: Float) -> Int { min(Int(value * Float(levels)), levels - 1) }
                let bin = (level(pixel.x) * levels + level(pixel.y)) * levels + level(pixel.z)
                let (dx, dy) = (Float(x) + 0.5 - Float(side) / 2, Float(y) + 0.5 - Float(side) / 2)
                body(bin, (dx * dx + dy * dy).squareRoot() / Float(side))
            }
        }
    }
}
