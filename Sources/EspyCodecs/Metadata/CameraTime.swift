/// Dates without a time zone, as cameras write them.
package enum CameraTime {
    /// Seconds since 1970 as if the clock had shown UTC; `nil` for dates that do not exist, or that no clock shows.
    package static func seconds(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
    ) -> Int? {
        guard (1800...2200).contains(year), (1...12).contains(month), (1...days(month, year)).contains(day),
            // A day has leap seconds, and some programs write 24:00.
            (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return days(from1970To: year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
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
}
