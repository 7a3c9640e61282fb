import Foundation

/// A circle on the earth.
public struct GalleryArea: Sendable, Equatable, CustomStringConvertible {
    /// Degrees, north and east positive.
    public let latitude: Double
    public let longitude: Double
    /// The radius, at least a meter.
    public let kilometers: Double

    /// Nil when there is no such place.
    public init?(latitude: Double, longitude: Double, kilometers: Double = 5) {
        // Not-a-number fails all of these.
        guard -90...90 ~= latitude, -180...180 ~= longitude, 0.001...20_040 ~= kilometers
        else { return nil }
        (self.latitude, self.longitude, self.kilometers) = (latitude, longitude, kilometers)
    }

    /// Parses `48.1,11.6` or `48.1,11.6,5km`; the units are `m` and `km`.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard 2...3 ~= parts.count, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else {
            return nil
        }
        guard parts.count == 3 else {
            self.init(latitude: latitude, longitude: longitude)
            return
        }
        let number = parts[2].lowercased().prefix { $0.isNumber || $0 == "." || $0 == "-" }
        let unit = parts[2].lowercased().dropFirst(number.count)
        guard let distance = Double(number), let factor = ["": 1, "km": 1, "m": 0.001][String(unit)] else { return nil }
        self.init(latitude: latitude, longitude: longitude, kilometers: distance * factor)
    }

    /// The value after the colon of a condition.
    public var description: String { "\(latitude),\(longitude),\(Self.plain(kilometers))km" }

    private static func plain(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The great-circle distance between two places, in kilometers.
    static func distance(
        _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
    ) -> Double {
        let radian = Double.pi / 180
        let across = sin((otherLongitude - longitude) * radian / 2)
        let up = sin((otherLatitude - latitude) * radian / 2)
        let square = up * up + cos(latitude * radian) * cos(otherLatitude * radian) * across * across
        return 2 * 6_371 * asin(min(1, square.squareRoot()))
    }

    func distance(latitude: Double, longitude: Double) -> Double {
        Self.distance(self.latitude, self.longitude, latitude, longitude)
    }
}
