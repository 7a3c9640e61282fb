import EspyBase
import EspyPixels

/// Options for reading a photo of a box.
public struct RackOptions: Sendable, Equatable {
    /// The way in which codes become rows and columns. The size is that of the box, whatever its orientation in the
    /// photo (``view``).
    public var grid: RackGrid
    /// Whether to search cells again, and harder, that seem to hold an unread code.
    public var looksTwice: Bool
    /// A photo with a longer long side, in pixels, is shrunk to it before reading, which is faster but loses small
    /// codes. Nil: the whole photo is read. Results are always in pixels of the whole photo.
    public var maxDimension: Int?
    /// The corner of the photo with A1, and the side from which the box was photographed.
    public var view: RackView

    /// The corner wells that the user marked; nil if the photo alone decides (``placed(by:)``).
    public internal(set) var corners: RackCorners?

    /// The name of the kind of box, if these options follow it.
    public var container: String?
    /// Positions of a container without rows and columns; then ``grid`` is ignored.
    public var positions: [RackPosition] = []
    /// Rotation of such a container in the photo, in degrees clockwise; nil if the photo itself shows it.
    public var turn: Double?

    /// The useful range of ``maxDimension``.
    public static let dimensions = 500...50_000

    /// The useful range of ``turn``.
    public static let turns = -360.0...360.0

    public init(
        grid: RackGrid = .automatic, looksTwice: Bool = true, maxDimension: Int? = nil, view: RackView = RackView()
    ) {
        self.grid = grid
        self.looksTwice = looksTwice
        self.maxDimension = maxDimension
        self.view = view
    }

    /// - Throws: an error if these options cannot be used for the photo.
    func check(_ photo: SplitImage) throws(RackError) {
        guard grid.isUsable else { throw .unusableGrid(grid) }
        guard photo.width > 0, photo.height > 0 else {
            throw .emptyImage(width: photo.width, height: photo.height)
        }
    }

    /// The grid in the orientation of the photo.
    var gridInPhoto: RackGrid {
        guard view.isTurnedAside, case .size(let rows, let columns) = grid else { return grid }
        return .size(rows: columns, columns: rows)
    }
}

extension RackContainer {
    /// Options for this kind of box, which replaces what they contained.
    public func options(_ options: RackOptions) -> RackOptions {
        var options = options
        (options.container, options.grid, options.view, options.positions) = (name, grid, view, positions)
        return options
    }
}

extension RackOptions {
    /// The same options with this size, whatever the kind of box.
    public func sized(_ grid: RackGrid) -> RackOptions {
        var options = self
        (options.container, options.grid, options.positions) = (nil, grid, [])
        return options
    }

    /// Places by name, for a container with its own names; empty for all others.
    public var wells: [String: Rack.Place] {
        Dictionary(first: positions.enumerated().map { ($0.element.name, Rack.Place(row: 0, col: $0.offset)) })
    }
}

extension RackOptions {
    /// Returns options for a box with known corner wells, which determine ``view``.
    ///
    /// - Throws: ``RackError/unusableCorners`` if the codes are not fitted to a lattice, or if four corners go around
    ///   the box counterclockwise, or clockwise in a photo from below.
    public func placed(by corners: RackCorners) throws(RackError) -> RackOptions {
        if case .tolerance = grid { throw .unusableCorners }
        guard positions.isEmpty, let view = corners.view(view, grid: grid) else { throw .unusableCorners }
        var options = self
        options.corners = corners
        options.view = view
        return options
    }
}

/// The way in which codes become rows and columns.
public enum RackGrid: Sendable, Hashable {
    /// A lattice fitted to the codes; the size of the box is taken from the picture if visible.
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

    /// The largest number of rows or columns of a box.
    public static let largestSide = 64
}

extension RackGrid: CustomStringConvertible {
    /// Reads `auto`, `9x9` (rows x columns: `8x12` has eight rows) and `tolerance:100`; nil for anything else.
    public init?(parsing text: String) {
        let text = text.loweredASCII
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

    /// The text that ``init(parsing:)`` reads.
    public var description: String {
        switch self {
        case .automatic: "auto"
        case .size(let rows, let columns): "\(rows)x\(columns)"
        case .tolerance(let pixels): "tolerance:" + (Int(exactly: pixels).map(String.init) ?? String(pixels))
        }
    }

    /// Whether both sides are from 1 to ``largestSide``, or the tolerance is a positive, finite number.
    public var isUsable: Bool {
        switch self {
        case .automatic: true
        case .size(let rows, let columns):
            (1...Self.largestSide).contains(rows) && (1...Self.largestSide).contains(columns)
        case .tolerance(let pixels): pixels.isFinite && pixels > 0
        }
    }
}

/// A reason why reading could not be attempted. A photo without codes is not an error but a ``Rack`` without vials.
public enum RackError: Error, Equatable {
    /// The picture has no pixels.
    case emptyImage(width: Int, height: Int)
    /// The grid is impossible (``RackGrid/isUsable``).
    case unusableGrid(RackGrid)
    /// The corner wells are incompatible with the other options (``RackOptions/placed(by:)``).
    case unusableCorners
    /// The task was canceled before it was done.
    case cancelled
}
