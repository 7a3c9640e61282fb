import EspyStore
import Foundation

extension Gallery {
    /// Tells all that is known, one line of JSON after the other: of each photo, newest first, then what people said of
    /// photos that are not there, the albums they saved and the names of the tags they taught.
    ///
    /// - Parameter write: takes one line, without its end. What it throws ends the export.
    public func export<Failure: Error>(
        _ write: @Sendable (String) throws(Failure) -> Void
    ) throws(GalleryExportError<Failure>) {
        try database.snapshot { () throws(GalleryExportError<Failure>) in try tellAll(write) }
    }

    /// The same as one text.
    public func exportedText() throws(GalleryError) -> String {
        var text = ""
        do throws(GalleryExportError<GalleryError>) {
            try database.snapshot { () throws(GalleryExportError<GalleryError>) in
                try tellAll { (line) throws(GalleryError) in text += line + "\n" }
            }
        } catch {
            switch error {
            case .gallery(let error), .writing(let error): throw error
            }
        }
        return text
    }

    private func tellAll<Failure: Error>(
        _ write: (String) throws(Failure) -> Void
    ) throws(GalleryExportError<Failure>) {
        func read<Value>(
            _ work: () throws(StoreError) -> Value
        ) throws(GalleryExportError<Failure>) -> Value {
            do throws(StoreError) { return try work() } catch { throw .gallery(.store(error)) }
        }
        func tell(_ line: ExportedLine) throws(GalleryExportError<Failure>) {
            do throws(Failure) { try write(ExportText.line(line)) } catch { throw .writing(error) }
        }
        try read { () throws(StoreError) in try index.refresh(database) }
        let reader = ExportReader(database: database, corrections: index.corrections)
        try tell(.gallery(version: ExportedLine.version))
        for slot in index.order {
            let photo = try read { () throws(StoreError) in try reader.photo(index.ids[slot]) }
            if let photo { try tell(.photo(photo)) }
        }
        for digest in try read({ () throws(StoreError) in try reader.absent() }) {
            try tell(try read { () throws(StoreError) in try reader.absent(digest) })
        }
        for line in try read({ () throws(StoreError) in try reader.albums() + reader.taught() }) { try tell(line) }
    }
}

/// Why an export ended early.
public enum GalleryExportError<Failure: Error>: Error {
    case gallery(GalleryError)
    /// What the receiver of the lines said.
    case writing(Failure)
}

/// Lines of an export as text.
enum ExportText {
    /// Numbers that JSON has no words for do not come out of the database, so nothing can go wrong here.
    static func line(_ line: ExportedLine) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return (try? encoder.encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    static func parse(_ text: String) -> ExportedLine? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try? decoder.decode(ExportedLine.self, from: Data(text.utf8))
    }
}
