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

/// Dates without a time zone, as cameras write them.
package enum CameraTime {
    /// Seconds since 1970 as if the clock had shown UTC; `nil` for dates that do not exist, or that no clock shows.
    package static func seconds(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
    ) -> Int? {
        guard (1800...2200).contains(year), (1...12).contains(month), (1...days(month, year)).contains(day),
            // A day has leap seconds.
            (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        // Phones whose hours go from 1 to 24 mean the first hour of the day that they write.
        let clock = hour % 24 * 3_600 + minute * 60 + second
        return days(from1970To: year, month, day) * 86_400 + clock
    }

    /// What the numbers of a date say: from the year on, as many as are known. Zeros stand for what is not.
    ///
    /// - Returns: `nil` for dates that do not exist.
    package static func time(_ numbers: [Int]) -> PhotoTime? {
        guard let year = numbers.first else { return nil }
        let month = numbers.count > 1 ? numbers[1] : 0
        let day = numbers.count > 2 && month > 0 ? numbers[2] : 0
        let isWhole = numbers.count > 4 && day > 0
        let clock = isWhole ? Array(numbers[3...]) + [0] : [0, 0, 0]
        let start = seconds(year, max(month, 1), max(day, 1), clock[0], clock[1], clock[2])
        let detail: PhotoTime.Detail? = isWhole ? nil : day > 0 ? .day : month > 0 ? .month : .year
        return start.map { PhotoTime(seconds: $0, detail: detail) }
    }

    private static func days(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// By counting years from March on, so that the day that leap years add comes last.
    private static func days(from1970To year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// The day of a moment between the years 1800 and 2200.
    package static func date(of seconds: Int) -> (year: Int, month: Int, day: Int) {
        let day = (seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400
        let year = (1799...2201).last { days(from1970To: $0, 1, 1) <= day } ?? 1970
        let month = (1...12).last { days(from1970To: year, $0, 1) <= day } ?? 1
        return (year, month, day - days(from1970To: year, month, 1) + 1)
    }
}
