// Not in the browser: it has no `Codable`.

import EspyBase

extension KeyedDecodingContainer {
    /// Shelves from before there were warnings have none.
    func decode(_ type: [Shelf.Warning].Type, forKey key: Key) throws -> [Shelf.Warning] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}

/// `"processed"`, `"skipped"`, or `{"failed": {"emptyImage": …}}`.
extension Shelf.Outcome: Codable {
    private enum Key: String, CodingKey { case failed }

    public init(from decoder: any Decoder) throws {
        if let box = try? decoder.container(keyedBy: Key.self) {
            self = .failed(try box.decode(ShelfError.self, forKey: .failed))
            return
        }
        let box = try decoder.singleValueContainer()
        switch try box.decode(String.self) {
        case "processed": self = .processed
        case "skipped": self = .skipped
        case let word:
            throw DecodingError.dataCorruptedError(in: box, debugDescription: "no outcome is called \(word)")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .processed, .skipped:
            var box = encoder.singleValueContainer()
            try box.encode(self == .processed ? "processed" : "skipped")
        case .failed(let error):
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(error, forKey: .failed)
        }
    }
}

extension ShelfAnswer: Encodable {}
