import EspySystem
import EspyText

/// Words of English, German, Spanish and French, names included, which tell what was read from what only looks like
/// letters: `models/espy-words.bin`. Of other strings, it takes two in a hundred for a word.
public struct WordList: Sendable {
    private let bits: [UInt8]
    private let count: UInt64
    private let hashes: UInt64

    /// Name of the file in a folder of models.
    private static let file = "espy-words.bin"
    private static let magic = Array("ESPYWORD".utf8)
    /// Bytes of the file before its bits, and of all of it at most.
    private static let (header, most) = (16, 8 << 20)
    /// Letters that a word of the list has at least: nearly any three are short for something.
    private static let shortest = 4
    /// Letters that are surer are right: what they spell is a name.
    private static let certain = 0.98
    /// A spine of which a smaller share of the letters is in words of the list does not say a title.
    private static let leastKnown = 0.5
    /// What is left of the confidence of such a spine.
    private static let strange = 0.65
    /// A photo of which a smaller share of the certain letters is in words of the list is in another language, where there
    /// are so many of them.
    private static let (leastSpoken, leastLetters) = (0.7, 40)

    /// - Returns: nil for what is no such file.
    public init?(_ bytes: [UInt8]) {
        func number(at place: Int) -> UInt64 { (0..<4).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) } }
        guard bytes.count > Self.header, bytes.starts(with: Self.magic) else { return nil }
        (count, hashes) = (number(at: 8), number(at: 12))
        bits = Array(bytes.dropFirst(Self.header))
        guard count > 0, count <= 8 * UInt64(bits.count), 1...16 ~= hashes else { return nil }
    }

    /// - Parameter folders: of models, in the order in which they are searched.
    /// - Returns: nil where none has the list.
    public init?(folders: [String]) {
        let found = folders.lazy.compactMap { try? Files.read(Path.join($0, Self.file), limit: Self.most) }.first
        guard let found, let list = WordList(found) else { return nil }
        self = list
    }

    /// - Parameter word: small letters from a to z.
    func has(_ word: String) -> Bool {
        var number: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in word.utf8 { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let (first, second) = (number & 0xFFFF_FFFF, number >> 32 | 1)
        return (0..<hashes).allSatisfy { turn in
            let place = (first + turn * second) % count
            return bits[Int(place >> 3)] & 1 << UInt8(place & 7) != 0
        }
    }

    /// What the list says of the words of a spine.
    struct Judgment {
        /// What to multiply the confidence of the reading with.
        var factor = 1.0
        /// Those that it does not know, where they make the reading less sure.
        var unknown: [String] = []
    }

    /// Words that the list does not know, of letters that are not certain, are likely read wrong.
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

    /// Whether lines are in a language of the list, as far as they tell.
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

    /// The words of a line that may be in the list: long enough, and of Latin letters alone.
    private func judged(_ line: TextLine) -> [Judged] {
        line.words.flatMap { word in
            word.text.split { !$0.isLetter && !$0.isNumber }.compactMap { part in
                let plain = Tokens.of(String(part).replacing("ß", with: "ss")).joined()
                guard plain.utf8.count >= Self.shortest,
                    plain.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
                else { return nil }
                return Judged(
                    text: String(part), letters: plain.utf8.count, isKnown: has(plain), confidence: word.confidence)
            }
        }
    }
}
