public import EspyPixels

/// How to measure the things in a photo, and which sizes count.
public struct Measuring: Sendable, Hashable {
    /// Pixels per unit of length. Nil, and no ``reference``: sizes are in pixels.
    public var scale: LengthScale?
    /// A thing of known length in the photo, which sets the scale instead of ``scale``. It is not counted.
    public var reference: Reference?
    /// Things with a shorter ``Count/Size/length`` are not counted: in the unit of the scale, or in pixels without one.
    public var smallest: Double?
    /// Things with a longer ``Count/Size/length`` are not counted.
    public var largest: Double?

    public init(
        scale: LengthScale? = nil, reference: Reference? = nil, smallest: Double? = nil, largest: Double? = nil
    ) {
        (self.scale, self.reference, self.smallest, self.largest) = (scale, reference, smallest, largest)
    }

    /// A thing of known length.
    public struct Reference: Sendable, Hashable {
        /// Box around it, in pixels of the upright picture.
        public var box: Rect
        /// Its longest side, or its diameter if it is round.
        public var length: Double
        public var unit: LengthScale.Unit

        public init(box: Rect, length: Double, unit: LengthScale.Unit) {
            (self.box, self.length, self.unit) = (box, length, unit)
        }
    }

    /// The unit of lengths and limits; nil for pixels.
    public var unit: LengthScale.Unit? { reference?.unit ?? scale?.unit }

    /// The same options for the same picture at another size.
    func scaled(x: Double, y: Double) -> Measuring {
        let factor = (x * y).squareRoot()
        var result = self
        result.scale?.pixelsPerUnit *= factor
        result.reference?.box = reference?.box.scaled(x: x, y: y) ?? .init(x: 0, y: 0, width: 0, height: 0)
        if unit == nil {
            result.smallest = smallest.map { $0 * factor }
            result.largest = largest.map { $0 * factor }
        }
        return result
    }

    /// Whether a length counts.
    func admits(_ length: Double) -> Bool { length >= smallest ?? 0 && length <= largest ?? .infinity }

    /// - Throws: ``CountError/unusableScale``, ``CountError/unusableLimits``, ``CountError/unusableExample(_:)``
    func check() throws(CountError) {
        if let scale, !scale.isUsable { throw .unusableScale }
        if let reference {
            guard reference.length.isFinite, reference.length > 0 else { throw .unusableScale }
            guard reference.box.hasArea else { throw .unusableExample(reference.box) }
        }
        let limits = [smallest, largest].compactMap { $0 }
        guard limits.allSatisfy({ $0.isFinite && $0 >= 0 }), smallest ?? 0 <= largest ?? .infinity else {
            throw .unusableLimits
        }
    }
}

/// The size of a unit of length in a photo.
///
/// It is valid if the things lie in one plane and the camera looks straight at it.
public struct LengthScale: Sendable, Hashable {
    /// Pixels of the upright picture for one ``unit``.
    public var pixelsPerUnit: Double
    public var unit: Unit

    public init(pixelsPerUnit: Double, unit: Unit) { (self.pixelsPerUnit, self.unit) = (pixelsPerUnit, unit) }

    /// The unit of lengths; areas are in its square.
    public enum Unit: String, Sendable, CaseIterable {
        case micrometer = "um"
        case millimeter = "mm"
        case centimeter = "cm"
        case meter = "m"
        case inch = "in"

        /// Its length in millimeters.
        public var millimeters: Double {
            switch self {
            case .micrometer: 0.001
            case .millimeter: 1
            case .centimeter: 10
            case .meter: 1000
            case .inch: 25.4
            }
        }
    }

    /// Whether lengths can be divided by it.
    var isUsable: Bool { pixelsPerUnit.isFinite && pixelsPerUnit > 0 }
}
