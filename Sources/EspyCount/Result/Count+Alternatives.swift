public import EspyPixels

extension Count {
    /// One way to understand a photo, and what it leads to.
    public struct Alternative: Codable, Sendable, Equatable {
        public var count: Int
        public var range: Range
        /// One of the things, to show what is meant.
        public var example: Rect
        /// How likely this is what is meant, 0…1.
        public var confidence: Double
        /// The group that has these things (``Cluster/id``). Nil: they are those of the main group, cut elsewhere.
        public var cluster: Int?
        /// The similarity setting that leads to this. Nil where it is another group.
        public var similarity: Double?

        public init(
            count: Int, range: Range, example: Rect, confidence: Double, cluster: Int? = nil,
            similarity: Double? = nil
        ) {
            self.count = count
            self.range = range
            self.example = example
            self.confidence = confidence
            self.cluster = cluster
            self.similarity = similarity
        }
    }
}
