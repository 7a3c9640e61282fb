public import EspyBarcode
public import EspyPixels

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
    /// Every bar code, of books or not, wherever it is.
    public var barcodes: [Barcode]
    /// Where there is text. It is read on spines only: see ``Spine/reading``.
    public var text: [TextRegion]
    /// What the person with the camera had better do, and why; nil where nothing was measured.
    public var guidance: Guidance?
    /// How long the steps took.
    public var timings: Timings
    /// Which page of a file with several was looked at, from 1, and how many there are. Nil: the file has one.
    public var page: Int?
    public var pages: Int?
    /// Frames of an animation, of which the first was looked at. Nil: the file is none.
    public var frames: Int?
    /// The share of its rows that a damaged photo shows, from 0 to 1. Nil: the file is whole.
    public var shown: Double?

    public init(
        frame: Int = 0, time: Double = 0, width: Int, height: Int, outcome: Outcome = .processed,
        spines: [Spine] = [], barcodes: [Barcode] = [], text: [TextRegion] = [], guidance: Guidance? = nil,
        timings: Timings = Timings()
    ) {
        self.frame = frame
        self.time = time
        self.width = width
        self.height = height
        self.outcome = outcome
        self.spines = spines
        self.barcodes = barcodes
        self.text = text
        self.guidance = guidance
        self.timings = timings
    }
}

extension Shelf {
    /// Takes down which picture of its file was looked at.
    public mutating func note(_ source: PictureSource) { (page, pages, frames, shown) = source.told }
}
