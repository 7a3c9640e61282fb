public import EspyImage

extension Count {
    /// One thing that was found.
    public struct Detection: Codable, Sendable, Equatable {
        /// Left and top edge, width and height, in pixels of the upright picture.
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double
        /// Score of the detector, 0…1.
        public var confidence: Double
        /// Which group of things alike it belongs to (``Cluster/id``).
        public var cluster: Int
        /// Whether it is counted.
        public var main: Bool
        /// How doubtful it is that it was rightly counted, or rightly left out: 0 sure … 1 as good as a guess.
        public var doubt: Double

        public init(
            x: Double, y: Double, width: Double, height: Double, confidence: Double, cluster: Int, main: Bool,
            doubt: Double = 0
        ) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
            self.confidence = confidence
            self.cluster = cluster
            self.main = main
            self.doubt = doubt
        }

        public var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
    }
}
