import Espy

/// A history entry as clients see it.
struct EntryAnswer: Encodable, Sendable {
    private let id: String
    private let kind: HistoryEntry.Kind
    /// Seconds since 1970.
    private let time: Int
    private let date: String
    private let title: String
    private let note: String?
    private let count: Int
    private let range: Count.Range?
    private let rows: Int?
    private let cols: Int?
    private let parameters: AnalysisValue?
    private let favorite: Bool
    private let corrected: Bool
    private let confirmation: HistoryEntry.Confirmation?
    private let place: ShelfPlace?
    /// Where its small picture is; another place when another result has taken this one's, or when it was corrected.
    private let thumbnail: String

    package init(_ entry: HistoryEntry) {
        id = entry.id
        kind = entry.kind
        time = entry.time
        date = entry.date
        title = entry.title
        note = entry.note
        count = entry.count
        range = entry.range
        rows = entry.rows
        cols = entry.cols
        parameters = entry.parameters
        favorite = entry.isFavorite
        corrected = entry.isCorrected
        confirmation = entry.confirmation
        place = entry.place
        thumbnail = "\(APIPath.entry(entry.id))/thumbnail.jpg?v=\(entry.pictureVersion)"
    }
}

extension HistoryEntry {
    /// Another one whenever its small picture may be another.
    var pictureVersion: String { "\(position).\(version)" }
}

/// A history entry with all details.
struct RecordAnswer: Encodable, Sendable {
    private let entry: EntryAnswer
    /// The result before corrections.
    private let result: AnalysisValue
    private let corrections: AnalysisValue
    /// The log of changes, with their authors.
    private let audit: [AuditEvent]
    /// The photo's identifier, as long as the photo is kept.
    private let photo: String?
    /// The size of the kept photo, if it is smaller than the original.
    private let photoCopy: EntryPhoto.Size?

    init(_ record: HistoryRecord, photo: EntryPhoto?) {
        entry = EntryAnswer(record.entry)
        result = record.result.answer(file: record.entry.photoName)
        corrections = record.corrections ?? record.entry.kind.noCorrections
        audit = record.audit
        self.photo = photo?.id
        photoCopy = photo?.copy
    }
}

/// Reference to the photo of an entry.
struct EntryPhoto: Sendable, Equatable {
    let id: String
    /// The size of the copy, if it is smaller than the photo was.
    let copy: Size?

    /// In pixels.
    struct Size: Sendable, Equatable, Encodable {
        let width: Int
        let height: Int
    }
}
