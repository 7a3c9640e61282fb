public import EspyPixels

extension Count {
    /// A thing that was found.
    public struct Detection: Sendable, Equatable {
        /// Left and top edge, width and height, in pixels of the upright picture.
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double
        /// Score of the detector, 0…1.
        public var confidence: Double
        /// The cluster of similar things that it belongs to (``Cluster/id``).
        public var cluster: Int
        /// Whether it is counted.
        public var main: Bool
        /// How doubtful it is that it was correctly counted, or correctly left out: 0 is certain, 1 is as good as a
        /// guess.
        public var doubt: Double
        /// Whether the user added it, not the detector.
        public var isAdded = false
        /// Nil if nothing was measured, or no outline was seen.
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

extension Count {
    /// A thing that resembles the counted ones too little even to be doubtful.
    public struct PossibleThing: Sendable, Equatable {
        /// Left and top edge, width and height, in pixels of the upright picture.
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double
        /// See ``Detection/confidence``.
        public var confidence: Double

        public init(_ rect: Rect, confidence: Double) {
            (x, y, width, height) = (rect.x, rect.y, rect.width, rect.height)
            self.confidence = confidence
        }

        public var rect: Rect { Rect(x: x, y: y, width: width, height: height) }

        /// The same thing in the same picture at another size, rounded to a tenth of a pixel.
        func stretched(_ horizontal: Double, _ vertical: Double) -> PossibleThing {
            let box = rect.scaled(x: horizontal, y: vertical)
            func tenth(_ number: Double) -> Double { (number * 10).rounded() / 10 }
            return PossibleThing(
                Rect(x: tenth(box.x), y: tenth(box.y), width: tenth(box.width), height: tenth(box.height)),
                confidence: (confidence * 10_000).rounded() / 10_000)
        }
    }
}

extension Count {
    /// The size of a thing, from its outline. All lengths are in pixels of the upright picture; ``Count/scale``
    /// converts them to real lengths.
    public struct Size: Sendable, Equatable {
        /// Longer side of the smallest rectangle, at any angle, around the outline.
        public var length: Double
        /// Its shorter side.
        public var width: Double
        /// Enclosed area, in square pixels.
        public var area: Double
        /// Diameter of a disk with the same area.
        public var diameter: Double
        /// Mean color inside, as `#rrggbb`.
        public var color: String
        /// Corners in order. Parts hidden by other things are not included; holes are.
        public var outline: [Point]

        /// Derives everything except the color from the outline, which is kept to a tenth of a pixel: finer than it is
        /// known.
        ///
        /// - Parameter color: as `#rrggbb`.
        /// - Returns: nil if the outline encloses nothing.
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
