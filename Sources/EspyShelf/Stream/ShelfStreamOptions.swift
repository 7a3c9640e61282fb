/// How the pictures of a stream are put together. All times are seconds.
public struct ShelfStreamOptions: Sendable, Codable, Equatable {
    /// A book is followed from the first time that the detector is so sure of it, 0...1, and then as long as it is found
    /// at all.
    public var confidence: Double
    /// Pictures in which a book is found before it is shown.
    public var confirmations: Int
    /// How long something is shown that is not found any more.
    public var freshness: Double
    /// How long a book that has left the picture is remembered, so that it keeps its number when it comes back.
    public var memory: Double
    /// Time from one search for bar codes, or for text, to the next. 0: in every picture, as far as there is time.
    public var barcodeInterval: Double
    public var textInterval: Double
    /// Time from when some spines are read to when the next are. The work for a second is bounded by it.
    public var readingInterval: Double
    /// Whether each result waits for bar codes, text and readings of the same picture, as for a film. For a camera they
    /// come along with a later result.
    public var waits: Bool

    public init(
        confidence: Double = 0.3, confirmations: Int = 2, freshness: Double = 0.7, memory: Double = 10,
        barcodeInterval: Double = 0.2, textInterval: Double = 0.1, readingInterval: Double = 0.5,
        waits: Bool = false
    ) {
        self.confidence = confidence
        self.confirmations = confirmations
        self.freshness = freshness
        self.memory = memory
        self.barcodeInterval = barcodeInterval
        self.textInterval = textInterval
        self.readingInterval = readingInterval
        self.waits = waits
    }
}
