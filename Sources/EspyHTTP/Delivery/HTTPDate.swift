import Foundation

/// Dates as header fields have them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: since 1970.
    static func text(_ seconds: Int) -> String {
        var (time, date) = (time_t(seconds), tm())
        gmtime_r(&time, &date)
        let clock = [date.tm_hour, date.tm_min, date.tm_sec].map(padded).joined(separator: ":")
        let day = "\(padded(date.tm_mday)) \(months[Int(date.tm_mon)]) \(Int(date.tm_year) + 1900)"
        return "\(days[Int(date.tm_wday)]), \(day) \(clock) GMT"
    }

    /// - Returns: nil for anything else, also for the two old forms, which nothing has written for decades.
    static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
            let day = Int32(words[1]), let month = months.firstIndex(of: String(words[2])), let year = Int32(words[3])
        else { return nil }
        let clock = words[4].split(separator: ":").map { Int32($0) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            1...31 ~= day, 1970...9999 ~= year, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
        else { return nil }
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (year - 1900, Int32(month), day)
        (date.tm_hour, date.tm_min, date.tm_sec) = (hour, minute, second)
        return timegm(&date)
    }

    private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
