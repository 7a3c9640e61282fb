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
