/// What must be done to stored pixels to stand them upright. Raw values are those of EXIF tag 0x0112.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
    case identity = 1
    /// Left and right change places.
    case flipHorizontal = 2
    case rotate180 = 3
    /// Top and bottom change places.
    case flipVertical = 4
    /// Mirror at the falling diagonal: rows become columns.
    case transpose = 5
    /// A quarter turn clockwise.
    case rotate90 = 6
    /// Mirror at the rising diagonal.
    case transverse = 7
    /// A quarter turn counterclockwise.
    case rotate270 = 8

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }

    /// The orientation that undoes this one.
    public var inverse: Orientation {
        switch self {
        case .rotate90: .rotate270
        case .rotate270: .rotate90
        default: self
        }
    }
}
