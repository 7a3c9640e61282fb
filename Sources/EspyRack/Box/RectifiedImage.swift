package import EspyPixels

/// The box as seen from straight above: the picture sampled along the lattice, with every cell a square of the same
/// size.
///
/// Rows and columns are those of the lattice; pixels outside the picture are marked.
package struct RectifiedImage: Sendable {
    /// Pixels along the side of a cell.
    let resolution: Int

    package let cells: CellRange
    package let width: Int
    package let height: Int
    /// Red, green, blue and luminance from 0 to 1, row by row; NaN outside the picture.
    package private(set) var pixels: [SIMD4<Float>]

    package init(_ image: SplitImage, map: Homography, cells: CellRange, resolution: Int = 16) {
        self.cells = cells
        self.resolution = resolution
        width = cells.cols.count * resolution
        height = cells.rows.count * resolution
        pixels = []
        pixels.reserveCapacity(width * height)
        let samples = samples(map)
        for y in 0..<height {
            for x in 0..<width { pixels.append(mean(image, map, x, y, samples)) }
        }
    }

    /// The luminance at a pixel of the image, NaN outside the picture and outside the image.
    package func luminance(_ x: Int, _ y: Int) -> Float {
        x >= 0 && y >= 0 && x < width && y < height ? pixels[y * width + x].w : .nan
    }

    /// The pixel at the upper left corner of a cell.
    package func corner(of place: Rack.Place) -> (x: Int, y: Int) {
        ((place.col - cells.cols.lowerBound) * resolution, (place.row - cells.rows.lowerBound) * resolution)
    }

    /// Whether the middle of a cell is in the photo.
    func shows(_ place: Rack.Place) -> Bool {
        [(0, 0), (-0.3, -0.3), (0.3, -0.3), (-0.3, 0.3), (0.3, 0.3)].allSatisfy { x, y in
            color(at: Point(x: Double(place.col) + x, y: Double(place.row) + y)) != nil
        }
    }

    /// Samples along the side of a pixel: enough that hardly any part of the picture is skipped.
    private func samples(_ map: Homography) -> Int {
        let middle = Point(
            x: Double(cells.cols.lowerBound + cells.cols.upperBound) / 2,
            y: Double(cells.rows.lowerBound + cells.rows.upperBound) / 2)
        let pitch = map.apply(middle).distance(to: map.apply(Point(x: middle.x + 1, y: middle.y)))
        return min(max(Int((pitch / Double(resolution) / 2).rounded(.up)), 1), 4)
    }

    private func mean(_ image: SplitImage, _ map: Homography, _ x: Int, _ y: Int, _ samples: Int) -> SIMD4<Float> {
        var sum = SIMD4<Float>(repeating: 0)
        for down in 0..<samples {
            for right in 0..<samples {
                let place = Point(
                    x: (Double(x) + (Double(right) + 0.5) / Double(samples)) / Double(resolution)
                        + Double(cells.cols.lowerBound) - 0.5,
                    y: (Double(y) + (Double(down) + 0.5) / Double(samples)) / Double(resolution)
                        + Double(cells.rows.lowerBound) - 0.5)
                let pixel = map.apply(place)
                guard map.g * place.x + map.h * place.y + map.i > 0, pixel.x >= 0, pixel.y >= 0,
                    pixel.x < Double(image.width), pixel.y < Double(image.height)
                else { return SIMD4(repeating: .nan) }
                sum += image.colorAndLuminance(Int(pixel.x), Int(pixel.y))
            }
        }
        return sum / Float(samples * samples)
    }

    /// Pixels that show caps: those within a radius, in cells, of where codes were read.
    func mask(_ caps: [Point], radius: Double) -> [Bool] {
        var mask = [Bool](repeating: false, count: width * height)
        let radius = radius * Double(resolution)
        for cap in caps {
            let x = (cap.x - Double(cells.cols.lowerBound) + 0.5) * Double(resolution)
            let y = (cap.y - Double(cells.rows.lowerBound) + 0.5) * Double(resolution)
            // A label may be far from the box.
            guard (-radius..<Double(width) + radius).contains(x), (-radius..<Double(height) + radius).contains(y) else {
                continue
            }
            let rows = max(Int(y - radius), 0)..<min(max(Int(y + radius) + 1, 0), height)
            let cols = max(Int(x - radius), 0)..<min(max(Int(x + radius) + 1, 0), width)
            for row in rows {
                for col in cols {
                    let (dx, dy) = (Double(col) + 0.5 - x, Double(row) + 0.5 - y)
                    if dx * dx + dy * dy < radius * radius { mask[row * width + col] = true }
                }
            }
        }
        return mask
    }
}

extension SplitImage {
    /// Red, green, blue and luminance from 0 to 1.
    fileprivate func colorAndLuminance(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let color = pixel(x, y)
        let (red, green, blue) = (Float(color.x), Float(color.y), Float(color.z))
        return SIMD4(red, green, blue, 0.299 * red + 0.587 * green + 0.114 * blue) / 255
    }
}

extension RectifiedImage {
    /// The color at a position among the cells, x in columns and y in rows; nil outside the picture.
    func color(at position: Point) -> SIMD4<Float>? {
        let x = Int(((position.x - Double(cells.cols.lowerBound) + 0.5) * Double(resolution)).rounded(.down))
        let y = Int(((position.y - Double(cells.rows.lowerBound) + 0.5) * Double(resolution)).rounded(.down))
        guard x >= 0, y >= 0, x < width, y < height else { return nil }
        let pixel = pixels[y * width + x]
        return pixel.x.isNaN ? nil : pixel
    }
}

/// The camera's position above a lattice, estimated from its picture: the point directly below it and its height, in
/// cells.
///
/// Things below the plane of the lattice appear smaller, and closer to that point. Pixels are assumed to be square and
/// the axis of the camera to pass through the center of the picture (Hartley and Zisserman, Multiple View Geometry,
/// 2004, chapter 8.6).
package struct Viewpoint: Sendable {
    package let foot: Point
    package let height: Double

    /// - Parameters:
    ///   - map: from columns and rows to pixels.
    ///   - width, height: the size of the picture in pixels.
    package init(map: Homography, width: Int, height: Int) {
        let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
        let usual = 0.8 * Double(max(width, height))
        func column(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
            SIMD3((x - middleX * z) / usual, (y - middleY * z) / usual, z)
        }
        let across = column(map.a, map.d, map.g)
        let down = column(map.b, map.e, map.h)
        let first = column(map.c, map.f, map.i)
        // Rows and columns are perpendicular and equally spaced: two equations for the focal length, which a picture
        // from straight above does not determine. In that case any usual one is good enough.
        let scale = across.x * across.x + across.y * across.y
        let equations = [
            ((across.x * down.x + across.y * down.y) / scale, across.z * down.z / scale),
            (
                (across.x * across.x + across.y * across.y - down.x * down.x - down.y * down.y) / scale,
                (across.z * across.z - down.z * down.z) / scale
            ),
        ]
        let doubt = 0.03 * 0.03
        let share =
            (doubt - equations.reduce(0) { $0 + $1.0 * $1.1 }) / (doubt + equations.reduce(0) { $0 + $1.0 * $1.0 })
        let focal = 1 / min(max(share, 0.1), 2.5).squareRoot()
        func direction(_ column: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(column.x / focal, column.y / focal, column.z)
        }
        let (right, bottom, start) = (direction(across), direction(down), direction(first))
        let away = SIMD3(
            right.y * bottom.z - right.z * bottom.y, right.z * bottom.x - right.x * bottom.z,
            right.x * bottom.y - right.y * bottom.x)
        func dot(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double { (one * other).sum() }
        let below = Point(x: -dot(right, start) / dot(right, right), y: -dot(bottom, start) / dot(bottom, bottom))
        let over = abs(dot(away, start)) / dot(away, away).squareRoot() / dot(right, right).squareRoot()
        // A map that folds the lattice says no more than a scan does.
        let isKnown = below.x.isFinite && below.y.isFinite && over.isFinite
        foot = isKnown ? below : Point(x: 0, y: 0)
        self.height = isKnown ? max(over, Self.least) : Self.farAway
    }

    /// The least height: no one photographs a box from closer than a cell.
    private static let least = 1.0
    private static let farAway = 1e6

    /// The factor by which things appear smaller that are `depth` cells below the plane of the lattice.
    func scale(atDepth depth: Double) -> Double { height / (height + depth) }
}
