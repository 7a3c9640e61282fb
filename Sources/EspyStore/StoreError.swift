/// An error in opening, reading or writing a database.
public enum StoreError: Error, Equatable {
    /// Another process has held the lock longer than the patience given.
    case locked(path: String)
    /// The file is not a database, or is damaged.
    case corrupt(path: String, reason: String)
    /// The disk is full.
    case full(path: String)
    /// The file cannot be opened, read or written.
    case inaccessible(path: String, reason: String)
    /// The file was written by a newer version of the program.
    case tooNew(path: String, version: Int)
    /// The statement is invalid: a bug in the caller.
    case statement(String)
}
