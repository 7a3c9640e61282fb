import Espy

/// Where the history is kept.
struct HistoryFile {
    let path: String

    init(_ surroundings: Surroundings) {
        path = Path.join(Folders(surroundings).data, "history.sqlite")
    }

    /// Is there a history yet?
    var exists: Bool { Files.exists(path) }

    /// - Parameter making: make its folder, for the user alone, where there is none.
    func open(making: Bool) throws(Problem) -> History {
        if making { try makeFolder() }
        do throws(HistoryError) {
            return try History(path: path)
        } catch {
            throw Problem(error)
        }
    }

    /// For the user alone.
    func makeFolder() throws(Problem) {
        do throws(FileError) {
            try Files.makePrivateFolder(Path.folder(of: path))
        } catch {
            throw Problem("file", "\(printable(error.path)): \(error.text)")
        }
    }
}
