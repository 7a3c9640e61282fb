import EspyStore
import EspySystem
import Foundation

/// Copies of what people said, beside the database: the newest, and those of the two days before on which it changed.
struct SaidCopies {
    private let database: String

    /// - Parameter database: its path.
    init(of database: String) { self.database = database }

    /// In nanoseconds.
    private static let day = 24 * 3600 * 1_000_000_000

    /// The newest first, whether they are there or not.
    var paths: [String] { ["\(database)-said", "\(database)-said-1", "\(database)-said-2"] }

    /// The newest that holds something.
    func newest() -> String? {
        for path in paths {
            let bytes = try? FileContents(path: path, limit: 1 << 30).bytes
            if let bytes, !bytes.isEmpty { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }

    /// Keeps a text as the newest one. Each day the last one of the day before is put aside.
    func keep(_ text: String) throws(SystemError) {
        guard text != newest() else { return }
        // As a copy: the newest is never missing.
        if isAnotherDay, let bytes = try? FileContents(path: paths[0], limit: 1 << 30).bytes {
            rename(paths[1], paths[2])
            try TemporaryFile.replacePrivate(paths[1], with: bytes)
        }
        try TemporaryFile.replacePrivate(paths[0], with: Array(text.utf8))
    }

    /// Whether the newest is of another day than the one that was put aside, if there is one.
    private var isAnotherDay: Bool {
        guard let newest = try? FileStatus(path: paths[0]).modified else { return false }
        guard let aside = try? FileStatus(path: paths[1]).modified else { return true }
        return newest - aside > Self.day
    }
}
