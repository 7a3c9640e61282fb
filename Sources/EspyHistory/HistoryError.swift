public import EspyCodecs
public import EspyStore

/// Why something could not be kept in the history, or not be found there.
public enum HistoryError: Error, Equatable {
    /// The file cannot be used, or not now.
    case store(StoreError)
    /// The small picture could not be made.
    case thumbnail(ImageError)
    /// No entry has an identifier that is, or begins with, this.
    case notFound(String)
    /// Several entries have an identifier that begins with this.
    case ambiguous(String)
    /// The entry is there, but what is written in it makes no sense.
    case damaged(id: String)
    /// The corrections do not fit the result: they are for another kind, or name what is not there.
    case unusableCorrections
    /// Somebody else has changed the result since.
    case changedElsewhere
    /// A result is changed, and nobody says who does it.
    case noAuthor
    /// There are as many lists of books as are kept.
    case full
    /// A number in the result is infinite or none, which JSON cannot say.
    case notStorable
}
