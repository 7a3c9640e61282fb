/// A way to send a body in fewer bytes (RFC 9110, 8.4).
package enum ContentCoding: String, Sendable, CaseIterable {
    case gzip
    case deflate

    /// The one that the client likes best, and that we like best of those.
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

    /// As all browsers ask: without weights.
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

    /// Names are the same in capitals, though nobody writes them so.
    private static func isSame(_ name: Substring, _ coding: ContentCoding) -> Bool {
        name == coding.rawValue || name.utf8.count == coding.rawValue.utf8.count && name.lowercased() == coding.rawValue
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let blanks: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let bytes = text.utf8.drop(while: blanks)
        return Substring(bytes.lastIndex { !blanks($0) }.map { bytes[...$0] } ?? bytes.prefix(0))
    }

    /// Less is not worth the time.
    package static let least = 1024

    /// Whether a type of content gets smaller; pictures are small already.
    package static func helps(_ type: String?) -> Bool {
        guard let type else { return false }
        let name = type.prefix { $0 != ";" && $0 != " " }
        return name.hasPrefix("text/") && name != "text/event-stream" || name.hasSuffix("+json")
            || name.hasSuffix("+xml") || ["application/json", "application/yaml"].contains(name)
    }
}
