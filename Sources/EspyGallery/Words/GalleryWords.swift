import Foundation

/// Splits text into words in base form: in lower case, without accents, singular.
enum GalleryWords {
    /// Maximum number of characters of a text to use.
    static let longest = 4_000

    static func of(_ text: some StringProtocol) -> [String] {
        if let bytes = ascii(text) { return words(in: bytes).map { single($0) } }
        return plain(text).split { !$0.isLetter && !$0.isNumber }.map { WordForms.single(String($0)) }
    }

    /// The words in the name of a file or folder, where words are often joined: `DSC0042`, `ourBeachHouse`. Returns
    /// each joined word and its parts.
    static func ofName(_ name: some StringProtocol) -> [String] {
        if let bytes = ascii(name) {
            return words(in: bytes).flatMap { word in
                let parts = parts(of: word)
                return (parts.count > 1 ? [word] + parts : parts).map { single($0) }
            }
        }
        return String(name.prefix(longest)).split { !$0.isLetter && !$0.isNumber }.flatMap { word -> [String] in
            let parts = parts(of: word)
            return (parts.count > 1 ? [String(word)] + parts : parts).flatMap { of($0) }
        }
    }

    private static func parts(of word: Substring) -> [String] {
        var parts: [String] = []
        var before: Character?
        for character in word {
            if let before, parts.last != nil, !begins(character, after: before) {
                parts[parts.count - 1].append(character)
            } else {
                parts.append(String(character))
            }
            before = character
        }
        return parts
    }

    private static func begins(_ character: Character, after before: Character) -> Bool {
        isDigit(character) != isDigit(before) || (character.isUppercase && before.isLowercase)
    }

    /// Letters that are also numerals, such as the second character of Beijing (北京), are not digits.
    private static func isDigit(_ character: Character) -> Bool {
        character.unicodeScalars.first?.properties.numericType == .decimal
    }

    /// The text if it is ASCII, as most names are; otherwise nil. Bytes are several times as fast as characters.
    private static func ascii(_ text: some StringProtocol) -> [UInt8]? {
        let bytes = Array(text.utf8.prefix(longest))
        return bytes.allSatisfy { $0 < 128 } ? bytes : nil
    }

    private static func words(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split { !isDigit($0) && !isSmall($0 | 0x20) }
    }

    private static func parts(of word: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var (parts, start) = ([ArraySlice<UInt8>](), word.startIndex)
        for place in word.indices.dropFirst() {
            let (before, byte) = (word[place - 1], word[place])
            if isDigit(byte) != isDigit(before) || (!isSmall(byte) && !isDigit(byte) && isSmall(before)) {
                parts.append(word[start..<place])
                start = place
            }
        }
        return parts + [word[start...]]
    }

    private static func single(_ word: ArraySlice<UInt8>) -> String {
        WordForms.single(String(decoding: word.map { isDigit($0) ? $0 : $0 | 0x20 }, as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    private static func isSmall(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }

    /// Converts full-width and half-width letters, ligatures, and standalone accents to what they look like.
    private static func plain(_ text: some StringProtocol) -> String {
        // Half-width voiced kana come out in two pieces.
        String(text.prefix(longest)).precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

/// Converts `beaches` to `beach`. Only a few rules for English: queries and texts go through the same rules, so a word
/// that they spoil is still found.
private enum WordForms {
    static func single(_ word: String) -> String {
        if let known = irregular[word] { return known }
        guard word.utf8.count > 3, word.hasSuffix("s") else { return word }
        if ["ss", "us", "is"].contains(where: { word.hasSuffix($0) }) { return word }
        if word.hasSuffix("ies") { return word.utf8.count > 4 ? word.dropLast(3) + "y" : String(word.dropLast()) }
        if ["sses", "shes", "ches", "xes", "zzes"].contains(where: { word.hasSuffix($0) }) {
            return String(word.dropLast(2))
        }
        return String(word.dropLast())
    }

    private static let irregular = [
        "men": "man", "women": "woman", "children": "child", "people": "person", "persons": "person", "mice": "mouse",
        "geese": "goose", "feet": "foot", "teeth": "tooth", "leaves": "leaf", "knives": "knife", "wolves": "wolf",
        "calves": "calf", "loaves": "loaf", "shelves": "shelf", "buses": "bus", "oxen": "ox", "potatoes": "potato",
        "tomatoes": "tomato", "mosquitoes": "mosquito", "volcanoes": "volcano", "heroes": "hero", "echoes": "echo",
        "cacti": "cactus", "fungi": "fungus", "babies": "baby", "lenses": "lens", "glasses": "glasses",
        "scissors": "scissors", "jeans": "jeans", "stairs": "stairs", "christmas": "christmas", "series": "series",
        "species": "species", "movies": "movie", "cookies": "cookie", "selfies": "selfie", "hippies": "hippie",
        "pies": "pie", "ties": "tie",
    ]
}

/// The words of the full-text index. Scripts without spaces between words are split into characters: any part of such a
/// run is found as a phrase, without a dictionary.
enum TextPieces {
    /// Separates two runs, so that no phrase spans both. A private-use character that no text contains.
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

    /// Whether a text contains such characters.
    static func hasSpaceless(_ text: String) -> Bool {
        text.utf8.contains { $0 >= 0xE0 } && text.contains(where: isSpaceless)
    }

    /// Joins the lines of printed text, which break anywhere, so that words and phrases are whole again.
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

    /// Korean has spaces, and text recognition often inserts wrong ones into Chinese and Japanese text.
    private static func isJoined(_ one: Character, _ other: Character) -> Bool {
        isSpaceless(one) && isSpaceless(other) && !isHangul(one) && !isHangul(other)
    }

    private static func isHangul(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value else { return false }
        return 0xAC00...0xD7FF ~= value || 0x1100...0x11FF ~= value || 0x3130...0x318F ~= value
    }

    /// Chinese, Japanese, Korean, Thai, Lao, Tibetan, Burmese, Khmer and related scripts. Korean joins words with
    /// endings; the others have no spaces.
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
