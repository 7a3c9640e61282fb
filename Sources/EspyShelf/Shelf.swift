public import EspyBarcode
public import EspyPixels

/// The books seen in one picture of a bookshelf.
///
/// All positions are pixels of the upright picture, origin top left.
public struct Shelf: Codable, Sendable, Equatable {
    /// Version of this format. Keys may be added under the same number; none is renamed or removed.
    public static let schema = 1

    public var schema = Shelf.schema
    /// The index of the picture in its stream, from 0; a photo has index 0.
    public var frame: Int
    /// The capture time in seconds since the first picture of the stream.
    public var time: Double
    /// Width and height of the picture.
    public var width: Int
    public var height: Int
    public var outcome: Outcome
    /// The spines, row by row from the top, each from left to right.
    public var spines: [Spine]
    /// All barcodes in the picture, whether they are on books or not.
    public var barcodes: [Barcode]
    /// Regions with text. Text is read on spines only: see ``Spine/reading``.
    public var text: [TextRegion]
    /// Advice for the person holding the camera, and its cause; nil if nothing was measured.
    public var guidance: Guidance?
    /// Reasons why books may be missing.
    public var warnings: [Warning]
    /// Durations of the processing steps.
    public var timings: Timings
    /// The page of a multi-page file that was read, from 1, and the number of pages. Nil if the file has one page.
    public var page: Int?
    public var pages: Int?
    /// Number of frames of an animation, whose first frame was read. Nil if the file is not an animation.
    public var frames: Int?
    /// The share of rows that could be decoded from a damaged photo, from 0 to 1. Nil if the file is intact.
    public var shown: Double?

    public init(
        frame: Int = 0, time: Double = 0, width: Int, height: Int, outcome: Outcome = .processed,
        spines: [Spine] = [], barcodes: [Barcode] = [], text: [TextRegion] = [], guidance: Guidance? = nil,
        warnings: [Warning] = [], timings: Timings = Timings()
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
        self.warnings = warnings
        self.timings = timings
    }
}

extension Shelf {
    /// Records which picture of its file was read.
    public mutating func note(_ source: PictureSource) { (page, pages, frames, shown) = source.fields }
}

extension Shelf {
    /// A reason to doubt the result.
    public enum Warning: String, Codable, Sendable, CaseIterable {
        /// The spines, or the whole picture where there are hardly any, are so dark that books may be hidden.
        case dark
        /// They are so bright that most of them is white, and books and letters may be lost in that.
        case bright
        /// They are out of focus, or the camera moved, so letters may be misread.
        case blurred
    }
}

extension Shelf {
    /// One book, as seen by its spine.
    public struct Spine: Codable, Sendable, Equatable, Identifiable {
        /// In a photo, counted from 1. In a stream, a book keeps its number from picture to picture.
        public var id: Int
        /// Corners in the order top left, top right, bottom right, bottom left of the spine as it stands or lies in the
        /// picture. They may be outside the picture if the book extends beyond it.
        public var quad: Quad
        /// The shelf that it is on, from 0 at the top.
        public var row: Int
        /// Confidence that this is one whole spine, 0...1.
        public var confidence: Double
        /// The text printed on it; nil if reading was not attempted, or not yet.
        public var reading: Reading?
        /// The ISBN of the book, if its barcode is on the spine.
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

    /// The text read on a spine.
    public struct Reading: Codable, Sendable, Equatable {
        /// Words from the top of the spine to its end, with single spaces; empty if no word was legible.
        public var text: String
        /// Probability that the words are right, 0...1.
        public var confidence: Double
        /// The book of the user's catalog that the text identifies, if one clearly matches.
        public var book: CatalogMatch?
        /// Words of ``text`` that are in no language that Espy knows, and make it less sure; nil where there are none.
        public var unknownWords: [String]?
        /// ``confidence`` by the letters alone, where ``unknownWords`` made it smaller: a list of books judges by that, for
        /// its words need be in no dictionary.
        package var letterConfidence: Double?
        /// The call number on the label at its foot, which is no part of ``text``.
        public var label: Label?
        /// Whether the letters of a standing spine run from its foot to its top; nil if not, or unknown.
        public var readsUpward: Bool?

        /// The user should check spines whose ``confidence`` is below this.
        public static let sure = 0.7

        /// Whether no check is needed: the words are probably right, or match a book of the catalog.
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
            text: String, confidence: Double, book: CatalogMatch? = nil, unknownWords: [String]? = nil
        ) {
            self.text = text
            self.confidence = confidence
            self.book = book
            self.unknownWords = unknownWords
        }
    }

    /// A label with a call number.
    public struct Label: Codable, Sendable, Equatable {
        /// The call number in one line: `813.54 AUS`, `QA76.73 .S95 2014`.
        public var text: String
        /// Probability that every character is right, 0...1.
        public var confidence: Double

        public init(text: String, confidence: Double) {
            self.text = text
            self.confidence = (confidence * 1000).rounded() / 1000
        }
    }

    /// A book of the user's catalog.
    public struct CatalogMatch: Codable, Sendable, Equatable {
        /// Line in the catalog, counted from 0 after its header.
        public var index: Int
        public var title: String
        public var author: String?
        public var isbn: ISBN?
        /// Probability that it is this book, 0...1.
        public var confidence: Double

        public init(index: Int, title: String, author: String? = nil, isbn: ISBN? = nil, confidence: Double) {
            self.index = index
            self.title = title
            self.author = author
            self.isbn = isbn
            self.confidence = confidence
        }
    }

    /// A region with text, not read.
    public struct TextRegion: Codable, Sendable, Equatable {
        /// The outline of the text, with corners in its reading direction if that is known.
        public var quad: Quad
        /// Probability that it is text, 0...1.
        public var confidence: Double

        public init(quad: Quad, confidence: Double) {
            self.quad = quad
            self.confidence = confidence
        }
    }
}

extension Shelf {
    /// The outcome of a picture. Only a processed picture says anything about the books: no spines means that none were
    /// found, while a skipped or failed picture leaves open what is there.
    public enum Outcome: Sendable, Equatable {
        case processed
        /// Abandoned because a newer picture arrived or the task was canceled.
        case skipped
        case failed(ShelfError)
    }
}

extension Shelf {
    /// Advice for the person holding the camera, and the measurement behind it.
    public struct Guidance: Codable, Sendable, Equatable {
        public enum Advice: String, Codable, Sendable, CaseIterable {
            /// Spines are clearly visible: nothing to do.
            case spineDetected
            case holdSteady
            case moveCloser
            case straighten
            case avoidGlare
            case moreLight
            /// No book is visible.
            case pointAtBooks
        }

        public enum Cause: String, Codable, Sendable, CaseIterable {
            case blur, motion, distance, tilt, glare, darkness, empty, clear
        }

        public var advice: Advice
        public var cause: Cause
        /// The measured value, in the unit of ``limit``, which depends on the cause.
        public var value: Double
        /// The limit beyond which the advice is given.
        public var limit: Double

        public init(_ advice: Advice, _ cause: Cause, value: Double, limit: Double) {
            self.advice = advice
            self.cause = cause
            self.value = value
            self.limit = limit
        }
    }

    /// Durations in milliseconds; 0 for steps that were not run.
    public struct Timings: Codable, Sendable, Equatable {
        /// From decoded pixels to outlined spines.
        public var spines: Double
        /// Reading barcodes.
        public var barcodes: Double
        /// Finding regions with text.
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
    /// The most useful finding in a picture, for displays with room for one: barcodes before spines, spines before
    /// text.
    ///
    /// The ``Shelf`` itself has all layers; this hides all but the first.
    public enum Finding: Sendable, Equatable {
        case barcodes([Barcode])
        case spines([Spine])
        case text([TextRegion])
        case nothing
    }

    /// Nil for a picture that was skipped or failed: its content is unknown.
    public var finding: Finding? {
        guard outcome == .processed else { return nil }
        if !barcodes.isEmpty { return .barcodes(barcodes) }
        if !spines.isEmpty { return .spines(spines) }
        return text.isEmpty ? .nothing : .text(text)
    }
}

/// A reason why a picture could not be read at all. A picture without books is not an error, but a ``Shelf`` without
/// spines.
public enum ShelfError: Error, Codable, Sendable, Equatable {
    /// The picture has no pixels.
    case emptyImage(width: Int, height: Int)
    /// The task was canceled before it was done.
    case cancelled
}

extension Double {
    var toTenth: Double { (self * 10).rounded() / 10 }
}
