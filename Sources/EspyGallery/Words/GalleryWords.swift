import Foundation

/// Cuts text into words in their basic form: in small letters, without accents, one thing instead of several.
enum GalleryWords {
    /// The most characters of a text that are looked at.
    static let longest = 4_000

    static func of(_ text: some StringProtocol) -> [String] {
        if let bytes = ascii(text) { return words(in: bytes).map { single($0) } }
        return plain(text).split { !$0.isLetter && !$0.isNumber }.map { WordForms.single(String($0)) }
    }

    /// The words of the name of a file or folder, where words are often written together: `DSC0042`, `ourBeachHouse`.
    /// Each stands for itself and for its parts.
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

    /// Letters that are numbers as well, as the second one of Beijing, are none.
    private static func isDigit(_ character: Character) -> Bool {
        character.unicodeScalars.first?.properties.numericType == .decimal
    }

    /// The text as most names are; nil for one with other letters. Bytes are many times as fast as characters.
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

    /// Letters of full and of half width, ligatures, and accents that stand by themselves become what they look like.
    private static func plain(_ text: some StringProtocol) -> String {
        // Voiced kana of half width come out in two pieces.
        String(text.prefix(longest)).precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
