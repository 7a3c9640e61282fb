/// Words as the full-text index has them. Scripts that put no spaces between words are kept character by character: any part
/// of such a run is found as a phrase, without a dictionary that would have to know it.
enum TextPieces {
    /// Stands between two runs, so that no phrase reaches from the end of one into the next. It is in no text: a
    /// character of private use.
    private static let border = "\u{E000}"

    static func of(_ words: [String]) -> [String] {
        if words.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) { return words }
        var pieces: [String] = []
        var endsInRun = false
        for word in words {
            for (place, character) in word.enumerated() {
                let isRun = isSpaceless(character)
                if place == 0, isRun, endsInRun { pieces.append(border) }
                if place > 0, !isRun, !endsInRun {
                    pieces[pieces.count - 1].append(character)
                } else {
                    pieces.append(String(character))
                }
                endsInRun = isRun
            }
        }
        return pieces
    }

    /// Has a text any of such characters?
    static func hasSpaceless(_ text: String) -> Bool {
        text.utf8.contains { $0 >= 0xE0 } && text.contains(where: isSpaceless)
    }

    /// Text as it is printed, where lines end wherever there is no more room: what belongs together stands together again.
    static func joiningLines(_ text: String) -> String {
        guard hasSpaceless(text) else { return text }
        var joined = ""
        var gap = ""
        for character in text {
            if character.isWhitespace {
                gap.append(character)
                continue
            }
            if let last = joined.last, !isJoined(last, character) { joined += gap }
            gap = ""
            joined.append(character)
        }
        return joined
    }

    /// Korean has spaces, and what reads Chinese and Japanese text often puts in some that are not there.
    private static func isJoined(_ one: Character, _ other: Character) -> Bool {
        isSpaceless(one) && isSpaceless(other) && !isHangul(one) && !isHangul(other)
    }

    private static func isHangul(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value else { return false }
        return 0xAC00...0xD7FF ~= value || 0x1100...0x11FF ~= value || 0x3130...0x318F ~= value
    }

    /// Chinese, Japanese, Korean, Thai, Lao, Tibetan, Burmese, Khmer and their relatives. Korean words have endings and are
    /// written together; the others know no spaces.
    private static func isSpaceless(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value, value >= 0xE00 else { return false }
        return switch value {
        case 0xE00...0xFFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x1950...0x19FF, 0x1A20...0x1AAF: true
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3040...0x318F, 0x31A0...0x31BF, 0x31F0...0x31FF: true
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xA980...0xA9FF, 0xAA60...0xAADF: true
        case 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
