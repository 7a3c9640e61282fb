/// When a photo was taken by the clock of the camera, as exactly as that is known.
public struct PhotoTime: Sendable, Equatable {
    /// What is known of a date that is not known to the second.
    public enum Detail: String, Sendable, Codable, CaseIterable {
        case year, month, day

        /// How many parts of a date are known.
        package var parts: Int {
            switch self {
            case .year: 1
            case .month: 2
            case .day: 3
            }
        }
    }

    /// Its first second, since 1970, as if the clock had shown UTC.
    public let seconds: Int
    /// Nil where the time of day is known, too.
    public let detail: Detail?

    public init(seconds: Int, detail: Detail? = nil) { (self.seconds, self.detail) = (seconds, detail) }

    /// Whether this says the same as the other, and more: a day of its month, a time of its day.
    package func isMoreExact(than other: PhotoTime) -> Bool {
        guard let known = other.detail, detail?.parts ?? 4 > known.parts else { return false }
        let (own, wide) = (CameraTime.date(of: seconds), CameraTime.date(of: other.seconds))
        switch known {
        case .year: return own.year == wide.year
        case .month: return (own.year, own.month) == (wide.year, wide.month)
        case .day: return own == wide
        }
    }

    /// The first of several, the surest first, or a later one that says the same more exactly.
    package static func best(_ times: [PhotoTime?]) -> PhotoTime? {
        let known = times.compactMap { $0 }
        return known.dropFirst().reduce(known.first) { best, next in
            best.map { next.isMoreExact(than: $0) ? next : $0 }
        }
    }
}
