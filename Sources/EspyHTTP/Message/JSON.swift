import Foundation

/// JSON as servers here write and read it.
package enum JSON {
    /// Nil when the value holds a number that JSON has no way to write.
    package static func bytes(_ value: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init)
    }

    /// - Throws: a problem that says what is wrong with it, in words for the one who wrote the client.
    package static func value<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws(HTTPProblem) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw .badRequest(Self.reason(error))
        } catch {
            throw .badRequest("the body is not JSON")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return path.isEmpty ? "the body" : path.joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context): return "\(place(context)) lacks “\(key.stringValue)”"
        case .typeMismatch(let type, let context): return "\(place(context)) is no \(type)"
        case .valueNotFound(_, let context): return "\(place(context)) is null"
        case .dataCorrupted(let context): return context.codingPath.isEmpty ? "the body is not JSON" : place(context)
        @unknown default: return "the body is not JSON of the expected shape"
        }
    }
}
