/// How large a length in the world is in a photo.
///
/// It holds where the things lie in one plane, and the camera looks straight at it.
public struct LengthScale: Codable, Sendable, Hashable {
    /// Pixels of the upright picture that one ``unit`` takes.
    public var pixelsPerUnit: Double
    public var unit: Unit

    public init(pixelsPerUnit: Double, unit: Unit) { (self.pixelsPerUnit, self.unit) = (pixelsPerUnit, unit) }

    /// What lengths are told in; areas are in its square.
    public enum Unit: String, Codable, Sendable, CaseIterable {
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

    /// Whether it is a number that lengths can be divided by.
    var isUsable: Bool { pixelsPerUnit.isFinite && pixelsPerUnit > 0 }
}
