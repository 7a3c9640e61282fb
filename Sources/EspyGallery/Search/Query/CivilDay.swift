/// Days of the Gregorian calendar, counted from 1970-01-01.
package enum CivilDay {
    package static let seconds = 86_400

    /// - Parameters:
    ///   - month: from 1 to 12.
    ///   - day: from 1 on; those behind the end of the month run into the next.
    package static func number(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March here, so that the day that leaps is the last one.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    package static func date(_ number: Int) -> (year: Int, month: Int, day: Int) {
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

    /// The date of a moment, in seconds since 1970. Moments that no calendar reaches are moved to its ends.
    package static func date(of time: Int) -> (year: Int, month: Int, day: Int) {
        let bounded = min(max(time, -62_135_596_800), 253_402_300_799)
        return date((bounded - (bounded % seconds + seconds) % seconds) / seconds)
    }

    package static func days(in month: Int, of year: Int) -> Int {
        let next = month == 12 ? number(year: year + 1, month: 1, day: 1) : number(year: year, month: month + 1, day: 1)
        return next - number(year: year, month: month, day: 1)
    }

    package static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// A month by its English name or the first letters of it, at least three.
    package static func month(_ text: String) -> Int? {
        let name = text.lowercased()
        guard name.count >= 3 else { return nil }
        if name == "sept" { return 9 }
        return months.firstIndex { $0 == name || ($0.prefix(3) == name) }.map { $0 + 1 }
    }
}
