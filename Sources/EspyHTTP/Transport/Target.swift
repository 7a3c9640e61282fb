/// What a request asks for (RFC 9112, 3.2), decoded once and checked.
package struct Target: Sendable, Equatable {
    /// As ``Request/path``.
    package let path: [String]
    package let query: Query
    /// Of a target that is a whole URI; it counts more than the field `Host`.
    package let authority: String?

    /// - Parameters:
    ///   - text: as it came.
    ///   - home: a path that is meant with a slash behind it, too, as proxies have it: `/lab` and `/lab/`.
    package init(
        _ text: String, limit: Int = HTTPServer.Limits().targetBytes, home: String = ""
    ) throws(HTTPProblem) {
        guard text.utf8.count <= limit else { throw .targetTooLong }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw .badRequest("the target holds a character that has to be percent-encoded")
        }
        let (authority, rest) = Self.split(text)
        self.authority = authority
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = try Self.path(parts[0] == home + "/" && !home.isEmpty ? Substring(home) : parts[0])
        query = try Self.query(parts.count > 1 ? parts[1] : "")
    }

    private static func split(_ text: String) -> (authority: String?, rest: Substring) {
        for scheme in ["http://", "https://"] where text.lowercased().hasPrefix(scheme) {
            let afterScheme = text.dropFirst(scheme.count)
            let end = afterScheme.firstIndex { $0 == "/" || $0 == "?" } ?? afterScheme.endIndex
            let rest = afterScheme[end...]
            return (String(afterScheme[..<end]), rest.hasPrefix("/") ? rest : "/" + rest)
        }
        return (nil, text[...])
    }

    private static func path(_ text: Substring) throws(HTTPProblem) -> [String] {
        guard text.hasPrefix("/") else { throw .badRequest("the target has to begin with a slash") }
        if text == "/" { return [] }
        var path: [String] = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = decoded(part.utf8) else { throw .badRequest("the path is not percent-encoded UTF-8") }
            guard !decoded.isEmpty, decoded != ".", decoded != "..",
                decoded.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") })
            else {
                throw .badRequest("a part of the path is empty, a dot or two, or holds a slash or control character")
            }
            path.append(decoded)
        }
        return path
    }

    private static func query(_ text: Substring) throws(HTTPProblem) -> Query {
        var pairs: [(String, String)] = []
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.compactMap { decoded($0.utf8, plusIsSpace: true) }
            guard texts.count == parts.count, texts.allSatisfy({ !$0.utf8.contains(0) }) else {
                throw .badRequest("the query is not percent-encoded UTF-8")
            }
            pairs.append((texts[0], texts.count > 1 ? texts[1] : ""))
        }
        return Query(pairs)
    }

    /// - Returns: nil when an escape is broken, or what comes out is not UTF-8.
    private static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
