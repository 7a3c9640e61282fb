package import Espy
import EspySheets
package import EspySystem

extension RackManifest {
    /// A longer file is not read.
    package static let mostBytes = 32 << 20

    /// Why a file is no list of what should be in a box.
    package enum FileFailure: Error, Sendable, Equatable {
        case sheet(reason: String)
        case tooLarge
        case notText
        case notEncoded(TextEncoding)
        case openQuote(line: Int)
        case tooMany(limit: Int)
        case list(Failure)
    }

    /// - Parameters:
    ///   - file: CSV or XLSX.
    ///   - wells: places by their names, where a container has names of its own.
    ///   - encoding: of the text; nil to find it by the bytes.
    package init(
        file: [UInt8], wells: [String: Rack.Place] = [:], encoding: TextEncoding? = nil
    ) throws(FileFailure) {
        let list = try Self.list(file, encoding)
        do throws(Failure) {
            try self.init(records: list.records, wells: wells, notes: list.notes)
        } catch {
            throw .list(error)
        }
    }

    private static func list(_ file: [UInt8], _ encoding: TextEncoding?) throws(FileFailure) -> ListFile {
        do throws(ListFile.Failure) {
            return try ListFile(file, limit: mostLines, encoding: encoding)
        } catch {
            switch error {
            case .sheet(let reason): throw .sheet(reason: reason)
            case .tooLarge: throw .tooLarge
            case .notText: throw .notText
            case .notEncoded(let encoding): throw .notEncoded(encoding)
            case .openQuote(let line): throw .openQuote(line: line)
            case .tooMany(let limit): throw .tooMany(limit: limit)
            }
        }
    }
}

extension RackManifest.FileFailure {
    /// For people, behind the name of the file.
    package var text: String {
        switch self {
        case .sheet(let reason): "the sheet cannot be read: \(reason); save it as XLSX or CSV"
        case .tooLarge: "it is too large; compare with a part of it"
        case .notText: "it is neither text nor a sheet; save it as CSV or XLSX"
        case .notEncoded(let encoding): "it is no text in \(encoding.name); name another encoding, or save it as UTF-8"
        case .openQuote(let line): "a quotation mark in line \(line) does not end"
        case .tooMany(let limit): "it has more than \(limit) lines; compare with a part of it"
        case .list(.empty): "there is no line in it"
        case .list(.noColumns(let columns)):
            "no columns are named well and code; there are " + columns.map { "“\($0)”" }.joined(separator: ", ")
        case .list(.badWell(let line, let text)): "“\(text)” in line \(line) is no well, such as A1"
        case .list(.wellTwice(let line, let well)):
            "\(well) in line \(line) stands there before; give each box a column rack"
        }
    }
}
