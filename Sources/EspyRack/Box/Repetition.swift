import EspyBase

/// How much the cells of a line of the image resemble each other.
///
/// Dividers, wells and caps repeat from cell to cell; tables, hands and lids do not. Only changes along the line count,
/// so a wall that runs along it does not look like a repetition.
package struct Repetition: Sendable {
    private let along: [Float]
    private let rectified: RectifiedImage
    private let axis: Axis

    package enum Axis: Sendable { case rows, cols }

    package init(_ rectified: RectifiedImage, axis: Axis) {
        self.rectified = rectified
        self.axis = axis
        let (dx, dy) = axis == .rows ? (1, 0) : (0, 1)
        var along: [Float] = []
        along.reserveCapacity(rectified.width * rectified.height)
        for y in 0..<rectified.height {
            for x in 0..<rectified.width {
                let step = rectified.luminance(x + dx, y + dy) - rectified.luminance(x - dx, y - dy)
                along.append(step.isNaN ? 0 : step)
            }
        }
        self.along = along
    }

    /// For one row (or column) of the image and the cells `span` of it: the median correlation of neighbors, and the
    /// median energy of a pixel.
    package func line(_ index: Int, span: ClosedRange<Int>) -> (likeness: Float, energy: Float) {
        var likeness: [Double] = []
        var energies: [Double] = []
        for cell in span.lowerBound..<span.upperBound {
            let here = place(index, cell)
            let next = place(index, cell + 1)
            let energy = (correlation(here, here, 0) + correlation(next, next, 0)) / 2
            let best = (-2...2).map { correlation(here, next, $0) }.max() ?? 0
            likeness.append(energy > 0 ? Double(best / energy) : 0)
            energies.append(Double(energy))
        }
        let area = Double(rectified.resolution * rectified.resolution)
        return (Float(median(likeness) ?? 0), Float((median(energies) ?? 0) / area))
    }

    private func place(_ index: Int, _ cell: Int) -> Rack.Place {
        axis == .rows ? Rack.Place(row: index, col: cell) : Rack.Place(row: cell, col: index)
    }

    private func correlation(_ one: Rack.Place, _ other: Rack.Place, _ shift: Int) -> Float {
        let (a, b) = (rectified.corner(of: one), rectified.corner(of: other))
        let (dx, dy) = axis == .rows ? (shift, 0) : (0, shift)
        var sum = Float(0)
        for y in 0..<rectified.resolution {
            for x in 0..<rectified.resolution {
                sum += value(a.x + x, a.y + y) * value(b.x + x + dx, b.y + y + dy)
            }
        }
        return sum
    }

    private func value(_ x: Int, _ y: Int) -> Float {
        x >= 0 && y >= 0 && x < rectified.width && y < rectified.height ? along[y * rectified.width + x] : 0
    }
}
