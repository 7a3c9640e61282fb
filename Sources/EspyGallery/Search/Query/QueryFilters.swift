/// Words with a colon.
enum QueryFilters {
    /// All of them, as they are offered.
    static let keys = [
        "tag", "category", "color", "date", "before", "after", "near", "place", "camera", "lens", "name", "text",
        "code", "in",
        "kind", "rating", "faces", "is", "has", "similar", "like", "album",
    ]

    static func filter(
        _ key: String, _ value: String, at position: Int
    ) throws(GalleryQueryError) -> GalleryQuery.Filter {
        let key = key == "colour" ? "color" : key
        guard keys.contains(key) else {
            throw GalleryQueryError(position, "there is no \(key): here" + hint(key, among: keys, suffix: ":"))
        }
        guard !value.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
            throw GalleryQueryError(position, "something must follow \(key):")
        }
        func fail(_ reason: String) -> GalleryQueryError { GalleryQueryError(position, "\(key): \(reason)") }
        switch key {
        case "tag": return .tag(value)
        case "place": return .place(value)
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

    /// A guess at what was meant, if something is near enough.
    private static func hint(_ text: String, among choices: [String], suffix: String) -> String {
        let near = choices.map { ($0, EditDistance.between(text, $0)) }.min { $0.1 < $1.1 }
        guard let near, near.1 <= 2, near.1 < text.count else { return "" }
        return "; did you mean \(near.0)\(suffix)?"
    }
}

/// `2..4`, `2..`, `..4`, or the same at both ends.
enum QueryRange {
    static func ends(of text: String) -> (String, String)? {
        guard let dots = text.firstRange(of: "..") else { return (text, text) }
        let ends = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        return ends.0.isEmpty && ends.1.isEmpty ? nil : ends
    }
}
