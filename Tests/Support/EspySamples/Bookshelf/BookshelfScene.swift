/// A bookshelf that is rendered as a photo with its truth. Lengths are in centimeters: x to the right, y down, z toward
/// the camera, with 0 at the front edge of the boards.
public struct BookshelfScene: Sendable, Equatable {
    public var seed: UInt64
    /// Size of the picture in pixels.
    public var width: Int
    public var height: Int
    /// The size of the front that the camera sees, from (0, 0).
    public var area: SIMD2<Double>
    public var camera: SampleCamera
    public var optics: SampleOptics
    /// The colors of the shelf and of the wall behind the books.
    public var wood: SampleColor
    public var wall: SampleColor
    /// From the front edge to the wall.
    public var depth: Double
    /// The upper surface of each board, from the top down.
    public var boards: [Double]
    public var books: [SampleBook]
    /// Other things on the shelf.
    public var props: [ShelfProp] = []

    public init(
        seed: UInt64, width: Int = 960, height: Int = 720, area: SIMD2<Double>,
        camera: SampleCamera = SampleCamera(distance: 130, fill: 1), optics: SampleOptics = .init(quality: 80),
        wood: SampleColor = SampleColor(0.55, 0.4, 0.26), wall: SampleColor = SampleColor(0.3, 0.26, 0.22),
        depth: Double = 26, boards: [Double], books: [SampleBook] = []
    ) {
        self.seed = seed
        self.width = width
        self.height = height
        self.area = area
        self.camera = camera
        self.optics = optics
        self.wood = wood
        self.wall = wall
        self.depth = depth
        self.boards = boards
        self.books = books
    }
}

/// One book, standing or lying with its spine to the front.
public struct SampleBook: Sendable, Equatable {
    /// The board it is on.
    public var row: Int
    /// The lower left corner of the spine as the book stands or lies.
    public var foot: SIMD2<Double>
    /// Thickness, height, and depth.
    public var thickness: Double
    public var length: Double
    public var reach: Double
    /// How far its spine is behind the front edge of the board.
    public var recess: Double
    /// Radians; positive if the top is to the right of the foot.
    public var lean: Double
    /// Whether it lies on its side, with the head of the spine to the right.
    public var isLying: Bool
    public var cover: BookCover

    public init(
        row: Int, foot: SIMD2<Double>, thickness: Double, length: Double, reach: Double = 15, recess: Double = 1,
        lean: Double = 0, isLying: Bool = false, cover: BookCover
    ) {
        self.row = row
        self.foot = foot
        self.thickness = thickness
        self.length = length
        self.reach = reach
        self.recess = recess
        self.lean = lean
        self.isLying = isLying
        self.cover = cover
    }
}

/// The look of a spine. Positions along it are fractions of its length from the head, and across it of its thickness.
public struct BookCover: Sendable, Equatable {
    /// A stripe of another color across the spine.
    public struct Band: Sendable, Equatable {
        public var from: Double
        public var to: Double
        public var color: SampleColor
        /// The distance from both sides. Above 0, it is a panel or a sticker.
        public var margin: Double

        public init(from: Double, to: Double, color: SampleColor, margin: Double = 0) {
            self.from = from
            self.to = to
            self.color = color
            self.margin = margin
        }
    }

    /// Words along the spine.
    public struct Line: Sendable, Equatable {
        public enum Setting: String, Sendable, Equatable, Codable, CaseIterable {
            /// Read with the head tilted to the right, tilted to the left, letter below letter, or as on a page.
            case down, up, stacked, level
        }

        public var text: String
        public var from: Double
        public var to: Double
        /// The middle of the line and its height, across the spine.
        public var middle: Double
        public var size: Double
        /// The letters' fraction of the line's height. A line without enough room around its letters is not printed.
        public var fill: Double
        public var color: SampleColor
        public var setting: Setting

        public init(
            _ text: String, from: Double, to: Double, middle: Double = 0.5, size: Double = 0.5, fill: Double = 0.8,
            color: SampleColor, setting: Setting = .down
        ) {
            self.text = text
            self.from = from
            self.to = to
            self.middle = middle
            self.size = size
            self.fill = fill
            self.color = color
            self.setting = setting
        }
    }

    public var color: SampleColor
    public var bands: [Band]
    public var lines: [Line]
    /// How far the spine bulges; 0 is flat.
    public var roundness: Double
    /// Seed of the grain and the wear.
    public var seed: UInt64
    /// Strength of the cloth's grain.
    public var grain: Double

    public init(
        color: SampleColor, bands: [Band] = [], lines: [Line] = [], roundness: Double = 0.3, seed: UInt64 = 0,
        grain: Double = 0.03
    ) {
        self.color = color
        self.bands = bands
        self.lines = lines
        self.roundness = roundness
        self.seed = seed
        self.grain = grain
    }
}
