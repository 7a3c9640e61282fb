/// Options for tracking books through a stream. All times are in seconds.
public struct ShelfStreamOptions: Sendable, Codable, Equatable {
    /// Minimum confidence, 0...1, at which tracking of a book begins; it then continues as long as the book is found at
    /// all. A book whose mean confidence falls below it is no longer shown.
    public var confidence: Double
    /// Minimum mean confidence, over the latest pictures, at which a book begins to be shown.
    public var showing: Double
    /// Number of pictures in which a book must be found before it is shown.
    public var confirmations: Int
    /// How long something that is no longer found is still shown.
    public var freshness: Double
    /// How long a book that has left the picture is remembered, so that it keeps its number when it returns.
    public var memory: Double
    /// Interval between searches for barcodes or for text. 0: every picture, if there is time.
    public var barcodeInterval: Double
    public var textInterval: Double
    /// Interval between readings of spines, which limits the work per second.
    public var readingInterval: Double
    /// Whether each result waits for the barcodes, text and readings of its picture, as for a video. For a camera, they
    /// arrive with a later result.
    public var waits: Bool

    /// How long cameras of pages show what is no longer found: pages must not show anything that has been out of view for
    /// 0.7 s, and transferring frames and results takes up a part of that.
    package static let cameraFreshness = 0.4

    public init(
        confidence: Double = 0.3, showing: Double = 0.5, confirmations: Int = 2, freshness: Double = 0.7,
        memory: Double = 10, barcodeInterval: Double = 0.2, textInterval: Double = 0.1, readingInterval: Double = 0.5,
        waits: Bool = false
    ) {
        self.confidence = confidence
        self.showing = showing
        self.confirmations = confirmations
        self.freshness = freshness
        self.memory = memory
        self.barcodeInterval = barcodeInterval
        self.textInterval = textInterval
        self.readingInterval = readingInterval
        self.waits = waits
    }
}
