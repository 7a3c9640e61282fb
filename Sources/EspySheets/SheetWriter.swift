import CXLSXWriter
import Foundation

/// Writes tables as XLSX.
public enum SheetWriter {
    /// Of libxlsxwriter.
    package static var libraryVersion: String { lxw_version().map { String(cString: $0) } ?? "?" }

    /// What Excel takes.
    public static let mostRows = 1_048_576
    public static let mostColumns = 16_384
    public static let longestText = 32_767

    /// A file with one sheet. Every field is text: a code keeps its zeros, and nothing is run as a formula. Each character
    /// comes back from ``SheetReader``, those for control as well.
    ///
    /// - Parameters:
    ///   - lines: of the table, with its header.
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
        guard let data = try? Data(contentsOf: file) else { throw .notWritten(reason: "what was written is gone") }
        return Array(data)
    }

    /// For the owner alone: the library writes by name.
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
            // Closing also frees the book.
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
