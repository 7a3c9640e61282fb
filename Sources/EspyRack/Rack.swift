import EspyBase
public import EspyPixels

/// The result of reading a box of vials from one photo.
///
/// All positions are pixels of the upright picture; rows and columns count from 0, and row 0, column 0 is well A1: the
/// one at the top left, unless the options say otherwise (``RackOptions/view``). Nothing in it depends on when or how
/// fast it was made.
public struct Rack: Sendable, Equatable {
    /// Version of this shape. Keys may be added under the same number; none is renamed or removed.
    public static let schema = 1

    public var schema = Rack.schema
    /// The box's own code, read or typed. Its key in JSON is `rack`.
    public var id: String?
    /// Size of the picture.
    public var width: Int
    public var height: Int
    public var rows: Int
    public var cols: Int
    /// The start of row 0 and column 0.
    public var origin: Origin
    /// The source of the rows and columns.
    public var layout: Layout
    /// Corners of the area that the cells cover, in the order of the cells: top left is the outer corner of row 0,
    /// column 0. Nil without a lattice.
    public var outline: Quad?
    /// Row by row. With a lattice all cells; without one only those with a vial.
    public var cells: [Cell]
    /// Row by row.
    public var vials: [Vial]
    /// Codes outside all cells, such as the box's own.
    public var outside: [Code]
    /// Values that were read in more than one place.
    public var duplicates: [Duplicate]
    public var warnings: [Warning]
    /// The page that was read, from 1, and the number of pages. Nil: the file has only one.
    public var page: Int?
    public var pages: Int?
    /// Number of frames of an animation; the first was read. Nil: the file is not an animation.
    public var frames: Int?
    /// The share of its rows that a damaged photo shows, from 0 to 1. Nil: the file is intact.
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

    /// The start of the rows and columns.
    public enum Origin: String, Sendable {
        /// The box: row 0 and column 0 are along its walls.
        case box
        /// The codes that were read: there may be empty rows or columns before the first code.
        case occupiedArea
    }

    /// The way in which the codes were arranged.
    public enum Layout: String, Sendable {
        /// A lattice of the requested size.
        case given
        /// A lattice of the size that the picture shows.
        case seen
        /// A lattice just large enough for the codes that were read.
        case occupied
        /// Rows and columns grouped by distance in pixels, as requested.
        case tolerance
        /// Positions of a container with names instead of rows and columns: all are in row 0, in the order of the
        /// container.
        case named
        /// The codes form no lattice; rows and columns are only a reading order.
        case unordered
    }
}

extension Rack {
    /// Records which picture of its file was read.
    public mutating func note(_ source: PictureSource) {
        (page, pages, frames, shown) = source.fields
        warnings.removeAll { $0.kind == .damagedPhoto }
        if source.damage != nil { warnings.append(Warning(.damagedPhoto)) }
    }

    /// Whether every cell with a tube has a value, and no warning casts doubt on a value or its place. A picture
    /// without vials is not complete.
    public var isComplete: Bool {
        !vials.isEmpty && !cells.contains { $0.status == .unread } && !warnings.contains { $0.kind.isDoubt }
    }

    /// The number of cells with a status.
    public func count(_ status: Cell.Status) -> Int {
        cells.reduce(0) { $0 + ($1.status == status ? 1 : 0) }
    }

    /// The vial in a cell, if one was read there.
    public func vial(row: Int, col: Int) -> Vial? {
        vials.first { $0.row == row && $0.col == col }
    }
}

extension Rack {
    /// A note about a result that the user should know before relying on it.
    public struct Warning: Sendable, Equatable {
        /// The subject of a warning.
        public enum Kind: String, Sendable, CaseIterable {
            /// The picture does not show where the box begins: rows and columns count from the first code, and do not
            /// name wells.
            case originUnknown
            /// The picture does not show the rotation of a container with its own positions, so there are no positions.
            case turnUnknown
            /// The corner wells do not fit the codes, or the size of the box, and were ignored.
            case cornersDoNotFit
            /// The codes extend beyond the requested size; the size that they need was used instead.
            case largerThanGiven
            /// The codes form no lattice, so rows and columns are only a reading order.
            case noLattice
            /// There are too few codes to be sure how many cells lie between them.
            case fewCodes
            /// Two codes claim one cell; the one that fits less well was moved to the free cell beside it.
            case movedToNeighbor
            /// Two codes claim one cell without a free cell beside it; the one that fits less well is outside.
            case cellTaken
            /// A code near the box is in none of its cells.
            case outsideGrid
            /// One value was read in several cells.
            case duplicate
            /// A code contains only a part of a value that is split among several codes.
            case partOfSeveral
            /// A code contains settings for a reader, not a value.
            case readerProgramming
            /// A cell holds something that looks like a code or a label, but it could not be read.
            case unread
            /// Cells of the box are outside the photo; they may hold tubes.
            case outsidePhoto
            /// Something lies on cells, such as a finger or paper; they may hold tubes.
            case covered
            /// The codes are mirror images, so the photo is one, too, and every well is on the wrong side.
            case mirrored
            /// The box is dark in the photo; cells may look empty although they are not.
            case dark
            /// A large part of the box is overexposed; cells may look empty although they are not.
            case bright
            /// The box is out of focus, or the camera moved; cells may look empty although they are not.
            case blurred
            /// The file of the photo is damaged or ends early; the missing part was not read.
            case damagedPhoto

            /// Whether a value, or its place, may be wrong or missing.
            public var isDoubt: Bool {
                switch self {
                case .outsideGrid: false
                default: true
                }
            }
        }

        public var kind: Kind
        /// The affected value, if any.
        public var value: String?
        /// The affected cells.
        public var places: [Place]
        /// For ``Kind/partOfSeveral``: the number of the part, from 1, and of all parts.
        public var part: Int?
        public var parts: Int?

        public init(_ kind: Kind, value: String? = nil, places: [Place] = []) {
            self.kind = kind
            self.value = value
            self.places = places
        }
    }
}

extension Rack {
    /// Whether a text can be the code of a box: 1 to 100 characters without control characters.
    public static func isUsableID(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 100 && !text.unicodeScalars.contains { $0.isControl }
    }

    /// Returns the box's own code, if there is only one among all codes that are not on its vials.
    ///
    /// - Parameter others: codes of other kinds, such as barcodes.
    public func ownCode(_ others: [String] = []) -> String? {
        let tubes = Set(vials.map { $0.value })
        let found = Set(outside.map { $0.value } + others).subtracting(tubes).filter(Self.isUsableID)
        return found.count == 1 ? found.first : nil
    }
}

extension Rack {
    /// Returns the name of a place in this box.
    public func name(of place: Place) -> String {
        guard layout == .named else { return place.name }
        return cells.first { $0.place == place }?.name ?? place.name
    }

    /// Places by name, for a box with its own names; empty for all others.
    public var namedPlaces: [String: Place] {
        guard layout == .named else { return [:] }
        return Dictionary(first: cells.map { ($0.name, $0.place) })
    }
}
