import EspySystem

/// Reads the first sheet of an XLSX file as text.
public enum SheetReader {
    /// Bytes of a file, at most.
    public static let mostBytes = 32 << 20
    /// Fields that have something in them, at most.
    public static let mostFields = 2_000_000
    /// Fields of a line, at most: what is further to the right is left out.
    public static let mostColumns = 200

    /// A sheet as text.
    public struct Sheet: Sendable, Equatable {
        public var name: String
        /// The lines that have something in them, each up to its last field.
        public var lines: [[String]] = []
        /// Fields with a formula or an error in place of a value.
        public var withoutValue = 0
        /// The first of them, such as `B2`.
        public var firstWithoutValue: String?
        /// Other sheets of the file that have something in them.
        public var others = 0
    }

    /// Whether these are the first bytes of such a file.
    public static func isSheet(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// The lines of ``read(_:)``.
    public static func lines(_ bytes: [UInt8]) throws(SheetError) -> [[String]] { try read(bytes).lines }

    /// The first sheet that is not hidden. A number stands as it is kept, a whole one without a point, and with the zeros
    /// and signs around it that its format shows: 36 in the format 0000 is `0036`.
    public static func read(_ bytes: [UInt8]) throws(SheetError) -> Sheet {
        guard bytes.count <= mostBytes else { throw .tooLarge }
        guard let archive = ZIPArchive(bytes) else { throw .notReadable(reason: "it is no XLSX file") }
        let sheets = sheets(of: archive)
        guard let first = sheets.first, let part = archive.part(first.path) else {
            throw .notReadable(reason: "there is no sheet in it")
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

    /// The book names its sheets in their order, and a list beside it says where each is.
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

    /// What tags of one name say of themselves, the first ones.
    private static func tags(_ name: String, in bytes: [UInt8]) -> [[String: String]] {
        var tags = XMLTags(bytes)
        var found: [[String: String]] = []
        while found.count < 200, let part = tags.next() {
            if case .open(name, let attributes) = part { found.append(attributes) }
        }
        return found
    }
}

/// Why a spreadsheet file could not be written or read.
public enum SheetError: Error, Sendable, Equatable {
    /// More rows, columns or characters than a sheet holds.
    case tooLarge
    /// The library could not write it.
    case notWritten(reason: String)
    /// The file is none, or a part of it is broken.
    case notReadable(reason: String)
}
