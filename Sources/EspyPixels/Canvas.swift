/// A copy of a picture to draw on. Shapes are antialiased and may extend beyond the edges, where they are cut off.
///
/// Coordinates are pixels of the picture, those of ``Point``.
public struct Canvas: Sendable {
    public private(set) var image: RGBImage

    public init(_ image: RGBImage) {
        self.image = image
    }

    public var width: Int { image.width }
    public var height: Int { image.height }

    /// Calls `body` to draw into the pixels in place.
    mutating func draw(_ body: (Surface) -> Void) {
        let (width, height) = (image.width, image.height)
        image.pixels.withUnsafeMutableBufferPointer { body(Surface(pixels: $0, width: width, height: height)) }
    }
}

/// The pixels of a canvas while something is drawn.
struct Surface {
    let pixels: UnsafeMutableBufferPointer<UInt8>
    let width: Int
    let height: Int

    /// The rows of the picture that `[low, high)` touches.
    func rows(_ low: Double, _ high: Double) -> Range<Int> { Raster.clip(low, high, to: height) }
    /// The columns of the picture that `[low, high)` touches.
    func columns(_ low: Double, _ high: Double) -> Range<Int> { Raster.clip(low, high, to: width) }

    /// Blends `color` over a pixel inside the picture; `coverage` is the share of the pixel that the shape fills.
    @inline(__always)
    func blend(_ column: Int, _ row: Int, _ color: Color, coverage: Double) {
        guard coverage > 0, color.opacity > 0 else { return }
        let share = Float(min(coverage, 1) * min(color.opacity, 1))
        let start = (row * width + column) * 3
        mix(start, color.red, share)
        mix(start + 1, color.green, share)
        mix(start + 2, color.blue, share)
    }

    @inline(__always)
    private func mix(_ index: Int, _ value: UInt8, _ share: Float) {
        let old = Float(pixels[index])
        pixels[index] = UInt8(old + (Float(value) - old) * share + 0.5)
    }
}

extension Canvas {
    /// Fills a quad.
    public mutating func fill(_ quad: Quad, _ color: Color) {
        fill(quad.corners, color)
    }

    /// Fills an upright rectangle.
    public mutating func fill(_ rect: Rect, _ color: Color) {
        fill(Quad(rect).corners, color)
    }

    /// Fills a polygon; if it crosses itself, the even-odd rule applies.
    public mutating func fill(_ points: [Point], _ color: Color) {
        guard points.count >= 3, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
        draw { $0.polygon(points, color) }
    }

    /// Fills a circle.
    public mutating func fillCircle(center: Point, radius: Double, _ color: Color) {
        draw { $0.capsule(center, center, reach: radius, color) }
    }

    /// Draws the outline of a circle.
    public mutating func circle(center: Point, radius: Double, _ stroke: Stroke) {
        draw { surface in
            if let rim = stroke.rim {
                surface.ring(center, radius, reach: stroke.thickness / 2 + stroke.rimThickness, rim)
            }
            surface.ring(center, radius, reach: stroke.thickness / 2, stroke.color)
        }
    }
}

extension Surface {
    /// The number of scan lines in each row; horizontally, coverage is exact.
    private static let cutsPerRow = 4

    func polygon(_ points: [Point], _ color: Color) {
        let ys = points.map { $0.y }
        guard let top = ys.min(), let bottom = ys.max() else { return }
        var coverage = [Double](repeating: 0, count: width)
        for row in rows(top, bottom) {
            var touched = 0..<0
            for cut in 0..<Self.cutsPerRow {
                let y = Double(row) + (Double(cut) + 0.5) / Double(Self.cutsPerRow)
                let crossings = crossings(of: points, at: y)
                for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
                    let span = add(from: crossings[pair], to: crossings[pair + 1], to: &coverage)
                    guard !span.isEmpty else { continue }
                    touched =
                        touched.isEmpty
                        ? span : min(touched.lowerBound, span.lowerBound)..<max(touched.upperBound, span.upperBound)
                }
            }
            for column in touched {
                blend(column, row, color, coverage: coverage[column] / Double(Self.cutsPerRow))
                coverage[column] = 0
            }
        }
    }

    private func crossings(of points: [Point], at y: Double) -> [Double] {
        var found: [Double] = []
        for (index, from) in points.enumerated() {
            let to = points[(index + 1) % points.count]
            guard (from.y > y) != (to.y > y) else { continue }
            found.append(from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x))
        }
        return found.sorted()
    }

    /// Adds to each column the share of it between the two positions.
    private func add(from low: Double, to high: Double, to coverage: inout [Double]) -> Range<Int> {
        let span = columns(low, high)
        for column in span {
            coverage[column] += min(high, Double(column + 1)) - max(low, Double(column))
        }
        return span
    }

    /// Draws all pixels closer to the circle line than `reach`.
    func ring(_ center: Point, _ radius: Double, reach: Double, _ color: Color) {
        let outer = radius + reach + 1
        for row in rows(center.y - outer, center.y + outer) {
            for column in columns(center.x - outer, center.x + outer) {
                let distance = center.distance(to: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
                blend(column, row, color, coverage: reach + 0.5 - abs(distance - radius))
            }
        }
    }
}

/// The style of an outline.
public struct Stroke: Sendable, Hashable {
    public var color: Color
    /// In pixels.
    public var thickness: Double
    /// A thin rim on both sides, so that the line is visible on a background of its own color; `nil` for none.
    public var rim: Color?

    /// - Parameter rim: If omitted, black or white, whichever contrasts with the line.
    public init(color: Color, thickness: Double, rim: Color?) {
        self.color = color
        self.thickness = thickness
        self.rim = rim
    }

    public init(color: Color, thickness: Double) {
        self.init(color: color, thickness: thickness, rim: color.contrasting)
    }

    /// A third of the line, but enough to darken a whole pixel and at most three.
    var rimThickness: Double { min(max(thickness / 3, 1.5), 3) }
}

extension Canvas {
    /// Draws a straight line with round ends.
    public mutating func line(from start: Point, to end: Point, _ stroke: Stroke) {
        outline([start, end], closed: false, stroke)
    }

    /// Draws the edges of a quad.
    public mutating func outline(_ quad: Quad, _ stroke: Stroke) {
        outline(quad.corners, closed: true, stroke)
    }

    /// Draws straight lines from point to point with round joins, and back to the first if `closed`.
    public mutating func outline(_ points: [Point], closed: Bool, _ stroke: Stroke) {
        guard var from = points.first else { return }
        var segments: [(Point, Point)] = []
        for to in points.dropFirst() + (closed ? [from] : []) {
            segments.append((from, to))
            from = to
        }
        if segments.isEmpty { segments = [(from, from)] }
        draw { surface in
            if let rim = stroke.rim {
                let reach = stroke.thickness / 2 + stroke.rimThickness
                for (start, end) in segments { surface.capsule(start, end, reach: reach, rim) }
            }
            for (start, end) in segments { surface.capsule(start, end, reach: stroke.thickness / 2, stroke.color) }
        }
    }
}

extension Surface {
    /// Draws all pixels closer to the segment than `reach`.
    func capsule(_ start: Point, _ end: Point, reach: Double, _ color: Color) {
        let (top, bottom) = start.y <= end.y ? (start, end) : (end, start)
        let margin = reach + 1
        let rise = bottom.y - top.y
        let measure = SegmentMeasure(from: top, to: bottom)
        for row in rows(top.y - margin, bottom.y + margin) {
            // Only the columns near the part of the segment that can reach this row: a long slanted line would
            // otherwise cost its whole bounding box.
            let center = Double(row) + 0.5
            let low = rise > 0 ? min(max((center - margin - top.y) / rise, 0), 1) : 0
            let high = rise > 0 ? min(max((center + margin - top.y) / rise, 0), 1) : 1
            let (first, second) = (top.x + (bottom.x - top.x) * low, top.x + (bottom.x - top.x) * high)
            for column in columns(min(first, second) - margin, max(first, second) + margin) {
                let distance = measure.distance(to: Point(x: Double(column) + 0.5, y: center))
                blend(column, row, color, coverage: reach + 0.5 - distance)
            }
        }
    }
}

/// Distances to one segment, with their shared parts computed once.
private struct SegmentMeasure {
    private let start: Point
    private let end: Point
    private let direction: Point
    private let length: Double

    init(from start: Point, to end: Point) {
        (self.start, self.end) = (start, end)
        length = start.distance(to: end)
        direction = length > 0 ? (end - start) * (1 / length) : Point(x: 0, y: 0)
    }

    @inline(__always)
    func distance(to point: Point) -> Double {
        let arm = point - start
        let along = arm.dot(direction)
        if along <= 0 { return arm.length }
        return along >= length ? point.distance(to: end) : abs(direction.cross(arm))
    }
}

/// A color to draw with, in sRGB.
public struct Color: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    /// 0 leaves the picture unchanged, 1 covers it.
    public var opacity: Double

    public init(red: UInt8, green: UInt8, blue: UInt8, opacity: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.opacity = opacity
    }

    /// From a number such as `0x1B998B`.
    public init(hex: UInt32, opacity: Double = 1) {
        self.init(
            red: UInt8(hex >> 16 & 0xFF), green: UInt8(hex >> 8 & 0xFF), blue: UInt8(hex & 0xFF), opacity: opacity)
    }

    public static let black = Color(hex: 0x000000)
    public static let white = Color(hex: 0xFFFFFF)

    /// The same color with another opacity.
    public func opacity(_ opacity: Double) -> Color {
        var color = self
        color.opacity = opacity
        return color
    }

    /// Luminance from 0 to 255, by the weights of ITU-R BT.601.
    public var luminance: Double { 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue) }

    /// Black next to a light color, white next to a dark one.
    public var contrasting: Color { luminance > 110 ? .black : .white }
}
