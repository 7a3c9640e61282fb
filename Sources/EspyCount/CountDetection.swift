public import EspyPixels

extension Count {
    /// One thing that was found.
    public struct Detection: Sendable, Equatable {
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
        /// Whether a person added it, not the detector.
        public var isAdded = false
        /// Nil where nothing was measured, or no outline was seen.
        public var size: Size?

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

/// Flat keys; `added` is there only where it is true, `size` only where it is known.
extension Count.Detection: Codable {
    private enum Key: String, CodingKey {
        case x, y, width, height, confidence, cluster, main, doubt, added, size
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        x = try box.decode(Double.self, forKey: .x)
        y = try box.decode(Double.self, forKey: .y)
        width = try box.decode(Double.self, forKey: .width)
        height = try box.decode(Double.self, forKey: .height)
        confidence = try box.decode(Double.self, forKey: .confidence)
        cluster = try box.decode(Int.self, forKey: .cluster)
        main = try box.decode(Bool.self, forKey: .main)
        doubt = try box.decode(Double.self, forKey: .doubt)
        isAdded = try box.decodeIfPresent(Bool.self, forKey: .added) ?? false
        size = try box.decodeIfPresent(Count.Size.self, forKey: .size)
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(x, forKey: .x)
        try box.encode(y, forKey: .y)
        try box.encode(width, forKey: .width)
        try box.encode(height, forKey: .height)
        try box.encode(confidence, forKey: .confidence)
        try box.encode(cluster, forKey: .cluster)
        try box.encode(main, forKey: .main)
        try box.encode(doubt, forKey: .doubt)
        if isAdded { try box.encode(true, forKey: .added) }
        try box.encodeIfPresent(size, forKey: .size)
    }
}

extension Count {
    /// How large one thing is, by its outline. All lengths are in pixels of the upright picture; ``Count/scale`` says
    /// what they are in the world.
    public struct Size: Codable, Sendable, Equatable {
        /// Longer side of the smallest rectangle, at any angle, around the outline.
        public var length: Double
        /// Its shorter side.
        public var width: Double
        /// What the outline encloses, in square pixels.
        public var area: Double
        /// Of a disk of the same area.
        public var diameter: Double
        /// Mean color inside, as `#rrggbb`.
        public var color: String
        /// Corners, one after the other. What hides the thing is not in it; its holes are.
        public var outline: [Point]

        /// All but the color follows from the outline, which is kept to a tenth of a pixel: finer than any is known.
        ///
        /// - Parameter color: as `#rrggbb`.
        /// - Returns: nil where an outline encloses nothing.
        package init?(outline: [Point], color: String) {
            self.outline = outline.map { Point(x: ($0.x * 10).rounded() / 10, y: ($0.y * 10).rounded() / 10) }
            guard let around = TightRectangle(around: self.outline) else { return nil }
            (length, width) = (around.length, around.width)
            area = EspyPixels.area(of: self.outline)
            diameter = 2 * (area / .pi).squareRoot()
            self.color = color
        }

        /// The same thing in the same picture at another size.
        func stretched(_ horizontal: Double, _ vertical: Double) -> Size? {
            Size(outline: outline.map { $0.scaled(x: horizontal, y: vertical) }, color: color)
        }
    }
}
