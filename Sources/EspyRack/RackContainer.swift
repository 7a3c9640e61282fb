import EspyPixels

/// A kind of box: its size, and how it usually lies in a photo.
public struct RackContainer: Sendable, Equatable {
    public var name: String
    public var rows: Int
    public var cols: Int
    public var view: RackView
    /// Where its places are, if these are no rows and columns; then there is one row of them.
    public var positions: [RackPosition] = []

    /// A container whose places have names of their own.
    public init(_ name: String, positions: [RackPosition]) {
        self.init(name, rows: 1, cols: positions.count)
        self.positions = positions
    }

    public init(_ name: String, rows: Int, cols: Int, view: RackView = RackView()) {
        self.name = name
        self.rows = rows
        self.cols = cols
        self.view = view
    }

    /// Boxes and racks that most laboratories have, by the number of their positions.
    public static let known = [
        RackContainer("24", rows: 4, cols: 6), RackContainer("48", rows: 6, cols: 8),
        RackContainer("81", rows: 9, cols: 9), RackContainer("96", rows: 8, cols: 12),
        RackContainer("100", rows: 10, cols: 10), RackContainer("144", rows: 12, cols: 12),
        RackContainer("384", rows: 16, cols: 24), RackContainer("unipuck", positions: RackPosition.unipuck),
    ]

    public var grid: RackGrid { positions.isEmpty ? .size(rows: rows, columns: cols) : .automatic }

    /// The name is there and no longer than a line, and the size is one that is read.
    public var isUsable: Bool {
        !name.isEmpty && name.count <= 100 && name.unicodeScalars.allSatisfy { $0.value >= 32 } && grid.isUsable
            && (positions.isEmpty || RackPosition.areUsable(positions))
    }
}

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
