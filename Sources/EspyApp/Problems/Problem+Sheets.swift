package import EspySheets

/// What can be wrong with spreadsheet files.
extension Problem {
    package init(_ error: SheetError) {
        switch error {
        case .tooLarge:
            self.init("sheetTooLarge", "the table is larger than a sheet can be; write several, or CSV")
        case .notWritten(let reason):
            self.init("sheetNotWritten", "the sheet could not be written (\(printable(reason))); run again")
        case .notReadable(let reason):
            self.init("sheetNotReadable", "the sheet cannot be read: \(printable(reason)); save it as XLSX or CSV")
        }
    }
}
