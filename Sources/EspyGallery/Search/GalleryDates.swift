import EspyBase
import EspyCodecs

/// A condition on when photos were taken, by the camera's clock.
public enum GalleryDates: Sendable, Equatable, CustomStringConvertible {
    /// From the start of the first to the end of the last; nil leaves that side open.
    case span(from: GalleryDate?, through: GalleryDate?)
    /// Before its first moment.
    case before(GalleryDate)
    /// After its last moment.
    case after(GalleryDate)
    /// A month, or one of its days, in any year.
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
        // In a leap year.
        guard let day = Int(parts[1]), 1...CivilDay.days(in: month, of: 2_000) ~= day else { return nil }
        return .yearly(month: month, day: day)
    }

    /// Whether they contain all of a date that may not be known to the day.
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

    /// The value after the colon of a condition.
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

/// A year, a month of a year, or a day.
public struct GalleryDate: Sendable, Equatable, CustomStringConvertible {
    /// From 1000 to 9999.
    public let year: Int
    /// From 1 to 12; nil for the whole year.
    public let month: Int?
    /// From 1 on; nil for the whole month.
    public let day: Int?

    /// Nil for an invalid date.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard 1_000...9_999 ~= year, 1...12 ~= month ?? 1, day == nil || month != nil else { return nil }
        guard 1...CivilDay.days(in: month ?? 1, of: year) ~= day ?? 1 else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The date of a photo, as precisely as it is known.
    init?(of seconds: Int, _ detail: PhotoTime.Detail?) {
        let date = CivilDay.date(of: seconds)
        let parts = detail?.parts ?? 3
        self.init(year: date.year, month: parts > 1 ? date.month : nil, day: parts > 2 ? date.day : nil)
    }

    /// `2024`, `2024-05` or `2024-05-21`.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard 1...3 ~= parts.count, parts[0].utf8.count == 4, parts.dropFirst().allSatisfy({ 1...2 ~= $0.utf8.count })
        else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard part.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Int(part) else { return nil }
            numbers.append(number)
        }
        self.init(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil, day: numbers.count > 2 ? numbers[2] : nil)
    }

    /// Its first second, since 1970.
    var start: Int { CivilDay.number(year: year, month: month ?? 1, day: day ?? 1) * CivilDay.seconds }

    /// The first second after it.
    var end: Int {
        if let month, let day { return (CivilDay.number(year: year, month: month, day: day) + 1) * CivilDay.seconds }
        let (nextYear, nextMonth) = month.map { $0 == 12 ? (year + 1, 1) : (year, $0 + 1) } ?? (year + 1, 1)
        return CivilDay.number(year: nextYear, month: nextMonth, day: 1) * CivilDay.seconds
    }

    public var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)" + (month.map { "-" + two($0) } ?? "") + (day.map { "-" + two($0) } ?? "")
    }
}

/// Days of the Gregorian calendar, counted from 1970-01-01.
enum CivilDay {
    static let seconds = 86_400

    /// - Parameters:
    ///   - month: from 1 to 12.
    ///   - day: from 1; days after the end of the month run into the next.
    static func number(year: Int, month: Int, day: Int) -> Int {
        // Years start in March here, so that the leap day is the last one.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func date(_ number: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The date of a moment, in seconds since 1970. Moments outside the calendar's range are clamped.
    static func date(of time: Int) -> (year: Int, month: Int, day: Int) {
        let bounded = min(max(time, -62_135_596_800), 253_402_300_799)
        return date((bounded - (bounded % seconds + seconds) % seconds) / seconds)
    }

    static func days(in month: Int, of year: Int) -> Int {
        let next = month == 12 ? number(year: year + 1, month: 1, day: 1) : number(year: year, month: month + 1, day: 1)
        return next - number(year: year, month: month, day: 1)
    }

    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// A month by its English name or at least its first three letters.
    static func month(_ text: String) -> Int? {
        let name = text.lowercased()
        guard name.count >= 3 else { return nil }
        if name == "sept" { return 9 }
        return months.firstIndex { $0 == name || ($0.prefix(3) == name) }.map { $0 + 1 }
    }
}
