/// Says what is wrong with a file of JSON that a person has made.
package enum JSONFault {
    /// - Parameter error: of a decoder.
    package static func text(_ error: any Error) -> String {
        switch error as? DecodingError {
        // What the decoder itself says of bytes that are no JSON.
        case .dataCorrupted(let context) where context.debugDescription.hasPrefix("The given data was not valid JSON"):
            "it is no JSON"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty || context.underlyingError == nil:
            printable(context.debugDescription)
        case .keyNotFound(let key, _): "it has no \(printable(key.stringValue))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(printable(context.codingPath.last?.stringValue ?? "it")) is of another kind"
        default: "it is no JSON"
        }
    }
}
