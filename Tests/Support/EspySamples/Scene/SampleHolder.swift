/// The holder of the tubes.
public struct SampleHolder: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// A box with walls and crossed cardboard strips between the cells.
        case dividers
        /// A solid plate with round wells, as in racks that flatbed scanners read from below.
        case plate
        /// A box with walls and a plain floor: its empty cells show nothing.
        case tray
        /// Nothing: the tubes stand on the ground.
        case none
    }

    /// The look of the ground beside the box.
    public enum Ground: Sendable, Equatable, CaseIterable {
        /// Wood, with a few stains.
        case grain
        /// One color.
        case even
        /// Cloudy, like stone, or paper with a spill.
        case clouds
        /// A checked cloth whose squares are larger or smaller than the cells.
        case checks
        /// Boards with gaps between them.
        case boards
    }

    public var kind: Kind
    public var color: SampleColor
    /// The ground beside the box.
    public var table: SampleColor
    /// Distance from the outermost cells to the wall, in pitches.
    public var margin: Double
    public var wallHeight: Double
    public var dividerHeight: Double
    /// Whether the lid lies to the left of the box.
    public var hasLid: Bool
    public var ground: Ground

    public init(
        kind: Kind = .dividers, color: SampleColor = SampleColor(0.87, 0.85, 0.79),
        table: SampleColor = SampleColor(0.34, 0.31, 0.28), margin: Double = 0.12, wallHeight: Double = 2.3,
        dividerHeight: Double = 1.9, hasLid: Bool = false,
        ground: Ground = .grain
    ) {
        self.kind = kind
        self.color = color
        self.table = table
        self.margin = margin
        self.wallHeight = wallHeight
        self.dividerHeight = dividerHeight
        self.hasLid = hasLid
        self.ground = ground
    }
}
