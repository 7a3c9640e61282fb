import Foundation

/// Cuts text into words in their basic form: in small letters, without accents, one thing instead of several.
enum GalleryWords {
    /// The most characters of a text that are looked at.
    static let longest = 4_000

    static func of(_ text: some StringProtocol) -> [String] {
        plain(text).split { !$0.isLetter && !$0.isNumber }.map { WordForms.single(String($0)) }
    }

    /// The words of the name of a file or folder, where words are often written together: `DSC0042`, `ourBeachHouse`.
    /// Each stands for itself and for its parts.
    static func ofName(_ name: some StringProtocol) -> [String] {
        String(name.prefix(longest)).split { !$0.isLetter && !$0.isNumber }.flatMap { word -> [String] in
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
        character.isNumber != before.isNumber || (character.isUppercase && before.isLowercase)
    }

    private static func plain(_ text: some StringProtocol) -> String {
        let text = String(text.prefix(longest))
        if text.utf8.allSatisfy({ $0 < 128 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
