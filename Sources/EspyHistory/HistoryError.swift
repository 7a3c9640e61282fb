public import EspyCodecs
public import EspyStore

/// An error in storing or finding something in the history.
public enum HistoryError: Error, Equatable {
    /// The file cannot be used, or not now.
    case store(StoreError)
    /// The small picture could not be made.
    case thumbnail(ImageError)
    /// No entry has this identifier or prefix.
    case notFound(String)
    /// Several entries have this prefix.
    case ambiguous(String)
    /// The entry exists, but its contents are invalid.
    case damaged(id: String)
    /// The corrections do not fit the result: they are for another kind, or refer to missing parts.
    case unusableCorrections
    /// The result has been changed elsewhere since.
    case changedElsewhere
    /// A result is changed without an author.
    case noAuthor
    /// The maximum number of book lists is stored.
    case full
    /// A number in the result is infinite or NaN, which JSON cannot represent.
    case notStorable
}
