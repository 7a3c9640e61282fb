/// A bookshelf, from which a photo and its truth are made. Lengths are in centimeters: x to the right, y down, z towards
/// the camera, with 0 at the front edge of the boards.
public struct BookshelfScene: Sendable, Equatable {
    public var seed: UInt64
    /// Size of the picture in pixels.
    public var width: Int
    public var height: Int
    /// The part of the front that the camera looks at, from (0, 0).
    public var area: SIMD2<Double>
    public var camera: SampleCamera
    public var optics: SampleOptics
    /// What the shelf is made of, and the wall behind the books.
    public var wood: SampleColor
    public var wall: SampleColor
    /// From the front edge to the wall.
    public var depth: Double
    /// The upper face of each board, from the top one on.
    public var boards: [Double]
    public var books: [SampleBook]
    /// What else stands on the shelf.
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
    /// The lower left corner of the spine as it stands, and as it lies.
    public var foot: SIMD2<Double>
    /// How thick it is, how tall, and how far it reaches back.
    public var thickness: Double
    public var length: Double
    public var reach: Double
    /// How far its spine stands back from the front edge of the board.
    public var recess: Double
    /// Radians: the top is to the right of the foot where above 0.
    public var lean: Double
    /// Lies on its side, with the head of the spine to the right.
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

/// How a spine looks. Places along it are shares of its length from the head, across it of its thickness.
public struct BookCover: Sendable, Equatable {
    /// A stripe of another color across the spine.
    public struct Band: Sendable, Equatable {
        public var from: Double
        public var to: Double
        public var color: SampleColor
        /// How far it stays away from both sides: above 0 it is a panel or a sticker.
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
            /// Read with the head tilted to the right, to the left, or letter below letter.
            case down, up, stacked
        }

        public var text: String
        public var from: Double
        public var to: Double
        /// Across: the middle of the line, and its height.
        public var middle: Double
        public var size: Double
        /// The letters' share of the line's height. A line with too little room around them is not printed at all.
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
    /// How far the spine bulges: 0 is flat.
    public var roundness: Double
    /// Makes its grain its own, and its wear.
    public var seed: UInt64
    /// How strong the grain of the cloth is.
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
