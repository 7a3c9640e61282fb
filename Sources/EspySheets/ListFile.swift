public import EspyBase
public import EspySystem

/// A list that a person has: lines of codes or books, as CSV in any encoding or as the first sheet of an XLSX file.
///
/// All lists are read by it, those of boxes as well as those of books.
public struct ListFile: Sendable, Equatable {
    /// The lines that have something in them. Fields keep the white space around them: codes may have some.
    public let records: [[String]]
    /// What was guessed, or could not be used.
    public let notes: [ListNote]

    /// Why a file is no list.
    public enum Failure: Error, Sendable, Equatable {
        case sheet(reason: String)
        case tooLarge
        /// It is neither text nor such a sheet.
        case notText
        /// It is no text in the encoding that was asked for.
        case notEncoded(TextEncoding)
        /// A field that begins with a quotation mark in this line, counted from 1, does not end.
        case openQuote(line: Int)
        /// It has more lines.
        case tooMany(limit: Int)
    }

    /// - Parameters:
    ///   - limit: the most lines that are taken.
    ///   - encoding: nil to find it by the bytes.
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
