/// A change of what bytes mean: an extended channel interpretation (ECI) that holds from one byte on.
public struct Interpretation: Sendable, Hashable {
    /// Index of the first byte it is about.
    public let offset: Int
    /// Assignment number, 0 to 999999 (AIM ITS/04-023).
    public let eci: Int

    public init(offset: Int, eci: Int) {
        self.offset = offset
        self.eci = eci
    }

    public static let utf8 = 26
    static let range = 0...999_999
}

/// A stretch of payload under one interpretation.
public struct Segment: Sendable, Hashable {
    /// `nil` before the first change: ISO/IEC 8859-1 by default.
    public let eci: Int?
    public let bytes: ArraySlice<UInt8>
}

extension Message {
    /// The payload cut where its interpretation changes; no segment is empty.
    public var segments: [Segment] {
        var result: [Segment] = []
        var start = 0
        var eci: Int?
        for change in interpretations + [Interpretation(offset: bytes.count, eci: 0)] {
            let end = min(max(change.offset, start), bytes.count)
            if end > start { result.append(Segment(eci: eci, bytes: bytes[start..<end])) }
            start = end
            eci = change.eci
        }
        return result
    }
}
