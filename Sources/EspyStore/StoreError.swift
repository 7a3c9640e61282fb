/// Why a database could not be opened, read or written.
public enum StoreError: Error, Equatable {
    /// Another process holds it, longer than the patience given.
    case locked(path: String)
    /// The file is no database, or a damaged one.
    case corrupt(path: String, reason: String)
    /// There is no room left to write to.
    case full(path: String)
    /// The file cannot be opened, read or written.
    case inaccessible(path: String, reason: String)
    /// The file was written by a newer version of the program.
    case tooNew(path: String, version: Int)
    /// The statement is wrong: a defect of the caller.
    case statement(String)
}
