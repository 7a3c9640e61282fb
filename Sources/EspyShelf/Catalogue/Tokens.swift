import Foundation

/// Words as they are compared.
enum Tokens {
    /// Lower case, without accents, cut at everything that is no letter or digit.
    static func of(_ text: String) -> [String] {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

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
