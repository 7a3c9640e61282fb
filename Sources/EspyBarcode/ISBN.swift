/// An International Standard Book Number (ISO 2108), as thirteen digits with a right check digit.
public struct ISBN: Sendable, Hashable {
    /// Thirteen digits without hyphens.
    public let value: String

    /// A number as people write it: ISBN-13 or ISBN-10, with or without hyphens, spaces, and the word "ISBN".
    ///
    /// `nil` unless it has the right length, prefix and check digit.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 64, let number = Self.number(in: text) else { return nil }
        self.init(digits: number)
    }

    /// Ten or thirteen digits and nothing else; the last of ten can be an X.
    init?(digits text: String) {
        let values = text.utf8.map { $0 == UInt8(ascii: "X") ? 10 : Int($0) - 48 }
        switch values.count {
        case 13 where values.allSatisfy({ 0...9 ~= $0 }) && CheckDigit.isRight(values):
            guard text.hasPrefix("978") || text.hasPrefix("979") else { return nil }
            value = text
        case 10 where values.dropLast().allSatisfy({ 0...9 ~= $0 }) && values[9] == Self.tenCheck(values.dropLast()):
            let long = [9, 7, 8] + values.dropLast()
            value = (long + [CheckDigit.of(long)]).map(String.init).joined()
        default: return nil
        }
    }

    /// The older form of ten digits, the last of which can be an X. Numbers that begin with 979 have none.
    public var ten: String? {
        guard value.hasPrefix("978") else { return nil }
        let core = value.dropFirst(3).dropLast()
        let check = Self.tenCheck(core.utf8.map { Int($0) - 48 })
        return core + (check == 10 ? "X" : String(check))
    }

    /// Weights 10 to 2; the sum with the check value is a multiple of 11.
    private static func tenCheck(_ digits: some Collection<Int>) -> Int {
        let sum = zip(digits, stride(from: 10, through: 2, by: -1)).reduce(0) { $0 + $1.0 * $1.1 }
        return (11 - sum % 11) % 11
    }

    /// The digits and X without what people put between and in front of them, or `nil` where there is anything else.
    private static func number(in text: some StringProtocol) -> String? {
        var rest = text.drop(while: \.isWhitespace)
        if rest.prefix(4).uppercased() == "ISBN" {
            rest = rest.dropFirst(4)
            for length in ["-13", "-10"] where rest.hasPrefix(length) {
                // "ISBN-10 …" names the form; "ISBN-1034…" would be the number itself.
                if let next = rest.dropFirst(3).first, !next.isNumber { rest = rest.dropFirst(3) }
            }
            rest = rest.drop { $0.isWhitespace || $0 == ":" || $0 == "-" }
        }
        var number = ""
        for character in rest {
            switch character {
            case "0"..."9" where character.isASCII: number.append(character)
            case "X", "x": number.append("X")
            case "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}": continue
            case _ where character.isWhitespace: continue
            default: return nil
            }
        }
        return number
    }
}

extension ISBN: CustomStringConvertible {
    public var description: String { value }
}
