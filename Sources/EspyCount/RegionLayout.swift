public import EspyPixels

extension CountOptions {
    /// A named part of the picture, such as a well of a plate or a shelf, whose things are counted separately.
    public struct Region: Sendable, Hashable {
        public var name: String
        /// Corners of a polygon, in pixels of the upright picture; things with their center inside belong to the
        /// region.
        public var corners: [Point]

        public init(name: String, corners: [Point]) {
            self.name = name
            self.corners = corners
        }
    }
}

/// The positions of the named regions: a list, and a grid.
public struct RegionLayout: Sendable, Hashable {
    /// The largest number of regions: enough for a plate of 1536 wells, and small enough to catch mistakes.
    public static let most = 2048

    /// Size of the picture to whose pixels all positions refer; for a picture of another size they are scaled. Nil:
    /// they are pixels of any picture.
    public var size: PhotoSize?
    public var regions: [CountOptions.Region]
    public var grid: Grid?

    public init(size: PhotoSize? = nil, regions: [CountOptions.Region] = [], grid: Grid? = nil) {
        self.size = size
        self.regions = regions
        self.grid = grid
    }

    /// Rows and columns of equal regions, such as the wells of a plate. They are named like wells: `A1` is at the first
    /// corner, `A2` follows in its row.
    public struct Grid: Sendable, Hashable {
        public var rows: Int
        public var columns: Int
        /// The area that the grid divides: four corners, that of `A1` first, then along its row and around. If it is
        /// seen at an angle, regions farther away are smaller. Nil: the whole picture.
        public var within: Quad?

        public init(rows: Int, columns: Int, within: Quad? = nil) {
            self.rows = rows
            self.columns = columns
            self.within = within
        }
    }

    /// Returns the regions for a picture of this size: first the listed ones, then those of the grid, row by row.
    ///
    /// - Throws: ``CountError/unusableGrid(rows:columns:)`` if there are none or too many, or if three of the four
    ///   corners lie on a line.
    public func regions(width: Int, height: Int) throws(CountError) -> [CountOptions.Region] {
        let all = regions + (try grid?.regions(width: size?.width ?? width, height: size?.height ?? height) ?? [])
        guard let size, size.width > 0, size.height > 0 else { return all }
        let (x, y) = (Double(width) / Double(size.width), Double(height) / Double(size.height))
        return all.map { $0.scaled(x: x, y: y) }
    }

    /// - Throws: an error that does not depend on the picture.
    public func check() throws(CountError) {
        try CountOptions(regions: try regions(width: 1000, height: 1000)).checkNumbers()
    }

    /// Sets the size of the picture, unless there is one already.
    public func sized(width: Int, height: Int) -> RegionLayout {
        var layout = self
        layout.size = size ?? PhotoSize(width: width, height: height)
        return layout
    }
}

extension RegionLayout.Grid {
    fileprivate func regions(width: Int, height: Int) throws(CountError) -> [CountOptions.Region] {
        let whole = Quad(Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        let unit = Quad(Rect(x: 0, y: 0, width: Double(columns), height: Double(rows)))
        guard rows > 0, columns > 0, rows <= RegionLayout.most, columns <= RegionLayout.most,
            rows * columns <= RegionLayout.most,
            let map = Homography(from: unit, to: within ?? whole)
        else { throw .unusableGrid(rows: rows, columns: columns) }
        return (0..<rows).flatMap { row in
            (0..<columns).map { column in
                let cell = Rect(x: Double(column), y: Double(row), width: 1, height: 1)
                return CountOptions.Region(
                    name: Self.name(row: row, column: column), corners: map.apply(Quad(cell)).corners.map({ $0.tidy }))
            }
        }
    }

    /// Rows are A to Z, then AA, AB…
    private static func name(row: Int, column: Int) -> String {
        var letters = ""
        var rest = row + 1
        while rest > 0 {
            letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
            rest = (rest - 1) / 26
        }
        return letters + String(column + 1)
    }
}

extension Point {
    /// Rounded to a hundredth of a pixel: rounding errors mean nothing, and neighbors share their corners.
    fileprivate var tidy: Point {
        func tidy(_ value: Double) -> Double { (value * 100).rounded() / 100 + 0 }
        return Point(x: tidy(x), y: tidy(y))
    }
}

extension CountOptions.Region {
    func scaled(x: Double, y: Double) -> Self { Self(name: name, corners: corners.map { $0.scaled(x: x, y: y) }) }
}

/// Width and height of an upright photo in pixels.
public struct PhotoSize: Sendable, Hashable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// - Returns: nil if a side is missing.
    init?(width: Int?, height: Int?) {
        guard let width, let height else { return nil }
        self.init(width: width, height: height)
    }
}
