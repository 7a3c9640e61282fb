/// Undoes the changes that spreadsheets make to codes and numbers.
package enum SpreadsheetText {
    /// The text itself, without surrounding white space and without marks that keep it as text: a leading apostrophe,
    /// or a formula that is just a text (`="0036"`).
    package static func plain(_ text: String) -> String {
        var rest = trimmed(text[...])
        if rest.first == "'", rest.count > 1 { rest = trimmed(rest.dropFirst()) }
        guard rest.first == "=" else { return String(rest) }
        let formula = trimmed(rest.dropFirst())
        guard formula.count >= 2, formula.first == "\"", formula.last == "\"" else { return String(rest) }
        // Two concatenated formulas are not just a text.
        guard let inner = undoubled(formula.dropFirst().dropLast()) else { return String(rest) }
        return String(trimmed(inner[...]))
    }

    /// Replaces doubled quotation marks by single ones; nil if one is alone.
    private static func undoubled(_ text: Substring) -> String? {
        var result = ""
        var isOpen = false
        for character in text {
            if isOpen && character != "\"" { return nil }
            isOpen = !isOpen && character == "\""
            if !isOpen { result.append(character) }
        }
        return isOpen ? nil : result
    }

    /// Without white space at both ends.
    package static func trimmed(_ text: Substring) -> Substring {
        guard let first = text.firstIndex(where: { !$0.isBlank }),
            let last = text.lastIndex(where: { !$0.isBlank })
        else { return "" }
        return text[first...last]
    }

    /// A whole number in a spreadsheet's notation.
    package enum Number: Equatable {
        /// All of its digits, as in plain text: from `36,322,619`, `36322619.0` or `3.6322619E+7`.
        case digits(String)
        /// The last digits are lost: `1.23E+11`.
        case rounded
    }

    /// - Parameter text: without marks around it, see ``plain(_:)``.
    /// - Returns: nil if it is not a whole number.
    package static func number(_ text: String) -> Number? {
        guard text.utf8.count <= 64, let first = text.utf8.first, isDigit(first) else { return nil }
        if let number = scientific(text) { return number }
        let whole = withoutFraction(text)
        if whole.utf8.allSatisfy(isDigit) { return .digits(whole) }
        return grouped(whole).map { .digits($0) }
    }

    /// `1.23E+11`, with a period or a comma.
    private static func scientific(_ text: String) -> Number? {
        let sides = text.split(omittingEmptySubsequences: false) { $0 == "E" || $0 == "e" }
        // `12E3` is the form of many codes; a spreadsheet writes a sign, and pandas at least two digits.
        guard sides.count == 2, let sign = sides[1].first, sign == "+" || sides[0].contains(where: { $0 == "." }),
            let exponent = Int(sides[1]), (1...40).contains(exponent)
        else { return nil }
        let parts = sides[0].split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard (1...2).contains(parts.count), parts[0].count == 1, parts.joined().utf8.allSatisfy(isDigit) else {
            return nil
        }
        let fraction = parts.count == 2 ? parts[1] : ""
        // If there are fewer digits than the number has, the others were rounded away.
        guard fraction.count >= exponent else { return .rounded }
        guard fraction.dropFirst(exponent).allSatisfy({ $0 == "0" }) else { return nil }
        return .digits(String(parts[0] + fraction.prefix(exponent)))
    }

    private static func withoutFraction(_ text: String) -> String {
        for point in [".", ","] as [Character] {
            guard let place = text.lastIndex(of: point) else { continue }
            let fraction = text[text.index(after: place)...]
            if (1...2).contains(fraction.count), fraction.allSatisfy({ $0 == "0" }) { return String(text[..<place]) }
        }
        return text
    }

    /// Groups of three digits with the same separator throughout.
    private static func grouped(_ text: String) -> String? {
        guard let sign = text.first(where: { !$0.isWholeNumber }), groupSigns.contains(sign) else { return nil }
        let groups = text.split(separator: sign, omittingEmptySubsequences: false)
        guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }),
            groups.joined().utf8.allSatisfy(isDigit)
        else { return nil }
        return groups.joined()
    }

    private static let groupSigns: Set<Character> = [",", ".", " ", "'", "’", "\u{A0}", "\u{202F}", "\u{2009}"]

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
