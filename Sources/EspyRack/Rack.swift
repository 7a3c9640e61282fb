import EspyBase
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

extension Rack {
    /// Something about a result that a person should know before relying on it.
    public struct Warning: Sendable, Equatable {
        /// What it is about.
        public enum Kind: String, Sendable, CaseIterable {
            /// The picture does not show where the box begins: rows and columns count from the first code, and name no wells.
            case originUnknown
            /// The picture does not show how a container with positions of its own is turned: no positions are told.
            case turnUnknown
            /// The corner wells that were shown do not fit the codes, or the size of the box: nothing was taken from them.
            case cornersDoNotFit
            /// The codes reach further than the given size; the size they need is used instead.
            case largerThanGiven
            /// The codes form no lattice, so rows and columns are only an order.
            case noLattice
            /// Too few codes to be sure how many cells lie between them.
            case fewCodes
            /// Two codes claim one cell; the one that fits less well was moved to the free cell beside it.
            case movedToNeighbor
            /// Two codes claim one cell and there is no free cell beside it; the one that fits less well is outside.
            case cellTaken
            /// A code near the box lies in none of its cells.
            case outsideGrid
            /// One value was read in several cells.
            case duplicate
            /// A code is only a part of what several codes say together.
            case partOfSeveral
            /// A code is an order to a reader to set itself up, not a value.
            case readerProgramming
            /// A cell holds something that looks like a code or a label, but it could not be read.
            case unread
            /// The box is so dark in the photo that cells may look empty that are not.
            case dark
            /// So much of the box is white in the photo that cells may look empty that are not.
            case bright
            /// The file of the photo is damaged or ends early: what does not show was not read.
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
        /// The value in question, where there is one.
        public var value: String?
        /// The cells in question.
        public var places: [Place]
        /// Of ``Kind/partOfSeveral``: which part it is, from 1 on, and of how many.
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
    /// Whether a text can be the code of a box: 1 to 100 characters, none of them for control.
    public static func isUsableID(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 100
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// What the box itself says it is, of all codes that are not on its vials: the one that there is alone.
    ///
    /// - Parameter others: codes that were found in other ways, such as bars.
    public func ownCode(_ others: [String] = []) -> String? {
        let tubes = Set(vials.map { $0.value })
        let found = Set(outside.map { $0.value } + others).subtracting(tubes).filter(Self.isUsableID)
        return found.count == 1 ? found.first : nil
    }
}

extension Rack {
    /// What a place of this box is called.
    public func name(of place: Place) -> String {
        guard layout == .named else { return place.name }
        return cells.first { $0.place == place }?.name ?? place.name
    }

    /// Places by their names, of a box whose places have names of their own; empty for all others.
    public var namedPlaces: [String: Place] {
        guard layout == .named else { return [:] }
        return Dictionary(first: cells.map { ($0.name, $0.place) })
    }
}
