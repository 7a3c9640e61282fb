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
