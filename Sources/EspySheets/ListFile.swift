public import EspyBase
public import EspySystem

/// A user's list: rows of codes or books, from CSV in any encoding or the first sheet of an XLSX file.
///
/// Reads all lists, those of racks as well as those of books.
public struct ListFile: Sendable, Equatable {
    /// The non-empty rows. Fields keep surrounding white space, since codes may have some.
    public let records: [[String]]
    /// Guesses, and parts that could not be used.
    public let notes: [ListNote]

    /// Why a file is not a list.
    public enum Failure: Error, Sendable, Equatable {
        case sheet(reason: String)
        case tooLarge
        /// Neither text nor such a sheet.
        case notText
        /// Not text in the requested encoding.
        case notEncoded(TextEncoding)
        /// A field starts with a quotation mark on this line, counted from 1, that is never closed.
        case openQuote(line: Int)
        /// Too many rows.
        case tooMany(limit: Int)
    }

    /// - Parameters:
    ///   - limit: maximum number of rows.
    ///   - encoding: nil to detect it.
    public init(_ bytes: [UInt8], limit: Int, encoding: TextEncoding? = nil) throws(Failure) {
        if SheetReader.isSheet(bytes) {
            try self.init(sheet: bytes, limit: limit)
        } else {
            try self.init(text: bytes, limit: limit, encoding: encoding)
        }
    }

    private init(sheet bytes: [UInt8], limit: Int) throws(Failure) {
        let sheet: SheetReader.Sheet
        do throws(SheetError) {
            sheet = try SheetReader.read(bytes)
        } catch .notReadable(let reason) {
            throw .sheet(reason: reason)
        } catch {
            throw .tooLarge
        }
        guard sheet.lines.count <= limit else { throw .tooMany(limit: limit) }
        records = sheet.lines
        var notes: [ListNote] = []
        if sheet.withoutValue > 0 {
            notes.append(ListNote(.noValues, count: sheet.withoutValue, sample: sheet.firstWithoutValue))
        }
        if sheet.others > 0 { notes.append(ListNote(.otherSheets, count: sheet.others, sample: sheet.name)) }
        self.notes = notes
    }

    private init(text bytes: [UInt8], limit: Int, encoding: TextEncoding?) throws(Failure) {
        guard let decoded = DecodedText(bytes, as: encoding) else {
            if let encoding { throw .notEncoded(encoding) }
            throw .notText
        }
        do throws(CSVRecords.Failure) {
            records = try CSVRecords(parsing: decoded.text, limit: limit, trimmed: false).records
        } catch {
            switch error {
            case .openQuote(let line): throw .openQuote(line: line)
            case .tooMany(let limit): throw .tooMany(limit: limit)
            }
        }
        var notes: [ListNote] = []
        if decoded.isGuess { notes.append(ListNote(.encodingGuessed, sample: decoded.encoding.name)) }
        if decoded.leftOut > 0 {
            notes.append(ListNote(.bytesReplaced, count: decoded.leftOut, sample: decoded.encoding.name))
        }
        self.notes = notes
    }
}
