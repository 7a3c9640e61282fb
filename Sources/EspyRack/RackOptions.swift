/// What to look for in a photo of a box.
public struct RackOptions: Sendable, Codable, Equatable {
    /// How codes become rows and columns.
    public var grid: RackGrid
    /// Look once more, and harder, into the cells that seem to hold a code that was not read at first.
    public var looksTwice: Bool
    /// A photo whose long side has more pixels than this is shrunk to it before it is read, which is faster, and loses
    /// codes that are small. Nil: the whole photo is read. Results are in pixels of the whole photo in any case.
    public var maxDimension: Int?

    /// What makes sense for ``maxDimension``.
    public static let dimensions = 500...50_000

    public init(grid: RackGrid = .automatic, looksTwice: Bool = true, maxDimension: Int? = nil) {
        self.grid = grid
        self.looksTwice = looksTwice
        self.maxDimension = maxDimension
    }
}
