public import EspyImage

/// What was seen in one picture of a bookshelf.
///
/// All positions are pixels of the upright picture, origin top left.
public struct Shelf: Codable, Sendable, Equatable {
    /// Version of this shape. Keys may be added under the same number; none is renamed or dropped.
    public static let schema = 1

    public var schema = Shelf.schema
    /// Which picture of a stream it is, from 0; a photo is picture 0.
    public var frame: Int
    /// When the picture was taken, in seconds since the first of its stream.
    public var time: Double
    /// Size of the picture.
    public var width: Int
    public var height: Int
    public var outcome: Outcome
    /// Row by row from the top, each from left to right.
    public var spines: [Spine]
    /// How long the steps took.
    public var timings: Timings

    public init(
        frame: Int = 0, time: Double = 0, width: Int, height: Int, outcome: Outcome = .processed,
        spines: [Spine] = [], timings: Timings = Timings()
    ) {
        self.frame = frame
        self.time = time
        self.width = width
        self.height = height
        self.outcome = outcome
        self.spines = spines
        self.timings = timings
    }

    /// One book as its spine is seen.
    public struct Spine: Codable, Sendable, Equatable, Identifiable {
        /// Counts from 1 within a picture.
        public var id: Int
        /// Corners in the order top left, top right, bottom right, bottom left, of the spine as it stands or lies in
        /// the picture. They may lie outside the picture where the book does.
        public var quad: Quad
        /// Which shelf it stands on, counted from 0 at the top.
        public var row: Int
        /// How sure the detector is that this is one whole spine, 0...1.
        public var confidence: Double

        public init(id: Int, quad: Quad, row: Int, confidence: Double) {
            self.id = id
            self.quad = quad
            self.row = row
            self.confidence = confidence
        }
    }

    /// Durations in milliseconds.
    public struct Timings: Codable, Sendable, Equatable {
        /// From decoded pixels to outlined spines.
        public var spines: Double
        /// Everything from decoded pixels to the result.
        public var total: Double

        public init(spines: Double = 0, total: Double = 0) {
            self.spines = spines
            self.total = total
        }
    }
}
