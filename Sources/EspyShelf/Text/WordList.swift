public import EspyInference
import EspySystem
import EspyText

/// Words of English, German, Spanish and French, including names, from `models/espy-words.bin`. They distinguish text
/// from shapes that only look like letters. The list takes 2% of other strings for words.
public struct WordList: Sendable {
    private let bits: [UInt8]
    private let count: UInt64
    private let hashes: UInt64

    /// The file name in a models folder.
    private static let file = "espy-words.bin"
    private static let magic = Array("ESPYWORD".utf8)
    /// The length of the header and the largest file, in bytes.
    private static let (header, most) = (16, 8 << 20)
    /// The length of the shortest word of the list: nearly any three letters are an abbreviation.
    private static let shortest = 4
    /// Letters above this confidence are right: they spell a name.
    private static let certain = 0.98
    /// Below this share of letters in known words, a reading is not a title.
    private static let leastKnown = 0.5
    /// The factor for the confidence of such a reading.
    private static let strange = 0.65
    /// Below this share of certain letters in known words, a photo is in another language; and the smallest number of
    /// letters to say so.
    private static let (leastSpoken, leastLetters) = (0.7, 40)

    /// - Returns: nil if the bytes are not a word list.
    public init?(_ bytes: [UInt8]) {
        func number(at place: Int) -> UInt64 { (0..<4).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) } }
        guard bytes.count > Self.header, bytes.starts(with: Self.magic) else { return nil }
        (count, hashes) = (number(at: 8), number(at: 12))
        bits = Array(bytes.dropFirst(Self.header))
        guard count > 0, count <= 8 * UInt64(bits.count), 1...16 ~= hashes else { return nil }
    }

    /// - Parameter folders: models folders, in search order.
    /// - Returns: nil if none has the list.
    /// - Throws: ``InferenceError/corruptModel(id:reason:)`` if the first one found is not a word list.
    public init?(folders: [String]) throws(InferenceError) {
        guard let path = folders.lazy.map({ Path.join($0, Self.file) }).first(where: Files.exists) else { return nil }
        guard let found = try? Files.read(path, limit: Self.most), let list = WordList(found) else {
            throw .corruptModel(id: Self.file, reason: "\(path) is not a word list")
        }
        self = list
    }

    /// - Parameter word: letters from a to z, in lower case.
    func has(_ word: String) -> Bool {
        var number: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in word.utf8 { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let (first, second) = (number & 0xFFFF_FFFF, number >> 32 | 1)
        return (0..<hashes).allSatisfy { turn in
            let place = (first + turn * second) % count
            return bits[Int(place >> 3)] & 1 << UInt8(place & 7) != 0
        }
    }

    /// The result of looking up the words of a spine.
    struct Judgment {
        /// The factor for the confidence of the reading.
        var factor = 1.0
        /// Unknown words that make the reading less certain.
        var unknown: [String] = []
    }

    /// Unknown words with uncertain letters are probably misread.
    func judgment(of lines: [TextLine]) -> Judgment {
        let words = lines.flatMap(judged)
        func letters(_ words: [Judged]) -> Double { Double(words.reduce(0) { $0 + $1.letters }) }
        let unknown = words.filter { !$0.isKnown }
        let doubtful = unknown.filter { $0.confidence < Self.certain }
        guard !unknown.isEmpty else { return Judgment() }
        let known = 1 - letters(unknown) / letters(words)
        let right = 1 - letters(doubtful) / letters(words)
        let isStrange = known < Self.leastKnown
        return Judgment(
            factor: right * right.squareRoot() * (isStrange ? Self.strange : 1),
            unknown: (isStrange ? unknown : doubtful).map(\.text).reduce(into: []) { texts, text in
                if !texts.contains(text) { texts.append(text) }
            })
    }

    /// Whether the lines are in a language of the list; true if there are too few letters to decide.
    func speaks(_ lines: [TextLine]) -> Bool {
        let certain = lines.flatMap(judged).filter { $0.confidence >= Self.certain }
        let letters = certain.reduce(0) { $0 + $1.letters }
        let known = certain.reduce(0) { $0 + ($1.isKnown ? $1.letters : 0) }
        return letters < Self.leastLetters || Double(known) >= Self.leastSpoken * Double(letters)
    }

    private struct Judged {
        let text: String
        let letters: Int
        let isKnown: Bool
        let confidence: Double
    }

    /// The words of a line that the list could have, long enough and with Latin letters only, and pieces of words.
    private func judged(_ line: TextLine) -> [Judged] {
        line.words.indices.flatMap { (index) -> [Judged] in
            let word = line.words[index]
            if Self.isPiece(word.text) {
                if word.text == "n", isBetweenWords(index, line.words) { return [] }
                // It stands for the word that it is a piece of, of which another piece is missing, however clear it is.
                return [Judged(text: word.text, letters: Self.shortest, isKnown: false, confidence: 0)]
            }
            return word.text.split { !$0.isLetter && !$0.isNumber }.compactMap { part in
                let plain = Tokens.of(String(part).replacing("ß", with: "ss")).joined()
                guard plain.utf8.count >= Self.shortest,
                    plain.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
                else { return nil }
                return Judged(
                    text: String(part), letters: plain.utf8.count, isKnown: has(plain), confidence: word.confidence)
            }
        }
    }

    /// Whether there is a word of the list before and after, as in “Rock n Roll”.
    private func isBetweenWords(_ index: Int, _ words: [TextLine.Word]) -> Bool {
        guard index > 0, index + 1 < words.count else { return false }
        return [words[index - 1], words[index + 1]].allSatisfy { word in
            let plain = Tokens.of(word.text).joined()
            return plain.utf8.count >= Self.shortest && has(plain)
        }
    }

    /// Whether this is a small consonant alone, as in “Seas n” for “Season”: no language of the list has such a word.
    private static func isPiece(_ word: String) -> Bool {
        word.utf8.count == 1 && word.utf8.allSatisfy("bcdfghjklmnpqrstvwxz".utf8.contains)
    }
}
