import EspyPixels

/// A kind of box: its size, and how it usually lies in a photo.
public struct RackContainer: Sendable, Equatable {
    public var name: String
    public var rows: Int
    public var cols: Int
    public var view: RackView
    /// Its positions, if they do not form rows and columns; then there is one row of them.
    public var positions: [RackPosition] = []

    /// A container whose positions have their own names.
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

    /// Common boxes and racks, by their number of positions.
    public static let known = [
        RackContainer("24", rows: 4, cols: 6), RackContainer("48", rows: 6, cols: 8),
        RackContainer("81", rows: 9, cols: 9), RackContainer("96", rows: 8, cols: 12),
        RackContainer("100", rows: 10, cols: 10), RackContainer("144", rows: 12, cols: 12),
        RackContainer("384", rows: 16, cols: 24), RackContainer("unipuck", positions: RackPosition.unipuck),
    ]

    public var grid: RackGrid { positions.isEmpty ? .size(rows: rows, columns: cols) : .automatic }

    /// Whether the name is a single line of text, and the size is supported.
    public var isUsable: Bool {
        !name.isEmpty && name.count <= 100 && name.unicodeScalars.allSatisfy { $0.value >= 32 } && grid.isUsable
            && (positions.isEmpty || RackPosition.areUsable(positions))
    }
}

/// A position of a container without rows and columns: its name and place.
public struct RackPosition: Sendable, Equatable {
    public var name: String
    /// Distance to the right as seen from above, in any unit that all positions of a container share.
    public var x: Double
    /// Downward.
    public var y: Double

    public init(_ name: String, x: Double, y: Double) {
        self.name = name
        self.x = x
        self.y = y
    }

    var point: Point { Point(x: x, y: y) }

    /// The largest number of positions of a container.
    static let most = 400

    /// Whether positions can be distinguished by their names, and by their places.
    static func areUsable(_ positions: [RackPosition]) -> Bool {
        (PositionFit.fewest...most).contains(positions.count) && Set(positions.map { $0.name }).count == positions.count
            && positions.allSatisfy { !$0.name.isEmpty && $0.name.count <= 20 && $0.x.isFinite && $0.y.isFinite }
            && PositionFit.spacing(positions.map { $0.point }) > 0
    }

    /// Sixteen pins in two rings, counted counterclockwise from the top as seen from above: 1 to 5 inside, 6 to 16
    /// around them. The radii were taken from photos of such pucks.
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
