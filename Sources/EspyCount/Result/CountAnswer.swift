/// A count as every face of Espy tells it: the keys of ``Count``, and beside them `file`, `complete`, `review` and,
/// where there are named regions, several recipes or measured things, `regions`, `kinds` and `sizes`.
public struct CountAnswer: Encodable, Sendable, Equatable {
    /// What the user calls the photo.
    public var file: String
    public var count: Count

    public init(_ count: Count, file: String) {
        self.count = count
        self.file = file
    }

    public func encode(to encoder: any Encoder) throws {
        try count.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(file, forKey: .file)
        try box.encode(count.isComplete, forKey: .complete)
        let numbers = count.numbers
        let review = count.review.map {
            Doubtful(number: $0.number, index: numbers.firstIndex(of: $0.number), reasons: $0.reasons)
        }
        try box.encode(review, forKey: .review)
        if !count.parameters.regions.isEmpty { try box.encode(count.regions, forKey: .regions) }
        try box.encodeIfPresent(count.sizes, forKey: .sizes)
        if count.recipes != nil { try box.encode(count.kinds, forKey: .kinds) }
    }

    private enum Key: String, CodingKey { case file, complete, review, regions, kinds, sizes }

    /// A thing to look at, by its number and its place in `detections`.
    private struct Doubtful: Encodable {
        let number: Int
        let index: Int?
        let reasons: [Count.Reason]
    }
}

extension Count {
    /// Something was found, and nothing was passed over.
    public var isComplete: Bool { count > 0 && !warnings.contains(.tooMany) && !warnings.contains(.damagedPhoto) }
}
