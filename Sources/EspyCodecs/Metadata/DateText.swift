/// Parses dates as programs write them: `2019:05:21 10:45:52`, `2019-05-21T10:45:52+02:00`, `20190521`, `1987`,
/// `1987-05`, `2013:08:12 下午3:12:05`. Time zones are ignored, because the time on the camera's clock is what counts.
package enum DateText {
    private static let longest = 64

    package static func time(_ text: String) -> PhotoTime? { time(text.utf8) }

    package static func time(_ bytes: some Collection<UInt8>) -> PhotoTime? {
        let text = Array(bytes.prefix(longest))
        let parts = Array(self.parts(text).prefix(6))
        guard let year = parts.first, year.count == 4, parts.dropFirst().allSatisfy({ $0.count <= 2 }) else {
            return nil
        }
        var numbers = parts.map { text[$0].reduce(0) { $0 * 10 + Int($1 - 48) } }
        // Fields of twenty bytes cut off longer texts, even within the minutes.
        if parts.count == 5, parts[4].count == 1, parts[4].upperBound == text.count { numbers.removeLast() }
        guard numbers.count > 4 else { return CameraTime.time(numbers) }
        let last = parts[numbers.count - 1].upperBound
        let words = [
            text[parts[2].upperBound..<parts[3].lowerBound], text[last...].prefix { !isDigit($0) && $0 != 0x2B },
        ]
        if let hour = DayHalf.hour(numbers[3], words.map(DayHalf.word)) {
            numbers[3] = hour
        } else {
            numbers = Array(numbers[..<3])
        }
        return CameraTime.time(numbers)
    }

    /// The positions of the numbers, except those of the zone. Numbers without separators are split.
    private static func parts(_ text: [UInt8]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var place = 0
        while place < text.count {
            guard isDigit(text[place]) else {
                place += 1
                continue
            }
            let end = text[place...].firstIndex { !isDigit($0) } ?? text.count
            if parts.count > 2, let last = parts.last, isZone(text[last.upperBound..<place], text, parts) { break }
            parts += pieces(place..<end, after: parts)
            place = end
        }
        return parts
    }

    private static func pieces(_ run: Range<Int>, after parts: [Range<Int>]) -> [Range<Int>] {
        let isDay = parts.isEmpty && (run.count == 8 || run.count == 14)
        let isClock = parts.count == 3 && (run.count == 4 || run.count == 6)
        guard isDay || isClock else { return [run] }
        let start = isDay ? run.lowerBound + 4 : run.lowerBound
        let pairs = stride(from: start, to: run.upperBound, by: 2).map { $0..<$0 + 2 }
        return isDay ? [run.lowerBound..<start] + pairs : pairs
    }

    /// Whether the text before a number marks it as part of a time zone.
    private static func isZone(_ gap: ArraySlice<UInt8>, _ text: [UInt8], _ parts: [Range<Int>]) -> Bool {
        if gap.contains(UInt8(ascii: "+")) || gap.contains(UInt8(ascii: "Z")) { return true }
        guard parts.count == 5 || parts.count == 6, gap.contains(UInt8(ascii: "-")) else { return false }
        // After `10:45` it is a zone; in `10-45-52` it is not.
        return text[parts[3].upperBound..<parts[4].lowerBound].contains(UInt8(ascii: ":"))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}

/// The half of the day, which clocks of twelve hours write beside the hour.
package enum DayHalf {
    /// - Parameters:
    ///   - hour: as written.
    ///   - words: those before and after the time; see ``word(_:)``.
    /// - Returns: the hour of the day; `nil` if it may be in the morning or in the afternoon.
    package static func hour(_ hour: Int, _ words: [String]) -> Int? {
        for word in words where !isSilent(word) {
            if morning.contains(word) { return hour == 12 ? 0 : hour }
            if afternoon.contains(word) { return hour < 12 ? hour + 12 : hour }
            if noon.contains(word) { return hour < 11 ? hour + 12 : hour }
            // Twelve in the evening is the end of this day or of the one before.
            if evening.contains(word), hour != 12 { return hour < 12 ? hour + 12 : hour }
            return 1...12 ~= hour ? nil : hour
        }
        return hour
    }

    /// The lower-case letters of the text beside a time; `?` for bytes in an unknown encoding.
    package static func word(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) {
            let letters = text.lowercased().filter(\.isLetter)
            // The character for the day.
            return letters.first.map { "日일号".contains($0) } ?? false ? String(letters.dropFirst()) : letters
        }
        let own = bytes.filter { $0 > 0x20 }
        return legacy.first { $0.bytes == own }?.word ?? "?"
    }

    /// Whether a word names a part of the day.
    package static func isKnown(_ word: String) -> Bool {
        [morning, afternoon, evening, noon].contains { $0.contains(word) }
    }

    /// Whether a word says nothing about the hour, like `T` and names of zones.
    private static func isSilent(_ word: String) -> Bool {
        silent.contains(word) || word.count > 2 && !isKnown(word) && word.allSatisfy { $0.isASCII }
    }

    private static let silent: Set = [
        "", "t", "z", "at", "um", "à", "às", "a", "o", "v", "om", "kl", "h", "в", "о", "de", "di", "秒", "초", "分", "분",
    ]
    private static let morning: Set = [
        "am", "上午", "午前", "오전", "凌晨", "早上", "清晨", "πμ", "ص", "дп", "sa", "öö", "dop", "ap", "fm", "ก่อนเที่ยง",
        "पूर्वाह्न", "pg", "قظ", "vorm",
    ]
    private static let afternoon: Set = [
        "pm", "下午", "午後", "오후", "μμ", "م", "пп", "ch", "ös", "odp", "ip", "em", "หลังเที่ยง", "अपराह्न", "ptg", "بظ",
        "nachm", "pop", "du",
    ]
    private static let evening: Set = ["晚上", "晚間", "夜晚", "傍晚"]
    private static let noon: Set = ["中午", "正午", "noon"]

    /// The same words in GB18030, Big5, EUC-KR and Shift-JIS, without blanks.
    private static let legacy: [(bytes: [UInt8], word: String)] = [
        ([0xCF, 0xC2, 0xCE, 0xE7], "下午"), ([0xC9, 0xCF, 0xCE, 0xE7], "上午"), ([0xA4, 0x55, 0xA4, 0xC8], "下午"),
        ([0xA4, 0x57, 0xA4, 0xC8], "上午"), ([0xBF, 0xC0, 0xC8, 0xC4], "오후"), ([0xBF, 0xC0, 0xC0, 0xFC], "오전"),
        ([0x8C, 0xDF, 0x8C, 0xE3], "午後"), ([0x8C, 0xDF, 0x91, 0x4F], "午前"),
    ]
}
