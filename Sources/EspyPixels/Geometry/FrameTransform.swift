/// Converts positions in a camera frame to positions on the screen, and back.
///
/// The frame is rotated first, then mirrored, then scaled evenly and centered in the view.
public struct FrameTransform: Sendable, Equatable {
    /// How the frame is fitted to a view of another shape.
    public enum Scaling: String, Sendable, CaseIterable {
        /// The whole frame is visible; the view is not filled.
        case fit
        /// The whole view is filled; the frame is cut off at two sides.
        case fill
    }

    /// The rotation of the frame before it is shown, in degrees clockwise.
    public enum Turn: Int, Sendable, CaseIterable {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    private let toView: Homography
    private let toFrame: Homography

    /// - Parameters:
    ///   - isMirrored: whether left and right are swapped, as for a camera that faces the user.
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

    /// The view position of a point in pixels of the frame; outside the view if it is cut off.
    public func view(_ point: Point) -> Point { toView.apply(point) }

    /// The corners keep their order: the first is that of the thing itself.
    public func view(_ quad: Quad) -> Quad { toView.apply(quad) }

    /// The position in the frame that a point in the view shows.
    public func frame(_ point: Point) -> Point { toFrame.apply(point) }

    public func frame(_ quad: Quad) -> Quad { toFrame.apply(quad) }
}

/// The transformation that makes stored pixels upright. Raw values are those of EXIF tag 0x0112.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
    case identity = 1
    /// Left and right are swapped.
    case flipHorizontal = 2
    case rotate180 = 3
    /// Top and bottom are swapped.
    case flipVertical = 4
    /// Mirror along the falling diagonal: rows become columns.
    case transpose = 5
    /// A quarter turn clockwise.
    case rotate90 = 6
    /// Mirror along the rising diagonal.
    case transverse = 7
    /// A quarter turn counterclockwise.
    case rotate270 = 8

    /// Whether width and height are swapped.
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
