import Foundation

/// Words as they are compared.
enum Tokens {
    /// Lower case, without accents, cut at everything that is no letter or digit.
    static func of(_ text: String) -> [String] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return plain(text) }
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// The same for plain letters, which most lists have, many times as fast.
    private static func plain(_ text: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            default:
                if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
                word.removeAll(keepingCapacity: true)
            }
        }
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    /// A bit for each letter and digit that a word has.
    static func letters(of word: [UInt8]) -> UInt64 { word.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

    /// How alike two words are, 0...1: 1 less the share of letters that have to be changed, put in or taken out; 0 where
    /// that is more than a quarter of them.
    static func likeness(_ a: [UInt8], _ b: [UInt8]) -> Double {
        let longer = max(a.count, b.count)
        let most = longer / 4
        guard abs(a.count - b.count) <= most else { return 0 }
        var row = Array(0...b.count)
        for i in a.indices {
            var corner = row[0]
            row[0] = i + 1
            var least = row[0]
            for j in b.indices {
                let changed = corner + (a[i] == b[j] ? 0 : 1)
                corner = row[j + 1]
                row[j + 1] = min(changed, row[j] + 1, corner + 1)
                least = min(least, row[j + 1])
            }
            if least > most { return 0 }
        }
        return row[b.count] > most ? 0 : 1 - Double(row[b.count]) / Double(max(longer, 1))
    }
}
