import EspyApp
package import EspyPixels

/// Shapes as typed: numbers separated by commas.
package enum Shape {
    /// The value of a flag for a box.
    static let rectValue = FlagValue(
        "X,Y,W,H",
        .text(
            expected: "left, top, width and height in pixels, such as 120,80,64,64", hints: [],
            check: { rect($0) != nil }))
    static let polygonHint = "x and y of three or more corners in pixels, such as 0,0,800,0,800,600"

    package static func rect(_ text: String) -> Rect? {
        guard let numbers = numbers(text), numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    package static func polygon(_ text: String) -> [Point]? {
        guard let points = points(text), points.count >= 3 else { return nil }
        return points
    }

    /// Any number of points, separated by commas, spaces or semicolons.
    static func points(_ text: String) -> [Point]? {
        let parts = text.split { ",; ".contains($0) }
        guard let numbers = numbers(parts.joined(separator: ",")), numbers.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    }

    /// A line between two points.
    static func segment(_ text: String) -> (from: Point, to: Point)? {
        guard let numbers = numbers(text), numbers.count == 4 else { return nil }
        let (from, to) = (Point(x: numbers[0], y: numbers[1]), Point(x: numbers[2], y: numbers[3]))
        return from == to ? nil : (from, to)
    }

    /// A box, or four corners.
    package static func quad(_ text: String) -> Quad? {
        if let box = rect(text) { return Quad(box) }
        guard let corners = polygon(text), corners.count == 4 else { return nil }
        return Quad(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    package static func integers(_ text: String) -> [Int]? {
        let parts = parts(text).map { Int($0) }
        return parts.contains(nil) ? nil : parts.compactMap(\.self)
    }

    private static func numbers(_ text: String) -> [Double]? {
        let parts = parts(text).map { Double($0) }
        return parts.allSatisfy { $0?.isFinite == true } ? parts.compactMap(\.self) : nil
    }

    /// Allows spaces after commas.
    private static func parts(_ text: String) -> [Substring] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    }
}
