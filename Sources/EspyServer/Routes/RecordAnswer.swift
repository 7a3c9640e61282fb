import Espy

/// An entry with all that is known of it.
struct RecordAnswer: Encodable, Sendable {
    private let entry: EntryAnswer
    /// As it was found.
    private let result: ResultAnswer
    private let corrections: HistoryCorrections
    /// The photo, as long as it is kept.
    private let photo: String?

    init(_ record: HistoryRecord, photo: String?) {
        entry = EntryAnswer(record.entry)
        result = ResultAnswer(result: record.result, title: record.entry.title)
        corrections = record.corrections ?? HistoryCorrections(none: record.entry.kind)
        self.photo = photo
    }
}
