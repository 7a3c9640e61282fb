/// What to look for in a photo of a box.
public struct RackOptions: Sendable, Codable, Equatable {
    /// How codes become rows and columns.
    public var grid: RackGrid
    /// Look once more, and harder, into the cells that seem to hold a code that was not read at first.
    public var looksTwice: Bool

    public init(grid: RackGrid = .automatic, looksTwice: Bool = true) {
        self.grid = grid
        self.looksTwice = looksTwice
    }
}
