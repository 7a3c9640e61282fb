/// The first lines of a request, as received.
package struct RequestHead: Sendable {
    package var method: String
    package var target: String
    package var headers: Headers
    /// Whether the header was cut at a NUL, or a line was folded.
    package var isCut = false

    package init(method: String, target: String, headers: Headers) {
        self.method = method
        self.target = target
        self.headers = headers
    }

    /// How the length of a body is announced (RFC 9112, 6).
    package enum Body: Equatable, Sendable {
        case none
        case length(Int)
        case chunked
    }

    /// The request without its body.
    /// - Parameter home: a path that also matches with a slash after it, as proxies send it: `/lab` and `/lab/`.
    /// - Throws: problems after which the connection must be closed.
    package func request(
        peer: Request.Peer, limits: HTTPServer.Limits, home: String = ""
    ) throws(HTTPProblem) -> Request {
        guard !isCut else { throw .badRequest("the header holds a NUL or a folded line") }
        guard bytes <= limits.headerBytes, headers.fields.count <= limits.headerFields else { throw .headerTooLarge }
        let target = try Target(self.target, limit: limits.targetBytes, home: home)
        guard let method = Request.Method(rawValue: method) else { throw .unknownMethod }
        for field in headers.fields where !Self.isToken(field.name) || !Self.isValue(field.value) {
            throw .badRequest("a header field has a broken name or value")
        }
        var headers = headers
        guard headers.all("host").count <= 1 else { throw .badRequest("there are several fields “Host”") }
        if let authority = target.authority { headers["Host"] = authority }
        _ = try body
        return Request(method, path: target.path, query: target.query, headers: headers, peer: peer)
    }

    /// - Throws: when the end of the body is ambiguous, which may be an attempt at request smuggling.
    package var body: Body {
        get throws(HTTPProblem) {
            let lengths = headers.all("content-length")
            let codings = headers.all("transfer-encoding")
            guard codings.isEmpty || lengths.isEmpty, lengths.count <= 1, codings.count <= 1 else {
                throw .badRequest("the length of the body is announced twice")
            }
            if let coding = codings.first {
                guard coding.lowercased() == "chunked" else { throw .unknownCoding }
                return .chunked
            }
            guard let text = lengths.first else { return .none }
            guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let length = Int(text) else {
                throw .badRequest("“Content-Length” is not a number")
            }
            return length == 0 ? .none : .length(length)
        }
    }

    private var bytes: Int {
        // Method, target and version with two blanks, and each field with colon and blank; each line with its line
        // break.
        method.utf8.count + target.utf8.count + 12
            + headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }

    /// RFC 9110, 5.6.2; names are in lower case here.
    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { tokenBytes[Int($0)] }
    }

    private static let tokenBytes: [Bool] = {
        let bytes = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz".utf8)
        return (0...255).map { bytes.contains($0) }
    }()

    private static func isValue(_ value: String) -> Bool {
        value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0.value == 9 }
    }
}

extension HTTPProblem {
    private static func closing(_ status: Int, _ kind: String, _ title: String, detail: String? = nil) -> HTTPProblem {
        HTTPProblem(status, kind, title, detail: detail, headers: ["Connection": "close"])
    }

    static let targetTooLong = closing(414, "target-too-long", "The target of the request is too long.")
    static let headerTooLarge = closing(431, "header-too-large", "The header of the request is too large.")
    static let unknownMethod = closing(501, "unknown-method", "The method of the request is not known here.")
    static let unknownCoding = closing(
        501, "unknown-coding", "The coding of the body is not known here.",
        detail: "send the body plain or chunked")

    /// - Parameter name: the server's, for people.
    static func stopping(_ name: String) -> HTTPProblem { closing(503, "stopping", "\(name) is being stopped.") }
}

/// The target of a request (RFC 9112, 3.2), decoded once and validated.
private struct Target {
    /// As ``Request/path``.
    let path: [String]
    let query: Query
    /// The authority of an absolute URI; it overrides the field `Host`.
    let authority: String?

    /// - Parameter text: as received.
    init(_ text: String, limit: Int, home: String) throws(HTTPProblem) {
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

    /// - Returns: nil when an escape is malformed, or the result is not UTF-8.
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
