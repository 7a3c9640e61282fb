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

/// The part of a body that a client asks for (RFC 9110, 14).
enum ByteRange: Equatable {
    /// All of it: nothing was asked for, or nothing that is understood here, as more than one part.
    case whole
    case part(Range<Int>)
    case outside

    /// - Parameters:
    ///   - field: of the header, such as `bytes=0-1023`.
    ///   - length: of the whole body.
    init(_ field: String?, length: Int) {
        self = .whole
        guard let field, field.lowercased().hasPrefix("bytes=") else { return }
        let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where ends[1].isEmpty == false:
            guard first <= last else { return }
            self = first < length ? .part(first..<min(last, length - 1) + 1) : .outside
        case (let first?, nil) where ends[1].isEmpty:
            self = first < length ? .part(first..<length) : .outside
        case (nil, let count?) where ends[0].isEmpty:
            self = count > 0 && length > 0 ? .part(max(0, length - count)..<length) : .outside
        default: return
        }
    }
}
