package import Espy
import EspyBase
import EspySheets

extension RackManifest {
    /// A longer file is not read.
    package static let mostBytes = 32 << 20

    /// Why a file is no list of what should be in a box.
    package enum FileFailure: Error, Sendable, Equatable {
        case sheet(reason: String)
        case tooLarge
        case notText
        case openQuote(line: Int)
        case tooMany(limit: Int)
        case list(Failure)
    }

    /// - Parameters:
    ///   - file: CSV or XLSX.
    ///   - wells: places by their names, where a container has names of its own.
    package init(file: [UInt8], wells: [String: Rack.Place] = [:]) throws(FileFailure) {
        let records = try Self.records(file)
        do throws(Failure) {
            try self.init(records: records, wells: wells)
        } catch {
            throw .list(error)
        }
    }

    private static func records(_ file: [UInt8]) throws(FileFailure) -> [[String]] {
        guard SheetReader.isSheet(file) else {
            do throws(CSVRecords.Failure) {
                return try CSVRecords(parsing: file, limit: mostLines).records
            } catch {
                switch error {
                case .notText: throw .notText
                case .openQuote(let line): throw .openQuote(line: line)
                case .tooMany(let limit): throw .tooMany(limit: limit)
                }
            }
        }
        do throws(SheetError) {
            return try SheetReader.lines(file)
        } catch .notReadable(let reason) {
            throw .sheet(reason: reason)
        } catch {
            throw .tooLarge
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
