import Foundation

/// Compresses bytes, the harder the higher the level; returns nil on failure.
package typealias Compressor = @Sendable (_ bytes: [UInt8], _ coding: ContentCoding, _ level: Int) -> [UInt8]?

/// The last step before a response is sent: answers conditional requests, cuts out byte ranges, and compresses text.
package struct Delivery: Sendable {
    private let compressor: Compressor

    /// - Parameter compressor: provided by the caller, so that this module needs no compression library.
    package init(compressor: @escaping Compressor) { self.compressor = compressor }

    /// - Parameter level: from 1 to 9; the default suits bytes compressed for a single client.
    package func compress(_ bytes: [UInt8], _ coding: ContentCoding, level: Int = 5) -> [UInt8]? {
        compressor(bytes, coding, level)
    }

    package func prepare(_ response: Response, for request: Request) -> Response {
        guard [.get, .head].contains(request.method) else { return compressed(response, for: request) }
        guard response.status == 200 else { return compressed(response, for: request) }
        if Validators(response).isKnown(to: request) { return notModified(response) }
        if ContentCoding.helps(response.headers["Content-Type"]) { return compressed(response, for: request) }
        return part(of: response, for: request)
    }

    private func notModified(_ response: Response) -> Response {
        var answer = Response(304)
        // Only what updates a cache; the other fields describe a body that is not sent.
        for name in ["Cache-Control", "Content-Location", "ETag", "Expires", "Last-Modified", "Vary"] {
            answer.headers[name] = response.headers[name]
        }
        if ContentCoding.helps(response.headers["Content-Type"]) { vary(&answer) }
        return answer
    }

    private func part(of response: Response, for request: Request) -> Response {
        guard let length = response.body.length else { return response }
        var response = response
        response.headers["Accept-Ranges"] = "bytes"
        guard request.method == .get, Validators(response).allowPart(to: request) else { return response }
        switch ByteRange(request.headers["range"], length: length) {
        case .whole: break
        case .part(let range):
            response.status = 206
            response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            response.body = response.body.cut(range)
        case .outside:
            return HTTPProblem(
                416, "no-such-range", "Range not satisfiable.", detail: "there are \(length) bytes",
                headers: ["Content-Range": "bytes */\(length)"]
            ).response
        }
        return response
    }

    private func compressed(_ response: Response, for request: Request) -> Response {
        guard case .bytes(let bytes) = response.body, bytes.count >= ContentCoding.least,
            response.headers["Content-Encoding"] == nil, ContentCoding.helps(response.headers["Content-Type"])
        else { return response }
        var response = response
        vary(&response)
        guard let coding = ContentCoding(accepted: request), let small = compress(bytes, coding) else {
            return response
        }
        response.encode(as: coding, small)
        return response
    }

    private func vary(_ response: inout Response) {
        let other = response.headers["Vary"]
        guard other?.lowercased().contains("accept-encoding") != true else { return }
        response.headers["Vary"] = other.map { "\($0), Accept-Encoding" } ?? "Accept-Encoding"
    }
}

extension Response {
    /// Replaces the plain body with a compressed one.
    package mutating func encode(as coding: ContentCoding, _ bytes: [UInt8]) {
        body = .bytes(bytes)
        headers["Content-Encoding"] = coding.rawValue
        // Other bytes with the same meaning: both share a weak entity tag.
        if let tag = headers["ETag"], !tag.hasPrefix("W/") { headers["ETag"] = "W/\(tag)" }
    }
}

/// The entity tag and date that identify a version of a resource, and the client's conditions on them (RFC 9110, 8.8
/// and 13).
private struct Validators {
    private let tag: String?
    private let modified: Int?

    init(_ response: Response) {
        tag = response.headers["ETag"]
        modified = response.headers["Last-Modified"].flatMap(HTTPDate.seconds)
    }

    /// Whether the client already has what would be sent.
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

    /// Whether a part may be sent: the client's other parts come from the very same bytes, or it sets no condition.
    func allowPart(to request: Request) -> Bool {
        guard let asked = request.headers["if-range"] else { return true }
        if let date = HTTPDate.seconds(asked) { return date == modified }
        // A weak tag does not promise identical bytes.
        return asked == tag && !asked.hasPrefix("W/")
    }

    /// The tag without its weakness prefix.
    private static func opaque(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }

    private static func trimmed(_ text: Substring) -> Substring {
        let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = text.drop(while: blanks)
        return start.lastIndex { !blanks($0) }.map { start[...$0] } ?? start.prefix(0)
    }
}

/// The part of a body that a client asks for (RFC 9110, 14).
private enum ByteRange: Equatable {
    /// The whole body: no range was requested, or an unsupported one, such as several parts.
    case whole
    case part(Range<Int>)
    case outside

    /// - Parameters:
    ///   - field: the header field's value, such as `bytes=0-1023`.
    ///   - length: of the whole body, in bytes.
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

/// Dates as in header fields: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
private enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Seconds since 1970.
    ///
    /// - Returns: nil for anything else, including the two obsolete formats, which have been out of use for decades.
    static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
            let day = Int32(words[1]), let month = months.firstIndex(of: String(words[2])), let year = Int32(words[3])
        else { return nil }
        let clock = words[4].split(separator: ":").map { Int32($0) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            1...31 ~= day, 1970...9999 ~= year, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
        else { return nil }
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (year - 1900, Int32(month), day)
        (date.tm_hour, date.tm_min, date.tm_sec) = (hour, minute, second)
        return timegm(&date)
    }
}

/// A way to send a body in fewer bytes (RFC 9110, 8.4).
package enum ContentCoding: String, Sendable, CaseIterable {
    case gzip
    case deflate

    /// The coding that the client prefers; of several it likes equally, our first choice.
    package init?(accepted request: Request) {
        let fields = request.headers.all("accept-encoding")
        guard !fields.isEmpty else { return nil }
        if !fields.contains(where: { $0.utf8.contains(UInt8(ascii: ";")) }) {
            self.init(listed: fields)
            return
        }
        var weights: [String: Double] = [:]
        for item in fields.flatMap({ $0.split(separator: ",") }) {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            weights[name] = weight ?? 1
        }
        func weight(_ coding: ContentCoding) -> Double { weights[coding.rawValue] ?? weights["*"] ?? 0 }
        let best = Self.allCases.max { weight($0) < weight($1) }
        guard let best, weight(best) > 0 else { return nil }
        self = weight(.gzip) == weight(best) ? .gzip : best
    }

    /// The form that all browsers send: without weights.
    private init?(listed fields: [String]) {
        var takesDeflate = false
        for field in fields {
            for item in field.utf8.split(separator: UInt8(ascii: ",")) {
                let name = Self.trimmed(Substring(item))
                if name == "*" || Self.isSame(name, .gzip) {
                    self = .gzip
                    return
                }
                if Self.isSame(name, .deflate) { takesDeflate = true }
            }
        }
        guard takesDeflate else { return nil }
        self = .deflate
    }

    /// Coding names are case-insensitive, though clients write them in lower case.
    private static func isSame(_ name: Substring, _ coding: ContentCoding) -> Bool {
        name == coding.rawValue || name.utf8.count == coding.rawValue.utf8.count && name.lowercased() == coding.rawValue
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let blanks: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let bytes = text.utf8.drop(while: blanks)
        return Substring(bytes.lastIndex { !blanks($0) }.map { bytes[...$0] } ?? bytes.prefix(0))
    }

    /// The smallest body worth compressing, in bytes.
    package static let least = 1024

    /// Whether compression helps this content type; images are already compressed.
    package static func helps(_ type: String?) -> Bool {
        guard let type else { return false }
        let name = type.prefix { $0 != ";" && $0 != " " }
        return name.hasPrefix("text/") && name != "text/event-stream" || name.hasSuffix("+json")
            || name.hasSuffix("+xml") || ["application/json", "application/yaml", "application/wasm"].contains(name)
    }
}
