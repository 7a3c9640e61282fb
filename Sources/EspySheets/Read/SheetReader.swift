import EspySystem

/// Reads the first sheet of an XLSX file as text.
public enum SheetReader {
    /// Bytes of a file, at most.
    public static let mostBytes = 32 << 20
    /// Fields that have something in them, at most.
    public static let mostFields = 2_000_000
    /// Fields of a line, at most: what is further to the right is left out.
    public static let mostColumns = 200

    /// Whether these are the first bytes of such a file.
    public static func isSheet(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// The lines that have something in them, each up to its last field; numbers as they are kept, whole ones without a
    /// point.
    public static func lines(_ bytes: [UInt8]) throws(SheetError) -> [[String]] {
        guard bytes.count <= mostBytes else { throw .tooLarge }
        guard let archive = ZIPArchive(bytes) else { throw .notReadable(reason: "it is no XLSX file") }
        guard let path = firstSheet(archive), let sheet = archive.part(path) else {
            throw .notReadable(reason: "there is no sheet in it")
        }
        let texts = archive.part("xl/sharedStrings.xml").map(SharedTexts.read) ?? []
        var cells = SheetCells(texts: texts)
        guard cells.read(sheet) else { throw .tooLarge }
        return cells.lines
    }

    /// The book names its sheets in their order, and a list beside it says where each is.
    private static func firstSheet(_ archive: ZIPArchive) -> String? {
        guard let book = archive.part("xl/workbook.xml"),
            let id = attribute("id", ofFirst: "sheet", in: book, where: { _ in true }),
            let list = archive.part("xl/_rels/workbook.xml.rels"),
            let target = attribute("Target", ofFirst: "Relationship", in: list, where: { $0["Id"] == id })
        else { return nil }
        return target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
    }

    private static func attribute(
        _ name: String, ofFirst tag: String, in bytes: [UInt8], where isWanted: ([String: String]) -> Bool
    ) -> String? {
        var tags = XMLTags(bytes)
        while let part = tags.next() {
            guard case .open(tag, let attributes) = part, isWanted(attributes) else { continue }
            if let value = attributes[name] { return value }
        }
        return nil
    }
}

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
                texts.append(text ?? "")
                text = nil
            default: break
            }
        }
        return texts
    }
}

/// The fields of a sheet.
private struct SheetCells {
    let texts: [String]
    private(set) var lines: [[String]] = []
    private var line: [String] = []
    private var column = 0
    private var kind = ""
    private var value = ""
    private var count = 0

    init(texts: [String]) { self.texts = texts }

    /// - Returns: false for more fields than are taken.
    mutating func read(_ bytes: [UInt8]) -> Bool {
        var tags = XMLTags(bytes)
        var isValue = false
        while let part = tags.next() {
            switch part {
            case .open("row", _): (line, column) = ([], 0)
            case .close("row"):
                if line.contains(where: { !$0.isEmpty }) { lines.append(line) }
            case .open("c", let attributes):
                column = attributes["r"].flatMap(Self.column) ?? column
                (kind, value) = (attributes["t"] ?? "n", "")
            case .close("c"):
                guard endField() else { return false }
            case .open("v", _), .open("t", _): isValue = true
            case .close("v"), .close("t"): isValue = false
            case .text(let text) where isValue: value += text
            default: break
            }
        }
        return true
    }

    private mutating func endField() -> Bool {
        defer { column += 1 }
        let text = self.text
        guard column < SheetReader.mostColumns, !text.isEmpty else { return true }
        count += 1
        line += Array(repeating: "", count: max(0, column + 1 - line.count))
        line[column] = text
        return count <= SheetReader.mostFields
    }

    private var text: String {
        switch kind {
        case "s": return Int(value).flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""
        case "b": return value == "1" ? "TRUE" : "FALSE"
        case "n": return Double(value).flatMap { Int(exactly: $0) }.map(String.init) ?? value
        default: return value
        }
    }

    /// `B7` is column 1.
    private static func column(_ name: String) -> Int? {
        let letters = name.utf8.prefix { $0 >= 65 && $0 <= 90 }
        guard (1...3).contains(letters.count) else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1) - 64 } - 1
    }
}
