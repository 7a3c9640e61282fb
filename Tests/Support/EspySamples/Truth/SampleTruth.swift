public import EspyPixels

/// The truth of a rendered photo, written beside the picture as JSON.
///
/// Positions are pixels of the picture: origin at the outer top left corner, the center of the first pixel at
/// (0.5, 0.5), rounded to hundredths.
public struct SampleTruth: Sendable, Equatable, Codable {
    public var seed: UInt64
    public var width: Int
    public var height: Int
    public var rows: Int
    public var columns: Int
    /// The inside of the box at the height of its walls; for a plate, its edge.
    public var outline: Quad
    /// Every cell of the box, row by row.
    public var cells: [Cell]
    /// Every code on a cap, row by row.
    public var vials: [Vial]
    /// The box's own code, outside the grid.
    public var rackCode: Code?

    public enum Status: String, Sendable, Codable {
        /// A tube with a code.
        case read
        /// A tube without a code.
        case uncoded
        case empty
    }

    public struct Cell: Sendable, Equatable, Codable {
        public var row: Int
        public var col: Int
        public var status: Status
    }

    /// One code and where it lies.
    public struct Code: Sendable, Equatable, Codable {
        public var value: String
        /// The center of the symbol, where its diagonals cross.
        public var x: Double
        public var y: Double
        /// The symbol's corners at the outer edges of its modules. Clockwise, or counterclockwise if it is mirrored.
        public var topLeft: Point
        public var topRight: Point
        public var bottomRight: Point
        public var bottomLeft: Point
        /// Rows by columns, such as `12x12`.
        public var size: String
        /// The mean side of a module in pixels.
        public var module: Double
        public var inverted: Bool
        public var mirrored: Bool
        public var dotted: Bool

        /// Top left, top right, bottom right, bottom left.
        public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }
    }

    public struct Vial: Sendable, Equatable, Codable {
        public var row: Int
        public var col: Int
        public var code: Code
        /// Whether something covers the code: a pen stroke or a reflection.
        public var disturbed: Bool
    }
}
