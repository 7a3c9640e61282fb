/// What tells one state of a resource from another, and the questions that clients ask with it (RFC 9110, 8.8 and 13).
struct Validators {
    private let tag: String?
    private let modified: Int?

    init(_ response: Response) {
        tag = response.headers["ETag"]
        modified = response.headers["Last-Modified"].flatMap(HTTPDate.seconds)
    }

    /// Whether the client has what would be sent.
    func isKnown(to request: Request) -> Bool {
        let asked = request.headers.all("if-none-match")
        if !asked.isEmpty {
            guard let tag else { return false }
            let tags = asked.flatMap { $0.split(separator: ",") }.map(Self.trimmed)
            return tags.contains("*") || tags.contains { Self.opaque($0) == Self.opaque(tag[...]) }
        }
        guard let date = request.headers["if-modified-since"].flatMap(HTTPDate.seconds), let modified else {
            return false
        }
        return modified <= date
    }

    /// Whether a part may be sent: the client has other parts of the very same bytes, or asks for nothing but this.
    func allowPart(to request: Request) -> Bool {
        guard let asked = request.headers["if-range"] else { return true }
        if let date = HTTPDate.seconds(asked) { return date == modified }
        // A weak tag is the same for what is not the same byte for byte.
        return asked == tag && !asked.hasPrefix("W/")
    }

    /// Without the mark of a weak one.
    private static func opaque(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }

    private static func trimmed(_ text: Substring) -> Substring {
        let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = text.drop(while: blanks)
        return start.lastIndex { !blanks($0) }.map { start[...$0] } ?? start.prefix(0)
    }
}
