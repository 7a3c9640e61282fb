import EspySystem

/// Reads the first sheet of an XLSX file as text.
public enum SheetReader {
    /// Maximum size of a file, in bytes.
    public static let mostBytes = 32 << 20
    /// Maximum number of non-empty fields.
    public static let mostFields = 2_000_000
    /// Maximum number of fields in a row: the rest is left out.
    public static let mostColumns = 200

    /// A sheet as text.
    public struct Sheet: Sendable, Equatable {
        public var name: String
        /// The non-empty rows, each up to its last field.
        public var lines: [[String]] = []
        /// Number of fields with a formula or an error instead of a value.
        public var withoutValue = 0
        /// The first of them, such as `B2`.
        public var firstWithoutValue: String?
        /// Number of other sheets in the file that are not empty.
        public var others = 0
    }

    /// Whether these are the first bytes of such a file.
    public static func isSheet(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// The rows from ``read(_:)``.
    public static func lines(_ bytes: [UInt8]) throws(SheetError) -> [[String]] { try read(bytes).lines }

    /// Reads the first visible sheet. Numbers appear as stored, whole ones without a decimal point, and with the zeros
    /// and characters that their format adds: 36 in the format 0000 is `0036`.
    public static func read(_ bytes: [UInt8]) throws(SheetError) -> Sheet {
        guard bytes.count <= mostBytes else { throw .tooLarge }
        guard let archive = ZIPArchive(bytes) else { throw .notReadable(reason: "it is not an XLSX file") }
        let sheets = sheets(of: archive)
        guard let first = sheets.first, let part = archive.part(first.path) else {
            throw .notReadable(reason: "it contains no sheet")
        }
        let texts = archive.part("xl/sharedStrings.xml").map(SharedTexts.read) ?? []
        let formats = archive.part("xl/styles.xml").map(NumberFormats.init)
        var cells = SheetCells(texts: texts, formats: formats)
        guard cells.read(part) else { throw .tooLarge }
        var sheet = cells.sheet
        sheet.name = first.name
        sheet.others = sheets.dropFirst().count { archive.part($0.path).map(SheetCells.hasValues) ?? false }
        return sheet
    }

    /// The workbook lists its sheets in order, and a separate list has the path of each.
    private static func sheets(of archive: ZIPArchive) -> [(name: String, path: String)] {
        guard let book = archive.part("xl/workbook.xml"), let list = archive.part("xl/_rels/workbook.xml.rels") else {
            return []
        }
        var paths: [String: String] = [:]
        for relation in tags("Relationship", in: list) {
            guard let id = relation["Id"], let target = relation["Target"], paths[id] == nil else { continue }
            paths[id] = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
        }
        let all = tags("sheet", in: book)
        let shown = all.filter { ($0["state"] ?? "visible") == "visible" }
        return (shown.isEmpty ? all : shown).compactMap { sheet in
            sheet["id"].flatMap { paths[$0] }.map { (sheet["name"] ?? "", $0) }
        }
    }

    /// The attributes of the first 200 tags with this name.
    private static func tags(_ name: String, in bytes: [UInt8]) -> [[String: String]] {
        var tags = XMLTags(bytes)
        var found: [[String: String]] = []
        while found.count < 200, let part = tags.next() {
            if case .open(name, let attributes) = part { found.append(attributes) }
        }
        return found
    }
}

/// An error in reading or writing a spreadsheet.
public enum SheetError: Error, Sendable, Equatable {
    /// More rows, columns or characters than a sheet can hold.
    case tooLarge
    /// The library could not write it.
    case notWritten(reason: String)
    /// The file is not a spreadsheet, or a part of it is broken.
    case notReadable(reason: String)
}

/// The shared strings, which fields refer to by number.
private enum SharedTexts {
    static func read(_ bytes: [UInt8]) -> [String] {
        var tags = XMLTags(bytes)
        var texts: [String] = []
        var text: String?
        // Phonetic guides for Chinese and Japanese are next to the text.
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
private struct SheetCells {
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

    /// Whether any field is not empty.
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

    /// - Returns: false if there are too many fields.
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
        // A formula may legitimately return an empty text.
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

    /// The column of a field; `B7` is column 1.
    private static func column(_ name: String) -> Int? {
        let letters = name.utf8.prefix { $0 >= 65 && $0 <= 90 }
        guard (1...3).contains(letters.count) else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1) - 64 } - 1
    }

    /// The letters of a column; column 1 is `B`.
    private static func letters(_ column: Int) -> String {
        var (rest, letters) = (column + 1, "")
        while rest > 0 {
            letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
            rest = (rest - 1) / 26
        }
        return letters
    }
}

/// The formats of whole numbers, by style.
private struct NumberFormats {
    /// The pattern of each style; nil for one that shows a number unchanged.
    private var patterns: [NumberPattern?] = []

    private static let mostStyles = 70_000

    /// - Parameter bytes: the part of the workbook that describes its styles.
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

    /// - Returns: nil if the style changes nothing.
    func shown(_ number: Int, style: Int) -> String? {
        patterns.indices.contains(style) ? patterns[style]?.text(of: number) : nil
    }
}

/// A format of whole numbers: `0000000000`, `"FX"00000`, `000-0000`. Formats with fractions, dates and conditions do
/// not count, and thousands separators are dropped, because they are not part of a code.
private struct NumberPattern {
    private enum Part: Equatable {
        /// A digit, or a zero in its place if needed.
        case digit(isNeeded: Bool)
        case text(Character)
    }

    /// The sections for positive numbers, negative numbers and zero, as far as the format has them.
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
            // Space of a character's width, or a fill character.
            case "_", "*": _ = rest.popFirst()
            // Between digits, it is a thousands separator; after them, it would scale the number.
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
                // More digits than the format has.
                if place == first { while let digit = digits.popLast() { shown.append(digit) } }
            }
        }
        return (number < 0 && !isOwn ? "-" : "") + String(shown.reversed())
    }
}
