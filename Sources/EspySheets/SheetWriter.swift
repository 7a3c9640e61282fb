import CXLSXWriter
import Foundation

/// Writes tables as XLSX.
public enum SheetWriter {
    /// The version of libxlsxwriter.
    package static var libraryVersion: String { lxw_version().map { String(cString: $0) } ?? "?" }

    /// Excel's limit.
    public static let mostRows = 1_048_576
    public static let mostColumns = 16_384
    public static let longestText = 32_767

    /// Makes a file with one sheet. Every field is text: codes keep their zeros, and nothing is run as a formula.
    /// ``SheetReader`` restores every character, including control characters.
    ///
    /// - Parameters:
    ///   - lines: the rows of the table, including its header.
    ///   - name: of the sheet.
    public static func xlsx(_ lines: [[String]], name: String) throws(SheetError) -> [UInt8] {
        let lines = lines.map { $0.map(SheetEscapes.escaped) }
        guard lines.count <= mostRows, lines.allSatisfy({ $0.count <= mostColumns }),
            lines.allSatisfy({ $0.allSatisfy { $0.utf16.count <= longestText } })
        else { throw .tooLarge }
        let folder = try privateFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("sheet.xlsx")
        try write(lines, name, to: file.path, folder.path)
        guard let data = try? Data(contentsOf: file) else {
            throw .notWritten(reason: "the file disappeared while it was written")
        }
        return Array(data)
    }

    /// A folder for the owner only, because the library writes to a path.
    private static func privateFolder() throws(SheetError) -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("espy-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notWritten(reason: "no temporary folder: \(error.localizedDescription)")
        }
        return folder
    }

    private static func write(
        _ lines: [[String]], _ name: String, to path: String, _ folder: String
    ) throws(SheetError) {
        let status = folder.withCString { folder -> lxw_error in
            var options = lxw_workbook_options()
            options.tmpdir = UnsafeMutablePointer(mutating: folder)
            guard let book = workbook_new_opt(path, &options) else { return LXW_ERROR_MEMORY_MALLOC_FAILED }
            var status = LXW_NO_ERROR
            if let sheet = workbook_add_worksheet(book, name) {
                status = fill(sheet, lines)
            } else {
                status = LXW_ERROR_SHEETNAME_LENGTH_EXCEEDED
            }
            // Closing also frees the workbook.
            let closed = workbook_close(book)
            return status == LXW_NO_ERROR ? closed : status
        }
        guard status == LXW_NO_ERROR else {
            throw .notWritten(reason: lxw_strerror(status).map { String(cString: $0) } ?? "error \(status.rawValue)")
        }
    }

    private static func fill(_ sheet: UnsafeMutablePointer<lxw_worksheet>, _ lines: [[String]]) -> lxw_error {
        for (row, line) in lines.enumerated() {
            for (column, text) in line.enumerated() where !text.isEmpty {
                let status = worksheet_write_string(sheet, UInt32(row), UInt16(column), text, nil)
                guard status == LXW_NO_ERROR else { return status }
            }
        }
        return LXW_NO_ERROR
    }
}

/// The escapes of spreadsheets for characters that XML cannot contain: `_x001D_` is the character 1D, and `_x005F_` the
/// underscore of text that only looks like an escape (ECMA-376, ST_Xstring).
enum SheetEscapes {
    /// Decodes the text of a field.
    static func plain(_ text: String) -> String {
        guard text.utf8.contains(underscore) else { return text }
        let units = Array(text.utf16)
        var plain: [UInt16] = []
        plain.reserveCapacity(units.count)
        var place = 0
        while place < units.count {
            if let unit = escaped(units[place...]) {
                plain.append(unit)
                place += length
            } else {
                plain.append(units[place])
                place += 1
            }
        }
        return String(decoding: plain, as: UTF16.self)
    }

    /// Encodes text for a field.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "_" || isForbidden($0) }) else { return text }
        let units = Array(text.utf16)
        var escaped: [UInt16] = []
        for (place, unit) in units.enumerated() {
            // The escape of the next character also starts with an underscore, which would close this one.
            let closed = units[place...].prefix(length - 1) + [underscoreUnit(at: place + length - 1, units)]
            if Self.escaped(closed) != nil {
                escaped += Array("_x005F_".utf16)
            } else if let scalar = Unicode.Scalar(unit), isForbidden(scalar) {
                escaped += Array(("_x" + hexadecimal(unit) + "_").utf16)
            } else {
                escaped.append(unit)
            }
        }
        return String(decoding: escaped, as: UTF16.self)
    }

    /// The character at a position, where its escape starts with an underscore.
    private static func underscoreUnit(at place: Int, _ units: [UInt16]) -> UInt16 {
        guard place < units.count else { return 0 }
        return Unicode.Scalar(units[place]).map(isForbidden) ?? false ? 0x5F : units[place]
    }

    private static let underscore = UInt8(ascii: "_")
    private static let length = 7

    /// XML allows carriage returns, but parsers convert them to line feeds.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value < 0x20 && scalar != "\t" && scalar != "\n") || scalar.value == 0xFFFE || scalar.value == 0xFFFF
    }

    /// The character of a leading escape `_xHHHH_`.
    private static func escaped(_ units: ArraySlice<UInt16>) -> UInt16? {
        let part = Array(units.prefix(length))
        guard part.count == length, part[0] == 0x5F, part[1] == 0x78, part[6] == 0x5F else { return nil }
        let digits = part[2..<6]
        guard digits.allSatisfy({ $0 < 0x80 && Character(UnicodeScalar(UInt8($0))).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF16.self), radix: 16)
    }

    private static func hexadecimal(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
