extension Shelf {
    /// What became of a picture. Only a processed one says anything about the books: no spine in it means that none
    /// was found, while a skipped or failed picture leaves open what is there.
    public enum Outcome: Sendable, Equatable {
        case processed
        /// Given up before the end, since a newer picture was there or nobody wanted it any more.
        case skipped
        case failed(ShelfError)
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
