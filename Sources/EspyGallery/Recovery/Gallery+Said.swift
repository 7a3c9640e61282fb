import EspyStore
import EspySystem
import Foundation

extension Gallery {
    /// People said something: a copy of all that they said is kept beside the database, at once or, soon after another,
    /// a moment later. A gallery works without; so nothing fails where there is no room for it.
    func noteSaid() {
        hasSaidMore = true
        guard !restsFromCopying else { return }
        hasSaidMore = false
        if let said = try? SaidLines(database) { try? SaidCopies(of: path).keep(said.text) }
        restsFromCopying = true
        Task {
            try? await Task.sleep(for: .seconds(2))
            restsFromCopying = false
            if hasSaidMore { noteSaid() }
        }
    }

    /// Begins with what people said elsewhere. Folders need not be there now.
    func begin(with said: SaidLines, now: Int) throws(GalleryError) {
        try use { (database) throws(StoreError) in
            try database.transaction { () throws(StoreError) in
                for folder in said.folders {
                    try database.execute(
                        "INSERT OR IGNORE INTO folders (path, added) VALUES (?, ?)", [.text(folder), .integer(now)])
                }
            }
        }
        _ = try importLines(said.lines, now: now)
    }

    /// What there is now of what people said.
    func outcome(aside: String?, lines: [String]) throws(GalleryError) -> GalleryRecovery.Outcome {
        try use { (database) throws(StoreError) in
            func count(_ table: String) throws(StoreError) -> Int {
                try database.integers("SELECT count(*) FROM \(table)").first ?? 0
            }
            return GalleryRecovery.Outcome(
                folders: try count("folders"), corrections: try count("corrections"),
                ratings: try count("ratings WHERE time IS NOT NULL"), albums: try count("smart_albums"), aside: aside,
                lines: lines)
        }
    }

    /// An empty file is a new gallery, unless there was one: then its content is lost, and that is not to be hidden.
    static func checkIsNoRemnant(_ path: String) throws(StoreError) {
        var info = stat()
        guard stat(path, &info) == 0, info.st_size == 0, SaidCopies(of: path).newest() != nil else { return }
        throw .corrupt(path: path, reason: "it is empty")
    }
}
