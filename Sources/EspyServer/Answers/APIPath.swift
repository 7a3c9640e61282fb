import EspyHTTP

/// The paths of routes.
enum APIPath {
    static let root = "/api/v1"

    static func photo(_ id: String) -> String { "\(root)/photos/\(id)" }
    static func entry(_ id: String) -> String { "\(root)/history/\(id)" }
    static func job(_ id: String) -> String { "\(root)/jobs/\(id)" }
}

extension Request {
    /// Decodes the body, which is JSON of a moderate size.
    func json<Value: Decodable>(_ type: Value.Type) async throws(HTTPProblem) -> Value {
        try JSON.value(type, try await jsonBytes())
    }

    func jsonBytes() async throws(HTTPProblem) -> [UInt8] {
        guard MediaType(headers["Content-Type"] ?? "")?.name == "application/json" else {
            throw .unsupportedMediaType("application/json")
        }
        return try await body.collected(limit: 1 << 20)
    }
}

extension Response {
    /// The value for `ETag`: the same for the same bytes.
    static func tag(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\"\(String(hash, radix: 16))\""
    }

    /// A response with encoded JSON that must not be cached.
    static func fresh(json: [UInt8]) -> Response {
        Response(headers: ["Content-Type": "application/json", "Cache-Control": "no-store"], body: .bytes(json))
    }

    /// A response with JSON that must not be cached.
    static func fresh(_ value: some Encodable, status: Int = 200) throws(HTTPProblem) -> Response {
        var response = try json(value, status: status)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

extension Query {
    /// The text of the search box.
    var words: String {
        get throws(HTTPProblem) {
            let text = self["q"] ?? ""
            guard text.utf8.count <= 1_000 else { throw .badRequest("q has at most 1,000 bytes") }
            return text
        }
    }

    func truth(_ name: String, or usual: Bool) throws(HTTPProblem) -> Bool {
        switch self[name] {
        case nil: return usual
        case "false": return false
        case "true": return true
        default: throw .badRequest("\(name) is true or false")
        }
    }

    func number(_ name: String, in range: ClosedRange<Int>, or usual: Int) throws(HTTPProblem) -> Int {
        guard let text = self[name] else { return usual }
        guard let number = Int(text), range.contains(number) else {
            throw .badRequest("\(name) is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

extension PathValues {
    /// The number of a photo or folder in the path. Throws “not found” for anything that is not a number.
    func number(_ name: String) throws(HTTPProblem) -> Int {
        guard let number = Int(self[name]), number > 0 else { throw .notFound }
        return number
    }
}
