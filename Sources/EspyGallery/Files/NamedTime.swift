import EspyCodecs

/// The date that phones and messengers put into the names of photos: `IMG_20190521_104552.jpg`,
/// `Screenshot 2019-05-21 at 10.45.52.png`, `IMG-20190521-WA0003.jpg`.
package enum NamedTime {
    /// - Returns: seconds since 1970 as if the clock had shown UTC; midnight where only the day is told.
    package static func seconds(in name: String) -> Int? {
        let bytes = Array(name.utf8)
        for start in bytes.indices where isDigit(bytes[start]) && (start == 0 || !isDigit(bytes[start - 1])) {
            if let seconds = date(bytes, start) { return seconds }
        }
        return nil
    }

    private static func date(_ bytes: [UInt8], _ start: Int) -> Int? {
        var place = start
        guard let year = number(bytes, &place, 4), (1900...2100).contains(year) else { return nil }
        let separator = place < bytes.count && !isDigit(bytes[place]) ? bytes[place] : nil
        guard separator.map({ "-_.".utf8.contains($0) }) ?? true else { return nil }
        if separator != nil { place += 1 }
        guard let month = number(bytes, &place, 2) else { return nil }
        if let separator {
            guard place < bytes.count, bytes[place] == separator else { return nil }
            place += 1
        }
        guard let day = number(bytes, &place, 2) else { return nil }
        let end = place
        if let time = clock(bytes, place), let seconds = CameraTime.seconds(year, month, day, time.0, time.1, time.2) {
            return seconds
        }
        // Eight digits in a row that go on are a number, not a day.
        guard end == bytes.count || !isDigit(bytes[end]) else { return nil }
        return CameraTime.seconds(year, month, day, 0, 0, 0)
    }

    /// The time behind a day: at most four other characters (` at `, `_`, `T`) lie between.
    private static func clock(_ bytes: [UInt8], _ start: Int) -> (Int, Int, Int)? {
        var place = start
        while place < bytes.count, place - start < 4, !isDigit(bytes[place]) { place += 1 }
        var parts: [Int] = []
        for index in 0..<3 {
            if index > 0, place < bytes.count, "-_.:".utf8.contains(bytes[place]) { place += 1 }
            guard let part = number(bytes, &place, 2) else { return nil }
            parts.append(part)
        }
        return (parts[0], parts[1], parts[2])
    }

    private static func number(_ bytes: [UInt8], _ place: inout Int, _ digits: Int) -> Int? {
        guard place + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[place..<place + digits] {
            guard isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        place += digits
        return value
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
