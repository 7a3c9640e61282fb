import EspyBase
import EspyCodecs

/// A year, a month of a year, or a day.
public struct GalleryDate: Sendable, Equatable, CustomStringConvertible {
    /// From 1000 to 9999.
    public let year: Int
    /// From 1 to 12; nil for the whole year.
    public let month: Int?
    /// From 1 on; nil for the whole month.
    public let day: Int?

    /// Nil when there is no such date.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard 1_000...9_999 ~= year, 1...12 ~= month ?? 1, day == nil || month != nil else { return nil }
        guard 1...CivilDay.days(in: month ?? 1, of: year) ~= day ?? 1 else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// What is known of when a photo was taken.
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
