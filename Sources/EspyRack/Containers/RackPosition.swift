import EspyPixels

/// A place of a container that has no rows and columns: its name, and where it is.
public struct RackPosition: Sendable, Equatable {
    public var name: String
    /// As seen from above, to the right; in any unit, which is the same for all positions of a container.
    public var x: Double
    /// Downward.
    public var y: Double

    public init(_ name: String, x: Double, y: Double) {
        self.name = name
        self.x = x
        self.y = y
    }

    var point: Point { Point(x: x, y: y) }

    /// At most so many make a container.
    static let most = 400

    /// Whether these can be told apart: by their names, and by where they are.
    static func areUsable(_ positions: [RackPosition]) -> Bool {
        (PositionFit.fewest...most).contains(positions.count) && Set(positions.map { $0.name }).count == positions.count
            && positions.allSatisfy { !$0.name.isEmpty && $0.name.count <= 20 && $0.x.isFinite && $0.y.isFinite }
            && PositionFit.spacing(positions.map { $0.point }) > 0
    }

    /// Sixteen pins in two rings, counted against the clock from the top as seen from above: 1 to 5 within, 6 to 16 around
    /// them. The radii are as photos of such pucks show them.
    static let unipuck = ring(1...5, radius: 0.46) + ring(6...16, radius: 1)

    private static func ring(_ numbers: ClosedRange<Int>, radius: Double) -> [RackPosition] {
        numbers.enumerated().map { index, number in
            let up = Point(x: 0, y: -radius)
            let turn = PositionFit.Turn(degrees: -360 * Double(index) / Double(numbers.count))
            let point = turn.applied(to: up)
            return RackPosition(String(number), x: point.x, y: point.y)
        }
    }
}
