/// Dates as header fields have them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: since 1970.
    static func text(_ seconds: Int) -> String {
        let day = (Double(seconds) / 86_400).rounded(.down)
        let (year, month, date) = civil(Int(day))
        let time = seconds - Int(day) * 86_400
        let clock = [time / 3600, time / 60 % 60, time % 60].map(padded).joined(separator: ":")
        return "\(days[((Int(day) % 7) + 7) % 7]), \(padded(date)) \(months[month - 1]) \(year) \(clock) GMT"
    }

    /// - Returns: nil for anything else, also for the two old forms, which nothing has written for decades.
    static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
            let date = Int(words[1]), let month = months.firstIndex(of: String(words[2])), let year = Int(words[3])
        else { return nil }
        let clock = words[4].split(separator: ":").map { Int($0) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            1...31 ~= date, 1970...9999 ~= year, 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
        else { return nil }
        return day(year: year, month: month + 1, date: date) * 86_400 + hour * 3600 + minute * 60 + second
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    // Years begin in March here, so that the day that comes and goes is the last one; 400 of them have 146,097 days.

    private static func day(year: Int, month: Int, date: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let inYear = (153 * ((month + 9) % 12) + 2) / 5 + date - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + inYear - 719_468
    }

    /// - Parameter day: since 1970.
    private static func civil(_ day: Int) -> (year: Int, month: Int, date: Int) {
        let day = day + 719_468
        let era = (day >= 0 ? day : day - 146_096) / 146_097
        let inEra = day - era * 146_097
        let yearInEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * yearInEra + yearInEra / 4 - yearInEra / 100)
        let fromMarch = (5 * inYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        let year = era * 400 + yearInEra + (month <= 2 ? 1 : 0)
        return (year, month, inYear - (153 * fromMarch + 2) / 5 + 1)
    }
}
