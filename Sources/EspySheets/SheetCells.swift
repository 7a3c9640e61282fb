/// Texts that fields name by number.
enum SharedTexts {
    static func read(_ bytes: [UInt8]) -> [String] {
        var tags = XMLTags(bytes)
        var texts: [String] = []
        var text: String?
        // Reading aids for Chinese and Japanese stand beside the text.
        var (isText, isAid) = (false, false)
        while let part = tags.next(), texts.count < SheetReader.mostFields {
            switch part {
            case .open("si", _): text = ""
            case .open("rPh", _): isAid = true
            case .close("rPh"): isAid = false
            case .open("t", _): isText = !isAid
            case .close("t"): isText = false
            case .text(let more) where isText: text?.append(more)
            case .close("si"):
                texts.append(SheetEscapes.plain(text ?? ""))
                text = nil
            default: break
            }
        }
        return texts
    }
}

/// The fields of a sheet.
struct SheetCells {
    private let texts: [String]
    private let formats: NumberFormats?
    private(set) var sheet = SheetReader.Sheet(name: "")
    private var line: [String] = []
    private var column = 0
    private var row = 0
    private var kind = ""
    private var style = 0
    private var value = ""
    private var hasFormula = false
    private var count = 0

    init(texts: [String], formats: NumberFormats?) { (self.texts, self.formats) = (texts, formats) }

    /// Whether any field has something in it.
    static func hasValues(_ bytes: [UInt8]) -> Bool {
        var tags = XMLTags(bytes)
        while let part = tags.next() {
            switch part {
            case .open("v", _), .open("is", _): return true
            default: continue
            }
        }
        return false
    }

    /// - Returns: false for more fields than are taken.
    mutating func read(_ bytes: [UInt8]) -> Bool {
        var tags = XMLTags(bytes)
        var (isValue, isAid) = (false, false)
        while let part = tags.next() {
            switch part {
            case .open("row", let attributes): begin(row: attributes["r"])
            case .close("row"):
                if line.contains(where: { !$0.isEmpty }) { sheet.lines.append(line) }
            case .open("c", let attributes): begin(field: attributes)
            case .close("c"):
                guard endField() else { return false }
            case .open("f", _): hasFormula = true
            case .open("rPh", _): isAid = true
            case .close("rPh"): isAid = false
            case .open("v", _), .open("t", _): isValue = !isAid
            case .close("v"), .close("t"): isValue = false
            case .text(let text) where isValue: value += text
            default: break
            }
        }
        return true
    }

    private mutating func begin(row number: String?) {
        row = number.flatMap { Int($0) } ?? row &+ 1
        (line, column) = ([], 0)
    }

    private mutating func begin(field attributes: [String: String]) {
        column = attributes["r"].flatMap(Self.column) ?? column
        (kind, value, hasFormula) = (attributes["t"] ?? "n", "", false)
        style = attributes["s"].flatMap { Int($0) } ?? 0
    }

    private mutating func endField() -> Bool {
        defer { column += 1 }
        let text = self.text
        guard column < SheetReader.mostColumns else { return true }
        // A formula may well give a text without a letter.
        if kind == "e" || (hasFormula && kind != "str" && value.isEmpty) {
            sheet.withoutValue += 1
            sheet.firstWithoutValue = sheet.firstWithoutValue ?? Self.letters(column) + String(row)
        }
        guard !text.isEmpty else { return true }
        count += 1
        line += Array(repeating: "", count: max(0, column + 1 - line.count))
        line[column] = text
        return count <= SheetReader.mostFields
    }

    private var text: String {
        switch kind {
        case "s": return Int(value).flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""
        case "b": return value.isEmpty ? "" : value == "1" ? "TRUE" : "FALSE"
        case "n":
            guard let number = Double(value).flatMap({ Int(exactly: $0) }) else { return value }
            return formats?.shown(number, style: style) ?? String(number)
        case "e": return ""
        default: return SheetEscapes.plain(value)
        }
    }

    /// `B7` is column 1.
    private static func column(_ name: String) -> Int? {
        let letters = name.utf8.prefix { $0 >= 65 && $0 <= 90 }
        guard (1...3).contains(letters.count) else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1) - 64 } - 1
    }

    /// Column 1 is `B`.
    private static func letters(_ column: Int) -> String {
        var (rest, letters) = (column + 1, "")
        while rest > 0 {
            letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
            rest = (rest - 1) / 26
        }
        return letters
    }
}

/// How fields of a book show whole numbers, by the styles that they have.
struct NumberFormats {
    /// The pattern of each style; nil for one that shows a number as it is.
    private var patterns: [NumberPattern?] = []

    private static let mostStyles = 70_000

    /// - Parameter bytes: the part of the book that describes its styles.
    init(_ bytes: [UInt8]) {
        var codes: [String: NumberPattern] = [:]
        var isList = false
        var tags = XMLTags(bytes)
        while let part = tags.next(), patterns.count < Self.mostStyles {
            switch part {
            case .open("numFmt", let format):
                guard let id = format["numFmtId"], codes.count < Self.mostStyles else { continue }
                codes[id] = format["formatCode"].flatMap(NumberPattern.init)
            case .open("cellXfs", _): isList = true
            case .close("cellXfs"): isList = false
            case .open("xf", let style) where isList: patterns.append(style["numFmtId"].flatMap { codes[$0] })
            default: break
            }
        }
    }

    /// - Returns: nil where the style changes nothing.
    func shown(_ number: Int, style: Int) -> String? {
        patterns.indices.contains(style) ? patterns[style]?.text(of: number) : nil
    }
}

/// A format of whole numbers: `0000000000`, `"FX"00000`, `000-0000`. Those with fractions, dates and conditions are none,
/// and signs between groups of digits are left out: they are no part of a code.
private struct NumberPattern {
    private enum Part: Equatable {
        /// A digit, if there is one, or a zero in its place.
        case digit(isNeeded: Bool)
        case text(Character)
    }

    /// For numbers above zero, below, and zero, as far as the format tells them apart.
    private let sections: [[Part]]

    init?(_ code: String) {
        var sections: [[Part]] = [[]]
        var rest = code[...]
        while let sign = rest.popFirst() {
            switch sign {
            case "0": sections[sections.count - 1].append(.digit(isNeeded: true))
            case "#", "?": sections[sections.count - 1].append(.digit(isNeeded: false))
            case ";": sections.append([])
            case "\"":
                let text = rest.prefix { $0 != "\"" }
                rest = rest.dropFirst(text.count + 1)
                sections[sections.count - 1] += text.map { .text($0) }
            case "\\":
                guard let text = rest.popFirst() else { return nil }
                sections[sections.count - 1].append(.text(text))
            // The width of a sign, or a sign that fills the field.
            case "_", "*": _ = rest.popFirst()
            // Between digits it parts groups, behind them it divides.
            case ",":
                guard rest.first == "#" || rest.first == "0" else { return nil }
            case "[":
                let name = rest.prefix { $0 != "]" }
                rest = rest.dropFirst(name.count + 1)
                guard Self.colors.contains(name.lowercased()) else { return nil }
            case "-", "+", " ", "(", ")", ":", "/", "!", "'", "~", "{", "}":
                sections[sections.count - 1].append(.text(sign))
            default: return nil
            }
        }
        guard sections.contains(where: { $0.contains(.digit(isNeeded: true)) }), sections.count <= 4, code.count <= 255
        else { return nil }
        self.sections = sections
    }

    private static let colors: Set = ["black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"]

    func text(of number: Int) -> String? {
        let isOwn = (number < 0 && sections.count > 1) || (number == 0 && sections.count > 2)
        let parts = isOwn ? sections[number < 0 ? 1 : 2] : sections[0]
        guard parts.contains(where: { $0 != .text(" ") }) else { return nil }
        var digits = number == 0 ? "" : String(number.magnitude)
        var shown: [Character] = []
        let first = parts.firstIndex { if case .digit = $0 { true } else { false } }
        for (place, part) in parts.enumerated().reversed() {
            switch part {
            case .text(let text): shown.append(text)
            case .digit(let isNeeded):
                if let digit = digits.popLast() { shown.append(digit) } else if isNeeded { shown.append("0") }
                // There are more digits than the format names.
                if place == first { while let digit = digits.popLast() { shown.append(digit) } }
            }
        }
        return (number < 0 && !isOwn ? "-" : "") + String(shown.reversed())
    }
}
