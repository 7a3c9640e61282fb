/// Takes places in a frame of a camera to where they are shown, and back.
///
/// The frame is turned first, then mirrored, then scaled evenly and put into the middle of the view.
public struct FrameTransform: Sendable, Equatable {
    /// How the frame lies in a view of another shape.
    public enum Scaling: String, Sendable, CaseIterable {
        /// All of the frame is seen; the view is not filled.
        case fit
        /// All of the view is filled; the frame is cut off at two sides.
        case fill
    }

    /// How far the frame is turned clockwise before it is shown, in degrees.
    public enum Turn: Int, Sendable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    private let toView: Homography
    private let toFrame: Homography

    /// - Parameters:
    ///   - isMirrored: left and right are exchanged, as in the picture of a camera that looks at its user.
    /// - Returns: nil unless all lengths are finite and above 0.
    public init?(
        frameWidth: Double, frameHeight: Double, viewWidth: Double, viewHeight: Double, scaling: Scaling,
        turn: Turn = .none, isMirrored: Bool = false
    ) {
        let lengths = [frameWidth, frameHeight, viewWidth, viewHeight]
        guard lengths.allSatisfy({ $0.isFinite && $0 > 0 }) else { return nil }
        let isLying = turn == .quarter || turn == .threeQuarters
        let across = viewWidth / (isLying ? frameHeight : frameWidth)
        let down = viewHeight / (isLying ? frameWidth : frameHeight)
        let scale = scaling == .fit ? min(across, down) : max(across, down)
        let (cosine, sine): (Double, Double) =
            switch turn {
            case .none: (1, 0)
            case .quarter: (0, 1)
            case .half: (-1, 0)
            case .threeQuarters: (0, -1)
            }
        let flip = isMirrored ? -1.0 : 1
        let linear = Homography(
            a: flip * scale * cosine, b: flip * scale * -sine, c: viewWidth / 2, d: scale * sine, e: scale * cosine,
            f: viewHeight / 2, g: 0, h: 0, i: 1)
        toView = Homography.scaling(1, afterMovingBy: Point(x: -frameWidth / 2, y: -frameHeight / 2)).then(linear)
        guard let back = toView.inverse else { return nil }
        toFrame = back
    }

    /// Where a place in pixels of the frame is shown; outside of the view where it is cut off.
    public func view(_ point: Point) -> Point { toView.apply(point) }

    /// The corners keep their order: the first is that of the thing itself.
    public func view(_ quad: Quad) -> Quad { toView.apply(quad) }

    /// What place of the frame a place in the view shows.
    public func frame(_ point: Point) -> Point { toFrame.apply(point) }

    public func frame(_ quad: Quad) -> Quad { toFrame.apply(quad) }
}

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
