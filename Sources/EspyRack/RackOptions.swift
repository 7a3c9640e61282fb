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
