public import EspyBarcode
public import EspyPixels

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

        /// Below this ``confidence`` a person should look at the spine.
        public static let sure = 0.7

        public var isSure: Bool { confidence >= Self.sure }

        public init(text: String, confidence: Double, book: CatalogueMatch? = nil) {
            self.text = text
            self.confidence = confidence
            self.book = book
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
