import EspyBase

/// When photos were taken, by the clock of the camera.
public enum GalleryDates: Sendable, Equatable, CustomStringConvertible {
    /// From the beginning of the first to the end of the last; nil leaves that side open.
    case span(from: GalleryDate?, through: GalleryDate?)
    /// Earlier than its first moment.
    case before(GalleryDate)
    /// Later than its last moment.
    case after(GalleryDate)
    /// A month, or a day of it, in whatever year.
    case yearly(month: Int, day: Int?)

    /// - Parameter key: `date`, `before` or `after`.
    init?(_ key: String, _ value: String) {
        if key == "date", let yearly = Self.yearly(value) {
            self = yearly
        } else if key == "date" {
            guard let (first, last) = QueryRange.ends(of: value) else { return nil }
            let (from, through) = (GalleryDate(first), GalleryDate(last))
            guard first.isEmpty || from != nil, last.isEmpty || through != nil else { return nil }
            if let from, let through, from.start >= through.end { return nil }
            self = .span(from: from, through: through)
        } else {
            guard let date = GalleryDate(value) else { return nil }
            self = key == "before" ? .before(date) : .after(date)
        }
    }

    /// `may` or `may-21`.
    private static func yearly(_ text: String) -> GalleryDates? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, let month = CivilDay.month(String(parts[0])) else { return nil }
        guard parts.count == 2 else { return .yearly(month: month, day: nil) }
        // In a year that leaps.
        guard let day = Int(parts[1]), 1...CivilDay.days(in: month, of: 2_000) ~= day else { return nil }
        return .yearly(month: month, day: day)
    }

    /// Do they hold all of a date that is not known to the day?
    func holds(_ date: GalleryDate) -> Bool {
        switch self {
        case .span(let from, let through):
            from?.start ?? .min <= date.start && date.end <= through?.end ?? .max
        case .before(let limit): date.end <= limit.start
        case .after(let limit): date.start >= limit.end
        case .yearly(let month, let day): date.month == month && (day == nil || date.day == day)
        }
    }

    var key: String {
        switch self {
        case .span, .yearly: "date"
        case .before: "before"
        case .after: "after"
        }
    }

    /// What stands behind the colon.
    public var description: String {
        switch self {
        case .before(let date), .after(let date): return date.description
        case .yearly(let month, let day): return CivilDay.months[month - 1] + (day.map { "-\($0)" } ?? "")
        case .span(let from, let through):
            if let from, from == through { return from.description }
            return (from?.description ?? "") + ".." + (through?.description ?? "")
        }
    }
}
