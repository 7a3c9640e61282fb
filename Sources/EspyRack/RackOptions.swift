import EspyBase
import EspyPixels

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

    /// - Throws: when a photo cannot be tried.
    func check(_ photo: RGBImage) throws(RackError) {
        guard grid.isUsable else { throw .unusableGrid(grid) }
        guard photo.width > 0, photo.height > 0 else {
            throw .emptyImage(width: photo.width, height: photo.height)
        }
    }

    /// The grid as it is to be seen in the photo.
    var gridInPhoto: RackGrid {
        guard view.isTurnedAside, case .size(let rows, let columns) = grid else { return grid }
        return .size(rows: columns, columns: rows)
    }
}

extension RackContainer {
    /// Options for such a box, with what the container says in place of what they said.
    public func options(_ options: RackOptions) -> RackOptions {
        var options = options
        (options.container, options.grid, options.view, options.positions) = (name, grid, view, positions)
        return options
    }
}

extension RackOptions {
    /// The same for a box of this size, whatever the kind of box says.
    public func sized(_ grid: RackGrid) -> RackOptions {
        var options = self
        (options.container, options.grid, options.positions) = (nil, grid, [])
        return options
    }

    /// Places by their names, of a container with names of its own; empty for all others.
    public var wells: [String: Rack.Place] {
        Dictionary(first: positions.enumerated().map { ($0.element.name, Rack.Place(row: 0, col: $0.offset)) })
    }
}

extension RackOptions {
    /// The same for a box whose corner wells are known. Then ``view`` says how it lies by them.
    ///
    /// - Throws: ``RackError/unusableCorners`` where the codes are put into no lattice, or where four corners run around the box
    ///   against the clock, or with it in a photo from below.
    public func placed(by corners: RackCorners) throws(RackError) -> RackOptions {
        if case .tolerance = grid { throw .unusableCorners }
        guard positions.isEmpty, let view = corners.view(view, grid: grid) else { throw .unusableCorners }
        var options = self
        options.corners = corners
        options.view = view
        return options
    }
}

/// How codes become rows and columns.
public enum RackGrid: Sendable, Hashable {
    /// A lattice fitted to the codes; the size of the box is taken from the picture where it shows.
    case automatic
    /// A lattice fitted to the codes, of a box whose size is known.
    case size(rows: Int, columns: Int)
    /// No lattice: codes whose centers differ by less than this many pixels share a row, and likewise a column.
    case tolerance(Double)

    /// The rows and columns of a box of known size.
    var size: (rows: Int, cols: Int)? {
        if case .size(let rows, let columns) = self { return (rows, columns) }
        return nil
    }

    /// The most rows or columns that a box may have.
    public static let largestSide = 64
}

extension RackGrid: CustomStringConvertible {
    /// Reads `auto`, `9x9` (rows x columns: `8x12` has eight rows) and `tolerance:100`; nil for anything else.
    public init?(parsing text: String) {
        let text = text.lowercased()
        if text == "auto" {
            self = .automatic
        } else if text.hasPrefix("tolerance:") {
            guard let pixels = Double(text.dropFirst("tolerance:".count)) else { return nil }
            self = .tolerance(pixels)
        } else {
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard sides.count == 2, let rows = sides[0], let columns = sides[1] else { return nil }
            self = .size(rows: rows, columns: columns)
        }
        guard isUsable else { return nil }
    }

    /// The form that ``init(parsing:)`` reads.
    public var description: String {
        switch self {
        case .automatic: "auto"
        case .size(let rows, let columns): "\(rows)x\(columns)"
        case .tolerance(let pixels): "tolerance:" + (Int(exactly: pixels).map(String.init) ?? String(pixels))
        }
    }

    /// Both sides from 1 to ``largestSide``; a tolerance that is a positive, finite number.
    public var isUsable: Bool {
        switch self {
        case .automatic: true
        case .size(let rows, let columns):
            (1...Self.largestSide).contains(rows) && (1...Self.largestSide).contains(columns)
        case .tolerance(let pixels): pixels.isFinite && pixels > 0
        }
    }
}

/// Why a photo could not be tried at all. A photo without codes is no error but a ``Rack`` without vials.
public enum RackError: Error, Equatable {
    /// The picture has no pixels.
    case emptyImage(width: Int, height: Int)
    /// The grid asks for something that cannot be (``RackGrid/isUsable``).
    case unusableGrid(RackGrid)
    /// The corner wells that are given do not go with the other options (``RackOptions/placed(by:)``).
    case unusableCorners
    /// The task was cancelled before it was done.
    case cancelled
}
