/// The modules of a printed EAN barcode, true where dark, including quiet zones.
///
/// Written from the standard (ISO/IEC 15420) independently of the reader, so that neither hides an error of the other.
public struct BarcodePrint: Sendable {
    public let modules: [Bool]
    /// The modules of the main symbol.
    public let symbol: Range<Int>

    /// - Parameters:
    ///   - digits: 13 or 8, including the check digit, which is not verified.
    ///   - addOn: 2 or 5 more, or none.
    /// - Precondition: the texts have these lengths.
    public init(_ digits: String, addOn: String = "") {
        let values = digits.utf8.map { Int($0) - 48 }
        precondition([8, 13].contains(values.count) && values.allSatisfy { 0...9 ~= $0 })
        let left: String
        let right: [Int]
        if values.count == 13 {
            let sets = Array(Self.sets[values[0]])
            left = (0..<6).map { Self.bars(values[$0 + 1], sets[$0]) }.joined()
            right = Array(values[7...])
        } else {
            left = values[..<4].map { Self.bars($0, "A") }.joined()
            right = Array(values[4...])
        }
        let main = "101" + left + "01010" + right.map { Self.bars($0, "C") }.joined() + "101"
        let quiet = String(repeating: "0", count: 11)
        let second = addOn.isEmpty ? "" : String(repeating: "0", count: 9) + Self.addOnBars(addOn)
        modules = (quiet + main + second + quiet).map { $0 == "1" }
        symbol = quiet.count..<quiet.count + main.count
    }

    /// The digits followed by their check digit.
    public static func checked(_ digits: String) -> String {
        let sum = digits.utf8.reversed().enumerated().reduce(0) { sum, digit in
            sum + (digit.offset % 2 == 0 ? 3 : 1) * (Int(digit.element) - 48)
        }
        return digits + String((10 - sum % 10) % 10)
    }

    private static func addOnBars(_ text: String) -> String {
        let digits = text.utf8.map { Int($0) - 48 }
        precondition([2, 5].contains(digits.count))
        let sets: String
        if digits.count == 2 {
            sets = ["AA", "AB", "BA", "BB"][(digits[0] * 10 + digits[1]) % 4]
        } else {
            let check = 3 * (digits[0] + digits[2] + digits[4]) + 9 * (digits[1] + digits[3])
            sets = fiveSets[check % 10]
        }
        return "1011" + zip(digits, sets).map { bars($0, $1) }.joined(separator: "01")
    }

    /// Widths of space, bar, space, bar in set A; set B has them reversed, and set C begins with a bar.
    private static let widths = [
        [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2],
        [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2], [1, 2, 1, 3], [3, 1, 1, 2],
    ]
    private static let sets = [
        "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA",
    ]
    private static let fiveSets = [
        "BBAAA", "BABAA", "BAABA", "BAAAB", "ABBAA", "AABBA", "AAABB", "ABABA", "ABAAB", "AABAB",
    ]

    private static func bars(_ digit: Int, _ set: Character) -> String {
        let row = set == "B" ? widths[digit].reversed() : widths[digit]
        return row.enumerated().map { place, width in
            String(repeating: (place % 2 == 1) == (set != "C") ? "1" : "0", count: width)
        }.joined()
    }
}
