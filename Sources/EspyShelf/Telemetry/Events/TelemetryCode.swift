/// A short name that Espy itself gives to something: a version, a detector, a reason.
///
/// Only lower-case letters, digits, `-` and `.` get in, 24 at most, so that nothing that stands on a spine or in a path
/// is kept by accident.
public struct TelemetryCode: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    public let text: String

    public init(_ text: String) {
        let kept = text.lowercased().unicodeScalars.filter { scalar in
            switch scalar {
            case "a"..."z", "0"..."9", "-", ".": true
            default: false
            }
        }
        self.text = String(String.UnicodeScalarView(kept.prefix(24)))
    }

    public init(stringLiteral text: String) { self.init(text) }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.singleValueContainer()
        try box.encode(text)
    }
}
