/// The capture time of a photo by the camera's clock, with its precision.
public struct PhotoTime: Sendable, Equatable {
    /// The precision of a date that is not known to the second.
    public enum Detail: String, Sendable, Codable, CaseIterable {
        case year, month, day

        /// The number of parts of a date that are known.
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
    /// Nil if the time of day is also known.
    public let detail: Detail?

    public init(seconds: Int, detail: Detail? = nil) { (self.seconds, self.detail) = (seconds, detail) }

    /// Whether this agrees with the other time, but is more precise: a day of its month, a time of its day.
    package func isMoreExact(than other: PhotoTime) -> Bool {
        guard let known = other.detail, detail?.parts ?? 4 > known.parts else { return false }
        let (own, wide) = (CameraTime.date(of: seconds), CameraTime.date(of: other.seconds))
        switch known {
        case .year: return own.year == wide.year
        case .month: return (own.year, own.month) == (wide.year, wide.month)
        case .day: return own == wide
        }
    }

    /// The first of several times, the most reliable first, or a later one that agrees but is more precise.
    package static func best(_ times: [PhotoTime?]) -> PhotoTime? {
        let known = times.compactMap { $0 }
        return known.dropFirst().reduce(known.first) { best, next in
            best.map { next.isMoreExact(than: $0) ? next : $0 }
        }
    }
}

/// Converts dates without a time zone, as cameras write them.
package enum CameraTime {
    /// Seconds since 1970 as if the clock had shown UTC; `nil` for dates that do not exist, or that no clock shows.
    package static func seconds(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
    ) -> Int? {
        guard (1800...2200).contains(year), (1...12).contains(month), (1...days(month, year)).contains(day),
            // Some days have a leap second.
            (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        // Phones that count hours from 1 to 24 mean the first hour of the day that they write.
        let clock = hour % 24 * 3_600 + minute * 60 + second
        return days(from1970To: year, month, day) * 86_400 + clock
    }

    /// Returns the time for the numbers of a date: from the year on, as many as are known. Unknown ones are zero.
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

    /// Counts years from March on, so that the leap day comes last.
    private static func days(from1970To year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// The date of a moment between the years 1800 and 2200.
    package static func date(of seconds: Int) -> (year: Int, month: Int, day: Int) {
        let day = (seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400
        let year = (1799...2201).last { days(from1970To: $0, 1, 1) <= day } ?? 1970
        let month = (1...12).last { days(from1970To: year, $0, 1) <= day } ?? 1
        return (year, month, day - days(from1970To: year, month, 1) + 1)
    }
}
