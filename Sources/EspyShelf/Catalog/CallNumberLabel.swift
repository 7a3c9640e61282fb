/// A call number read on a label, whose lines a camera may have misread.
///
/// Every word must have its place in a call number; a label with a word that has none is not read. A few misreadings have
/// only one possible meaning and are repaired: `O` and `I` among digits, a comma for the point, a lost point.
package struct CallNumberLabel: Equatable {
    /// In one line, written as libraries do: `QA76.73 .S95 2014 v.2`.
    package let text: String
    let number: CallNumber
    /// Number of characters that were changed.
    package let repairs: Int

    /// Maximum number of words of a label.
    static let mostWords = 9

    /// - Parameter lines: from the top down.
    package init?(_ lines: [String]) {
        let words = lines.flatMap { $0.split(whereSeparator: \.isWhitespace) }.flatMap(Self.parts)
        guard 1...Self.mostWords ~= words.count else { return nil }
        var sections: [String] = []
        while sections.count < words.count - 1, CallNumber.sections.contains(words[sections.count]) {
            sections.append(words[sections.count])
        }
        // `E` and `F` are sections and classes.
        for count in stride(from: sections.count, through: 0, by: -1) {
            var scanner = LabelScanner(words.dropFirst(count))
            guard
                let rest = scanner.congress() ?? scanner.dewey(after: count > 0)
                    ?? (count > 0 ? scanner.school(in: words[count - 1]) : nil)
            else { continue }
            let text = (sections.prefix(count) + rest).joined(separator: " ")
            guard let number = CallNumber(text) else { continue }
            (self.text, self.number, repairs) = (text, number, scanner.repairs)
            return
        }
        return nil
    }

    /// Splits `QA76.73.S95` before each point that a letter follows, and drops frames and specks that look like signs.
    private static func parts(_ word: Substring) -> [String] {
        var parts = [""]
        let signs = word.map { $0 == "," || $0 == "·" ? "." : $0 }
        for (index, sign) in signs.enumerated() {
            let next = index + 1 < signs.count ? signs[index + 1] : " "
            if sign == ".", next.isLetter, parts[parts.count - 1].contains(where: \.isDigit) { parts.append("") }
            parts[parts.count - 1].append(sign)
        }
        return parts.map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ part: String) -> String {
        let start = part.drop { !$0.isLabelSign }
        return String(start.reversed().drop { !$0.isLabelSign || $0 == "." }.reversed())
    }
}

extension Character {
    fileprivate var isLabelSign: Bool { isASCII && (isLetter || isNumber) || self == "." }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isUpper: Bool { ("A"..."Z").contains(self) }
    fileprivate var isLower: Bool { ("a"..."z").contains(self) }
}

/// Reads the words of a label after its sections.
private struct LabelScanner {
    private var words: ArraySlice<String>
    private(set) var repairs = 0

    /// Letters that look like digits.
    private static let digits: [Character: Character] = [
        "O": "0", "o": "0", "Q": "0", "D": "0", "I": "1", "l": "1", "S": "5", "s": "5", "B": "8", "Z": "2", "z": "2",
    ]
    /// Digits that look like letters.
    private static let letters: [Character: Character] = ["0": "O", "5": "S", "8": "B"]
    private static let volumes: Set<String> = ["v", "vol", "c", "copy", "no", "pt", "bk", "t", "bd"]
    private static let years = 1450...2099
    /// Maximum number of letters of an author, and of digits after the point.
    private static let (longestName, mostDecimals) = (8, 9)
    /// Maximum number of letters of an author in a section of one letter.
    private static let shortName = 4

    init(_ words: ArraySlice<String>) { self.words = words }

    /// `813.54 AUS 1998`
    ///
    /// - Parameter isSection: whether a section comes before it. `E 184 .A65` is of the Library of Congress.
    mutating func dewey(after isSection: Bool) -> [String]? {
        let before = self
        if let word = words.popFirst(), var number = digits(word, most: 4 + Self.mostDecimals),
            let parts = Self.dewey(number)
        {
            number = parts.number
            repairs += parts.repairs
            if !number.contains("."), let more = words.first, Self.areDecimals(more, years: Self.years) {
                number += more.hasPrefix(".") ? more : "." + more
                repairs += more.hasPrefix(".") ? 0 : 1
                words.removeFirst()
            }
            // A class alone may be a part of another number.
            let isWhole = isSection || words.first.map { $0.contains(where: \.isLetter) } ?? false
            let isOther = isSection && !number.contains(".") && words.first.map(Self.isDotted) ?? false
            if isWhole, !isOther, let items = items() { return [number] + items }
        }
        self = before
        return nil
    }

    /// Returns three digits, and those after the point, which may have been lost.
    private static func dewey(_ text: String) -> (number: String, repairs: Int)? {
        let halves = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = halves.first, halves.count <= 2 else { return nil }
        if halves.count == 2 {
            return whole.count == 3 && !halves[1].isEmpty ? (text, 0) : nil
        }
        if whole.count == 3 { return (text, 0) }
        guard whole.count > 4, whole.count <= 3 + mostDecimals else { return nil }
        return ("\(whole.prefix(3)).\(whole.dropFirst(3))", 1)
    }

    private static func areDecimals(_ word: String, years: ClosedRange<Int>) -> Bool {
        let digits = word.hasPrefix(".") ? word.dropFirst() : word[...]
        guard digits.count <= mostDecimals, !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return false }
        return word.hasPrefix(".") || !(digits.count == 4 && years.contains(Int(digits) ?? 0))
    }

    /// Whether a word is a Cutter number with its point.
    private static func isDotted(_ word: String) -> Bool { word.first == "." && mark(word)?.isEmpty == false }

    /// `QA76.73 .S95 B3 2014 v.2`
    mutating func congress() -> [String]? {
        let before = self
        if let name = words.popFirst(), let split = Self.classes(name) {
            var number = split.digits
            if number.isEmpty { number = words.popFirst() ?? "" }
            if let more = words.first, !number.contains("."), more.hasPrefix("."),
                more.dropFirst().allSatisfy(\.isDigit)
            {
                number += more
                words.removeFirst()
            }
            if let number = digits(number, most: 8), Self.isClass(number), let cutter = cutter(),
                let items = items()
            {
                return [split.letters + number, "." + cutter] + items
            }
        }
        self = before
        return nil
    }

    /// Splits `QA76.73` into letters and digits.
    private static func classes(_ word: String) -> (letters: String, digits: String)? {
        let letters = word.prefix(while: \.isUpper)
        guard 1...3 ~= letters.count, let first = letters.first, !"IOWXY".contains(first) else { return nil }
        return (String(letters), String(word.dropFirst(letters.count)))
    }

    private static func isClass(_ number: String) -> Bool {
        let halves = number.split(separator: ".", omittingEmptySubsequences: false)
        return 1...4 ~= halves[0].count && halves.count <= 2 && halves.last?.isEmpty == false
    }

    /// `S95` without its point.
    private mutating func cutter() -> String? {
        guard let word = words.first else { return nil }
        let plain = word.drop { $0 == "." }
        guard let letter = plain.first, letter.isUpper, plain.count >= 2,
            let number = digits(String(plain.dropFirst()), most: 5), !number.contains(".")
        else { return nil }
        words.removeFirst()
        return String(letter) + number
    }

    /// `ROW v.2`
    ///
    /// - Parameter section: the last section. After one letter, more than a few letters are a name on a cover: `R Sulgrave`.
    mutating func school(in section: String) -> [String]? {
        let before = self
        if let word = words.popFirst(), let name = name(word), name.count >= 2,
            section.count > 1 || name.count <= Self.shortName && name.allSatisfy(\.isUpper), let items = items()
        {
            return [name] + items
        }
        self = before
        return nil
    }

    /// Returns the words after the class in order, if each is an author, a Cutter number, a year, a volume or a copy.
    private mutating func items() -> [String]? {
        var items: [String] = []
        var hasName = false
        while let word = words.popFirst() {
            if let volume = volume(word) {
                items.append(volume)
            } else if word.count == 4, let year = digits(word, most: 4), Self.years.contains(Int(year) ?? 0) {
                items.append(year)
            } else if let name = name(word) {
                // Two authors are two labels.
                guard !hasName else { return nil }
                hasName = true
                items.append(name)
            } else if let mark = Self.mark(word) {
                items.append(mark)
            } else {
                return nil
            }
        }
        return items
    }

    /// `v.2`, in one word or two.
    private mutating func volume(_ word: String) -> String? {
        let name = word.prefix { $0.isLower }
        guard Self.volumes.contains(String(name)) else { return nil }
        var number = word.dropFirst(name.count).drop { $0 == "." }
        if number.isEmpty, let next = words.first, next.allSatisfy(\.isDigit) {
            number = next[...]
            words.removeFirst()
        }
        guard 1...3 ~= number.count, number.allSatisfy(\.isDigit) else { return nil }
        return "\(name).\(number)"
    }

    /// The letters of an author: capitals, or one capital and small letters. One letter may look like a digit.
    private mutating func name(_ word: String) -> String? {
        let plain = word.drop { $0 == "." }
        guard 1...Self.longestName ~= plain.count else { return nil }
        let strange = plain.filter { !$0.isUpper && !$0.isLower }
        guard strange.isEmpty || strange.count == 1 && plain.count >= 3 && plain.last?.isDigit == false else {
            return nil
        }
        var text = ""
        for letter in plain {
            guard let right = strange.contains(letter) ? Self.letters[letter] : letter else { return nil }
            text.append(right)
        }
        guard let first = text.first, first.isUpper else { return nil }
        let rest = text.dropFirst()
        guard rest.allSatisfy(\.isUpper) || rest.allSatisfy(\.isLower) else { return nil }
        repairs += strange.count
        return text
    }

    /// A Cutter number of a Dewey library: `K58s`.
    private static func mark(_ word: String) -> String? {
        let plain = word.drop { $0 == "." }
        let letters = plain.prefix(while: \.isUpper)
        let digits = plain.dropFirst(letters.count).prefix(while: \.isDigit)
        let rest = plain.dropFirst(letters.count + digits.count)
        guard 1...3 ~= letters.count, 1...5 ~= digits.count, rest.count <= 2, rest.allSatisfy(\.isLower) else {
            return nil
        }
        return String(plain)
    }

    /// Returns digits and points, of which at most half were repaired.
    private mutating func digits(_ word: String, most: Int) -> String? {
        let strange = word.count { !$0.isDigit && $0 != "." }
        guard word.first != ".", word.count <= most, 2 * strange <= word.count else { return nil }
        var text = ""
        for sign in word {
            guard let right = sign.isDigit || sign == "." ? sign : Self.digits[sign] else { return nil }
            text.append(right)
        }
        guard text.contains(where: \.isDigit) else { return nil }
        repairs += strange
        return text
    }
}
