public import EspyPixels

/// A box of vials as it was read from one photo.
///
/// All positions are pixels of the upright picture; rows and columns count from 0, and row 0, column 0 is well A1: the one
/// at the top left, unless the options say otherwise (``RackOptions/view``). Nothing in here depends on when or how fast it was made.
public struct Rack: Sendable, Equatable {
    /// Version of this shape. Keys may be added under the same number; none is renamed or dropped.
    public static let schema = 1

    public var schema = Rack.schema
    /// What the box itself says it is: its own code, read or typed. The key in JSON is `rack`.
    public var id: String?
    /// Size of the picture.
    public var width: Int
    public var height: Int
    public var rows: Int
    public var cols: Int
    /// What row 0 and column 0 are the first of.
    public var origin: Origin
    /// Where the rows and columns come from.
    public var layout: Layout
    /// Corners of the area that the cells cover, in the order of the cells: top left is the outer corner of row 0,
    /// column 0. Nil without a lattice.
    public var outline: Quad?
    /// Row by row. With a lattice every cell; without one only those with a vial.
    public var cells: [Cell]
    /// Row by row.
    public var vials: [Vial]
    /// Codes that belong to no cell, such as the box's own.
    public var outside: [Code]
    /// Values that were read in more than one place.
    public var duplicates: [Duplicate]
    public var warnings: [Warning]
    /// Which page of a file with several it was read from, from 1, and how many there are. Nil: the file has one.
    public var page: Int?
    public var pages: Int?
    /// Frames of an animation, of which the first was read. Nil: the file is none.
    public var frames: Int?
    /// The share of its rows that a damaged photo shows, from 0 to 1. Nil: the file is whole.
    public var shown: Double?

    public init(
        width: Int, height: Int, rows: Int, cols: Int, origin: Origin, layout: Layout, outline: Quad? = nil,
        cells: [Cell], vials: [Vial], outside: [Code] = [], duplicates: [Duplicate] = [], warnings: [Warning] = []
    ) {
        self.width = width
        self.height = height
        self.rows = rows
        self.cols = cols
        self.origin = origin
        self.layout = layout
        self.outline = outline
        self.cells = cells
        self.vials = vials
        self.outside = outside
        self.duplicates = duplicates
        self.warnings = warnings
    }

    /// What the rows and columns are counted from.
    public enum Origin: String, Sendable {
        /// The box: row 0 and column 0 lie along its walls.
        case box
        /// The codes that were read: there may be empty rows or columns before the first.
        case occupiedArea
    }

    /// How the codes were put in order.
    public enum Layout: String, Sendable {
        /// A lattice of the size that the caller gave.
        case given
        /// A lattice of the size that the picture shows.
        case seen
        /// A lattice as large as the codes that were read reach.
        case occupied
        /// Rows and columns grouped by distance in pixels, as the caller asked.
        case tolerance
        /// Positions of a container that have names and no rows and columns: all lie in row 0, in the order of the
        /// container.
        case named
        /// The codes form no lattice; rows and columns are only an order of reading.
        case unordered
    }
}

extension Rack {
    /// Takes down which picture of its file it was read from.
    public mutating func note(_ source: PictureSource) {
        (page, pages, frames, shown) = source.told
        warnings.removeAll { $0.kind == .damagedPhoto }
        if source.damage != nil { warnings.append(Warning(.damagedPhoto)) }
    }

    /// Every cell with a tube has a value, and no warning puts a value or its place in doubt. A picture without any
    /// vial is not complete.
    public var isComplete: Bool {
        !vials.isEmpty && !cells.contains { $0.status == .unread } && !warnings.contains { $0.kind.isDoubt }
    }

    /// How many cells have a status.
    public func count(_ status: Cell.Status) -> Int {
        cells.reduce(0) { $0 + ($1.status == status ? 1 : 0) }
    }

    /// The vial in a cell, if one was read there.
    public func vial(row: Int, col: Int) -> Vial? {
        vials.first { $0.row == row && $0.col == col }
    }
}
