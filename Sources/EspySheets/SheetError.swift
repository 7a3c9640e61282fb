/// Why a spreadsheet file could not be written or read.
public enum SheetError: Error, Sendable, Equatable {
    /// More rows, columns or characters than a sheet holds.
    case tooLarge
    /// The library could not write it.
    case notWritten(reason: String)
    /// The file is none, or a part of it is broken.
    case notReadable(reason: String)
}
