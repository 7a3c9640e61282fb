/// What to look for in a photo of a box.
public struct RackOptions: Sendable, Equatable {
    /// How codes become rows and columns. The size is that of the box, however it lies in the photo (``view``).
    public var grid: RackGrid
    /// Look once more, and harder, into the cells that seem to hold a code that was not read at first.
    public var looksTwice: Bool
    /// A photo whose long side has more pixels than this is shrunk to it before it is read, which is faster, and loses
    /// codes that are small. Nil: the whole photo is read. Results are in pixels of the whole photo in any case.
    public var maxDimension: Int?
    /// Which corner of the photo is A1, and from which side the box was taken.
    public var view: RackView

    /// Where the corner wells are, as a person says; nil where the photo is to show it (``placed(by:)``).
    public internal(set) var corners: RackCorners?

    /// The kind of box by its name, where that says what these options say.
    public var container: String?
    /// Places of a container that has no rows and columns; then ``grid`` says nothing.
    public var positions: [RackPosition] = []
    /// How far such a container is turned in the photo, in degrees clockwise; nil where it shows that by itself.
    public var turn: Double?

    /// What makes sense for ``maxDimension``.
    public static let dimensions = 500...50_000

    /// What makes sense for ``turn``.
    public static let turns = -360.0...360.0

    public init(
        grid: RackGrid = .automatic, looksTwice: Bool = true, maxDimension: Int? = nil, view: RackView = RackView()
    ) {
        self.grid = grid
        self.looksTwice = looksTwice
        self.maxDimension = maxDimension
        self.view = view
    }

    /// The grid as it is to be seen in the photo.
    var gridInPhoto: RackGrid {
        guard view.isTurnedAside, case .size(let rows, let columns) = grid else { return grid }
        return .size(rows: columns, columns: rows)
    }
}

/// A view from above with A1 at the top left is left out: that is what all options were before there was another.
extension RackOptions: Codable {
    private enum Key: String, CodingKey {
        case grid, looksTwice, maxDimension, view, corners, container, positions, turn
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        grid = try box.decode(RackGrid.self, forKey: .grid)
        looksTwice = try box.decode(Bool.self, forKey: .looksTwice)
        maxDimension = try box.decodeIfPresent(Int.self, forKey: .maxDimension)
        view = try box.decodeIfPresent(RackView.self, forKey: .view) ?? RackView()
        corners = try box.decodeIfPresent(RackCorners.self, forKey: .corners)
        container = try box.decodeIfPresent(String.self, forKey: .container)
        positions = try box.decodeIfPresent([RackPosition].self, forKey: .positions) ?? []
        turn = try box.decodeIfPresent(Double.self, forKey: .turn)
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(grid, forKey: .grid)
        try box.encode(looksTwice, forKey: .looksTwice)
        try box.encodeIfPresent(maxDimension, forKey: .maxDimension)
        if view != RackView() { try box.encode(view, forKey: .view) }
        try box.encodeIfPresent(corners, forKey: .corners)
        try box.encodeIfPresent(container, forKey: .container)
        if !positions.isEmpty { try box.encode(positions, forKey: .positions) }
        try box.encodeIfPresent(turn, forKey: .turn)
    }
}
