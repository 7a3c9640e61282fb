/// A parsed search query.
///
/// All words must match. `OR` between two of them matches either, a minus excludes, and parentheses group: `beach (dog
/// OR cat) -night`. Words in quotes must follow each other. A word with a colon is a condition, such as `tag:dog`,
/// `date:2024-05..2024-07` or `near:48.1,11.6,5km`; see ``Filter``.
public indirect enum GalleryQuery: Sendable, Equatable {
    /// Every photo.
    case everything
    /// A word for what a photo shows, in its text, or in the name of the place where it was taken.
    case word(String)
    /// Words that follow each other.
    case phrase(String)
    case filter(Filter)
    case not(GalleryQuery)
    /// All of these.
    case all([GalleryQuery])
    /// At least one of these.
    case any([GalleryQuery])

    /// A condition on a photo.
    public enum Filter: Sendable, Equatable {
        /// Exactly this tag, without related ones.
        case tag(String)
        /// Any tag of this category.
        case category(PhotoTag.Category)
        case color(ColorName)
        case date(GalleryDates)
        case near(GalleryArea)
        /// In a city or country with this name.
        case place(String)
        /// Words in the name of the camera or lens.
        case camera(String)
        case lens(String)
        /// Words in the file name.
        case name(String)
        /// Words in the text on it.
        case text(String)
        /// Words in the values of its codes.
        case code(String)
        /// Words in the names of its folders; starting with `/`, the path of a folder whose contents all match.
        case folder(String)
        case kind(PhotoAnalysis.Kind)
        case rating(ClosedRange<Int>)
        /// The number of faces toward the camera.
        case faces(ClosedRange<Int>)
        /// With the person of this name; `any` for anyone who has a name.
        case person(String)
        case mark(Mark)
        /// Looks like this photo, given by its id or path.
        case similar(String)
        /// Shows what these words mean, according to a model.
        case like(String)
        /// In the smart album with this name.
        case album(String)
    }

    /// A property of a photo.
    public enum Mark: String, Sendable, CaseIterable {
        case blurred, dark, duplicate
        /// Hidden by the user. Found only by a query with this condition, or with the tag `hidden`.
        case hidden
        case gps, text, code

        /// `has:` is for what a photo contains, `is:` for what it is.
        var key: String { [.gps, .text, .code].contains(self) ? "has" : "is" }
    }

    /// Parses a query.
    ///
    /// - Throws: ``GalleryQueryError``, with the position of the first error.
    public init(_ text: String) throws(GalleryQueryError) {
        var parser = QueryParser(try QueryLexer.tokens(of: text))
        self = try parser.query()
    }

    /// Maximum length of a query, in characters.
    public static let longest = 1_000
    /// Maximum number of faces to count.
    static let mostFaces = 999
    /// Maximum nesting depth of parentheses and minuses.
    static let deepest = 16
    /// Maximum number of words and conditions.
    static let mostParts = 64
}

/// Why a query is invalid.
public struct GalleryQueryError: Error, Sendable, Equatable {
    /// The code point of the query at which the error is, from 0.
    public let position: Int
    /// In words for people.
    public let reason: String

    init(_ position: Int, _ reason: String) { (self.position, self.reason) = (position, reason) }
}

extension GalleryQuery {
    /// Whether it contains words that may describe what a photo shows.
    package var hasWords: Bool {
        switch self {
        case .word: true
        case .all(let parts), .any(let parts): parts.contains(where: \.hasWords)
        case .everything, .phrase, .filter, .not: false
        }
    }

    /// Parses a query, and converts its errors to ``GalleryError``.
    static func reading(_ text: String) throws(GalleryError) -> GalleryQuery {
        do throws(GalleryQueryError) {
            return try GalleryQuery(text)
        } catch {
            throw .query(text, reason: "at character \(error.position + 1): \(error.reason)")
        }
    }
}

extension GalleryQuery: CustomStringConvertible {
    /// The query as text. Parsing it gives the same query again.
    public var description: String { written(in: .nothing) }

    /// The context of a part, for parentheses: a list binds more tightly than alternatives.
    private enum Context { case nothing, alternatives, tight }

    private func written(in place: Context) -> String {
        switch self {
        case .everything: return ""
        case .word(let word): return QueryLexer.isWord(word) ? word : Self.quoted(word)
        case .phrase(let words): return Self.quoted(words)
        case .filter(let filter): return filter.description
        case .not(let query): return "-" + query.written(in: .tight)
        case .all(let parts):
            let text = parts.map { $0.written(in: .tight) }.joined(separator: " ")
            return place == .tight ? "(\(text))" : text
        case .any(let parts):
            let text = parts.map { $0.written(in: .alternatives) }.joined(separator: " OR ")
            return place == .nothing ? text : "(\(text))"
        }
    }

    /// Quotes cannot be escaped inside quotes, and the parser never produces any.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        quoted.unicodeScalars.append(contentsOf: text.unicodeScalars.filter { $0 != "\"" })
        return quoted + "\""
    }
}

extension GalleryQuery.Filter: CustomStringConvertible {
    public var description: String {
        let (key, value) = parts
        return "\(key):" + (QueryLexer.isValue(value) ? value : GalleryQuery.quoted(value))
    }

    private var parts: (key: String, value: String) {
        switch self {
        case .tag(let name): ("tag", name)
        case .category(let category): ("category", category.rawValue)
        case .color(let color): ("color", color.rawValue)
        case .date(let dates): (dates.key, dates.description)
        case .near(let area): ("near", area.description)
        case .place(let name): ("place", name)
        case .camera(let name): ("camera", name)
        case .lens(let name): ("lens", name)
        case .name(let name): ("name", name)
        case .text(let words): ("text", words)
        case .code(let words): ("code", words)
        case .folder(let name): ("in", name)
        case .kind(let kind): ("kind", kind.rawValue)
        case .rating(let stars): ("rating", Self.stars(stars))
        case .faces(let count): ("faces", Self.stars(count))
        case .person(let name): ("person", name)
        case .mark(let mark): (mark.key, mark.rawValue)
        case .similar(let photo): ("similar", photo)
        case .like(let words): ("like", words)
        case .album(let name): ("album", name)
        }
    }

    private static func stars(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        return "\(range.lowerBound)..\(range.upperBound)"
    }
}

/// The conditions with a colon.
enum QueryFilters {
    /// All keys, in the order of suggestions.
    static let keys = [
        "tag", "category", "color", "date", "before", "after", "near", "place", "camera", "lens", "name", "text",
        "code", "in",
        "kind", "rating", "faces", "person", "is", "has", "similar", "like", "album",
    ]

    static func filter(
        _ key: String, _ value: String, at position: Int
    ) throws(GalleryQueryError) -> GalleryQuery.Filter {
        let key = key == "colour" ? "color" : key
        guard keys.contains(key) else {
            throw GalleryQueryError(position, "unknown filter \(key):" + hint(key, among: keys, suffix: ":"))
        }
        guard !value.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
            throw GalleryQueryError(position, "something must follow \(key):")
        }
        func fail(_ reason: String) -> GalleryQueryError { GalleryQueryError(position, "\(key): \(reason)") }
        switch key {
        case "tag": return .tag(value)
        case "place": return .place(value)
        case "person": return .person(value)
        case "camera": return .camera(value)
        case "lens": return .lens(value)
        case "name": return .name(value)
        case "text": return .text(value)
        case "code": return .code(value)
        case "in": return .folder(value)
        case "similar": return .similar(value)
        case "like": return .like(value)
        case "album": return .album(value)
        case "category": return .category(try choice(value, key, position))
        case "color": return .color(try choice(value, key, position))
        case "kind": return .kind(try choice(value, key, position))
        case "is", "has":
            let marks = GalleryQuery.Mark.allCases.filter { $0.key == key }
            return .mark(try choice(value, key, position, among: marks))
        case "rating":
            guard let stars = count(value, upTo: 5) else { throw fail("takes stars from 0 to 5: 4, 4.. or 2..3") }
            return .rating(stars)
        case "faces":
            guard let count = count(value, upTo: GalleryQuery.mostFaces) else {
                throw fail("takes a number: 1, 2.. or 2..4")
            }
            return .faces(count)
        case "near":
            guard let area = GalleryArea(value) else { throw fail("takes latitude,longitude,distance: 48.1,11.6,5km") }
            return .near(area)
        default:
            guard let dates = GalleryDates(key, value) else {
                throw fail(
                    key == "date"
                        ? "takes 2024, 2024-05, 2024-05-21, a range of them or may-21"
                        : "takes 2024, 2024-05 or 2024-05-21")
            }
            return .date(dates)
        }
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ value: String, _ key: String, _ position: Int, among choices: [Choice] = Array(Choice.allCases)
    ) throws(GalleryQueryError) -> Choice where Choice.RawValue == String {
        let wanted = value.lowercased() == "grey" ? "gray" : value.lowercased()
        if let choice = choices.first(where: { $0.rawValue == wanted }) { return choice }
        let names = choices.map(\.rawValue)
        let list = names.joined(separator: ", ")
        throw GalleryQueryError(position, "\(key): takes one of \(list)\(hint(wanted, among: names, suffix: ""))")
    }

    private static func count(_ text: String, upTo most: Int) -> ClosedRange<Int>? {
        guard let (first, last) = QueryRange.ends(of: text) else { return nil }
        func number(_ text: String, _ open: Int) -> Int? { text.isEmpty ? open : Int(text) }
        guard let low = number(first, 0), let high = number(last, most), low >= 0, high <= most, low <= high else {
            return nil
        }
        return low...high
    }

    /// A suggestion for a typo, if something is close enough.
    private static func hint(_ text: String, among choices: [String], suffix: String) -> String {
        let near = choices.map { ($0, EditDistance.between(text, $0)) }.min { $0.1 < $1.1 }
        guard let near, near.1 <= 2, near.1 < text.count else { return "" }
        return "; did you mean \(near.0)\(suffix)?"
    }
}

/// Parses `2..4`, `2..`, `..4`, or a single value for both ends.
enum QueryRange {
    static func ends(of text: String) -> (String, String)? {
        guard let dots = text.firstRange(of: "..") else { return (text, text) }
        let ends = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        return ends.0.isEmpty && ends.1.isEmpty ? nil : ends
    }
}

/// The number of letters to insert, remove or change to turn one word into another.
private enum EditDistance {
    static func between(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var before = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var line = [row + 1]
            for (column, wanted) in other.enumerated() {
                line.append(
                    min(before[column] + (letter == wanted ? 0 : 1), before[column + 1] + 1, line[column] + 1))
            }
            before = line
        }
        return before[other.count]
    }
}
