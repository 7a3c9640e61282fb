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

extension Shelf {
    /// One book as its spine is seen.
    public struct Spine: Codable, Sendable, Equatable, Identifiable {
        /// In a photo, counted from 1. In a stream, the same book keeps its number from picture to picture.
        public var id: Int
        /// Corners in the order top left, top right, bottom right, bottom left, of the spine as it stands or lies in
        /// the picture. They may lie outside the picture where the book does.
        public var quad: Quad
        /// Which shelf it stands on, counted from 0 at the top.
        public var row: Int
        /// How sure the detector is that this is one whole spine, 0...1.
        public var confidence: Double
        /// What is printed on it; nil where nobody has tried to read it, or not yet.
        public var reading: Reading?
        /// The number of the book, where its bar code lies on the spine.
        public var isbn: ISBN?

        public init(
            id: Int, quad: Quad, row: Int, confidence: Double, reading: Reading? = nil, isbn: ISBN? = nil
        ) {
            self.id = id
            self.quad = quad
            self.row = row
            self.confidence = confidence
            self.reading = reading
            self.isbn = isbn
        }
    }

    /// What was read on a spine.
    public struct Reading: Codable, Sendable, Equatable {
        /// Words from the top of the spine to its end, with single spaces; empty where no word could be made out.
        public var text: String
        /// How likely the words are right, 0...1.
        public var confidence: Double
        /// The book of the user's catalogue that it says, where one does so clearly.
        public var book: CatalogueMatch?
        /// Words of ``text`` that are in no language that Espy knows, and make it less sure; nil where there are none.
        public var unknownWords: [String]?
        /// ``confidence`` by the letters alone, where ``unknownWords`` made it smaller: a list of books judges by that, for
        /// its words need be in no dictionary.
        package var letterConfidence: Double?

        /// Below this ``confidence`` a person should look at the spine.
        public static let sure = 0.7

        /// Whether nobody has to look: the words are likely right, or a book of the catalogue has them.
        public var isSure: Bool { max(confidence, book?.confidence ?? 0) >= Self.sure }

        /// How far a reading can be trusted, in a word.
        public enum State: String, Codable, Sendable, CaseIterable {
            case read
            /// A person should check it.
            case doubtful
            /// No word could be made out.
            case illegible
        }

        public var state: State { isSure ? .read : text.isEmpty ? .illegible : .doubtful }

        public init(
            text: String, confidence: Double, book: CatalogueMatch? = nil, unknownWords: [String]? = nil
        ) {
            self.text = text
            self.confidence = confidence
            self.book = book
            self.unknownWords = unknownWords
        }
    }

    /// A book of the user's own list.
    public struct CatalogueMatch: Codable, Sendable, Equatable {
        /// Line in the catalogue, counted from 0 after its header.
        public var index: Int
        public var title: String
        public var author: String?
        public var isbn: ISBN?
        /// How likely it is this one, 0...1.
        public var confidence: Double

        public init(index: Int, title: String, author: String? = nil, isbn: ISBN? = nil, confidence: Double) {
            self.index = index
            self.title = title
            self.author = author
            self.isbn = isbn
            self.confidence = confidence
        }
    }

    /// A place with text, not read.
    public struct TextRegion: Codable, Sendable, Equatable {
        /// Around the text, its corners in its own reading direction where that is known.
        public var quad: Quad
        /// How likely it is text, 0...1.
        public var confidence: Double

        public init(quad: Quad, confidence: Double) {
            self.quad = quad
            self.confidence = confidence
        }
    }
}

extension Shelf {
    /// What became of a picture. Only a processed one says anything about the books: no spine in it means that none
    /// was found, while a skipped or failed picture leaves open what is there.
    public enum Outcome: Sendable, Equatable {
        case processed
        /// Given up before the end, since a newer picture was there or nobody wanted it any more.
        case skipped
        case failed(ShelfError)
    }
}

/// `"processed"`, `"skipped"`, or `{"failed": {"emptyImage": …}}`.
extension Shelf.Outcome: Codable {
    private enum Key: String, CodingKey { case failed }

    public init(from decoder: any Decoder) throws {
        if let box = try? decoder.container(keyedBy: Key.self) {
            self = .failed(try box.decode(ShelfError.self, forKey: .failed))
            return
        }
        let box = try decoder.singleValueContainer()
        switch try box.decode(String.self) {
        case "processed": self = .processed
        case "skipped": self = .skipped
        case let word:
            throw DecodingError.dataCorruptedError(in: box, debugDescription: "no outcome is called \(word)")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .processed, .skipped:
            var box = encoder.singleValueContainer()
            try box.encode(self == .processed ? "processed" : "skipped")
        case .failed(let error):
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(error, forKey: .failed)
        }
    }
}

extension Shelf {
    /// What the person with the camera had better do, and what was measured that says so.
    public struct Guidance: Codable, Sendable, Equatable {
        public enum Advice: String, Codable, Sendable, CaseIterable {
            /// Spines are seen well: nothing to do.
            case spineDetected
            case holdSteady
            case moveCloser
            case straighten
            case avoidGlare
            case moreLight
            /// No book is seen.
            case pointAtBooks
        }

        public enum Cause: String, Codable, Sendable, CaseIterable {
            case blur, motion, distance, tilt, glare, darkness, empty, clear
        }

        public var advice: Advice
        public var cause: Cause
        /// What was measured, in the unit of ``limit``; what that is depends on the cause.
        public var value: Double
        /// From where on the advice is given.
        public var limit: Double

        public init(_ advice: Advice, _ cause: Cause, value: Double, limit: Double) {
            self.advice = advice
            self.cause = cause
            self.value = value
            self.limit = limit
        }
    }

    /// Durations in milliseconds; 0 for what was not done.
    public struct Timings: Codable, Sendable, Equatable {
        /// From decoded pixels to outlined spines.
        public var spines: Double
        /// Reading bar codes.
        public var barcodes: Double
        /// Finding where there is text.
        public var text: Double
        /// Reading text on spines.
        public var reading: Double
        /// Everything from decoded pixels to the result.
        public var total: Double

        public init(
            spines: Double = 0, barcodes: Double = 0, text: Double = 0, reading: Double = 0, total: Double = 0
        ) {
            self.spines = spines
            self.barcodes = barcodes
            self.text = text
            self.reading = reading
            self.total = total
        }
    }
}

extension Shelf {
    /// The one thing to tell of a picture that has room for one: bar codes go before spines, and those before text.
    ///
    /// All layers are in the ``Shelf`` itself; this hides what is not the first.
    public enum Finding: Sendable, Equatable {
        case barcodes([Barcode])
        case spines([Spine])
        case text([TextRegion])
        case nothing
    }

    /// Nil for a picture that was skipped or failed: nothing is known of it.
    public var finding: Finding? {
        guard outcome == .processed else { return nil }
        if !barcodes.isEmpty { return .barcodes(barcodes) }
        if !spines.isEmpty { return .spines(spines) }
        return text.isEmpty ? .nothing : .text(text)
    }
}

/// Why a picture could not be tried at all. A picture without books is no error but a ``Shelf`` without spines.
public enum ShelfError: Error, Codable, Sendable, Equatable {
    /// The picture has no pixels.
    case emptyImage(width: Int, height: Int)
    /// The task was cancelled before it was done.
    case cancelled
}
