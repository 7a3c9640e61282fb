import EspyHTTP

extension Request {
    /// The body, which is JSON of a moderate size.
    func json<Value: Decodable>(_ type: Value.Type) async throws(Problem) -> Value {
        try JSON.value(type, try await jsonBytes())
    }

    func jsonBytes() async throws(Problem) -> [UInt8] {
        guard MediaType(headers["Content-Type"] ?? "")?.name == "application/json" else {
            throw .unsupportedMediaType("application/json")
        }
        return try await body.collected(limit: 1 << 20)
    }
}
