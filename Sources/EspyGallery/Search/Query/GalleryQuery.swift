/// What a person looks for, in the one grammar of the gallery.
///
/// Words that stand side by side must all fit. `OR` between two of them asks for either, a minus leaves out, and
/// parentheses group: `beach (dog OR cat) -night`. Words in quotes must follow each other. A word with a colon asks one
/// thing of the photo, such as `tag:dog`, `date:2024-05..2024-07` or `near:48.1,11.6,5km`; see ``Filter``.
public indirect enum GalleryQuery: Sendable, Equatable {
    /// Every photo.
    case everything
    /// A word that says what is on a photo, that stands in its text, or that is the name of where it was taken.
    case word(String)
    /// Words that follow each other.
    case phrase(String)
    case filter(Filter)
    case not(GalleryQuery)
    /// All of these.
    case all([GalleryQuery])
    /// At least one of these.
    case any([GalleryQuery])

    /// One thing that is asked of a photo.
    public enum Filter: Sendable, Equatable {
        /// Exactly this tag, without related ones.
        case tag(String)
        /// Any tag of this category.
        case category(PhotoTag.Category)
        case color(ColorName)
        case date(GalleryDates)
        case near(GalleryArea)
        /// In a city or country of this name.
        case place(String)
        /// Words in the name of the camera, or of the lens.
        case camera(String)
        case lens(String)
        /// Words in the name of the file.
        case name(String)
        /// Words that are printed on it.
        case text(String)
        /// Words in what its codes say.
        case code(String)
        /// Words in the names of the folders it is in; from a `/` on, a folder with all that is in it.
        case folder(String)
        case kind(PhotoAnalysis.Kind)
        case rating(ClosedRange<Int>)
        /// So many faces that look at the camera.
        case faces(ClosedRange<Int>)
        case mark(Mark)
        /// Looks like this photo: its number in the gallery, or its path.
        case similar(String)
        /// Shows what these words mean, as a model sees it.
        case like(String)
        /// In the smart album of this name.
        case album(String)
    }

    /// What a photo is, or has, or not.
    public enum Mark: String, Sendable, CaseIterable {
        case blurred, dark, duplicate
        /// Put away by a person. Found only by a query that says so, or names the tag `hidden`.
        case hidden
        case gps, text, code

        /// `has:` stands before what a photo has, `is:` before what it is.
        var key: String { [.gps, .text, .code].contains(self) ? "has" : "is" }
    }

    /// Reads a query.
    ///
    /// - Throws: ``GalleryQueryError``, which tells where the first thing stands that makes no sense.
    public init(_ text: String) throws(GalleryQueryError) {
        var parser = QueryParser(try QueryLexer.tokens(of: text))
        self = try parser.query()
    }

    /// The most characters of a query.
    public static let longest = 1_000
    /// More faces than this are not counted.
    static let mostFaces = 999
    /// The most parentheses and minuses inside each other.
    static let deepest = 16
    /// The most words and conditions.
    static let mostParts = 64
}

/// Why a query makes no sense.
public struct GalleryQueryError: Error, Sendable, Equatable {
    /// Which code point of the query it is about, from 0 on.
    public let position: Int
    /// In words.
    public let reason: String

    init(_ position: Int, _ reason: String) { (self.position, self.reason) = (position, reason) }
}

extension GalleryQuery {
    /// Reads a query, and makes its errors those of the gallery.
    static func reading(_ text: String) throws(GalleryError) -> GalleryQuery {
        do throws(GalleryQueryError) {
            return try GalleryQuery(text)
        } catch {
            throw .query(text, reason: "at character \(error.position + 1): \(error.reason)")
        }
    }
}
