/// A DataMatrix code printed on a label.
public struct SampleCode: Sendable, Equatable {
    public var value: String
    /// Modules of the symbol, for example 12 by 12; nil for the smallest square that holds the value.
    public var rows: Int?
    public var columns: Int?
    /// The longer side of the symbol in pitches, without the quiet zone.
    public var side: Double
    /// Radians, clockwise in the picture.
    public var angle: Double
    /// The shade of the print.
    public var ink: SampleColor
    public var isMirrored: Bool
    /// The diameter of round modules in modules; nil prints full squares.
    public var dot: Double?

    public init(
        value: String, rows: Int? = nil, columns: Int? = nil, side: Double = 0.34, angle: Double = 0,
        ink: SampleColor = SampleColor(gray: 0.13), isMirrored: Bool = false, dot: Double? = nil
    ) {
        self.value = value
        self.rows = rows
        self.columns = columns
        self.side = side
        self.angle = angle
        self.ink = ink
        self.isMirrored = isMirrored
        self.dot = dot
    }
}
