import EspyStore
import EspySystem
import Foundation

/// Makes a new gallery in place of one whose file is damaged, with all that people said: as far as it can still be read,
/// and from the copies beside it. The rest is found out again when the photos are indexed.
public struct GalleryRecovery {
    /// What came back.
    public struct Outcome: Sendable, Equatable {
        public let folders: Int
        public let corrections: Int
        public let ratings: Int
        public let albums: Int
        /// The damaged file; nil where there was none.
        public let aside: String?
        /// Tags that were taught are learned again when their photos are there: to be taken in once more then.
        public let lines: [String]
    }

    private let path: String

    /// - Parameter path: of the database. Nobody else may have it open.
    public init(path: String) { self.path = path }

    /// Makes the copy of what people said anew, after another gallery has taken the place of the one that was there. Where
    /// that cannot be, there is none: nothing of the other gallery is ever brought back into this one.
    public func copySaid() {
        let copies = SaidCopies(of: path)
        do {
            let database = try Database(
                path: path, identity: GallerySchema.identity, migrations: GallerySchema.migrations)
            try copies.keep(SaidLines(database).text)
        } catch {
            for path in copies.paths { unlink(path) }
        }
    }

    /// Whether there is, or was, a gallery.
    public var isThere: Bool { FileManager.default.fileExists(atPath: path) || SaidCopies(of: path).newest() != nil }

    /// - Returns: why the gallery cannot be used as it is; nil when it can.
    public func damage() -> String? {
        // Looking would make one.
        guard FileManager.default.fileExists(atPath: path) else { return "it is not there" }
        do throws(StoreError) {
            try Gallery.checkIsNoRemnant(path)
            return try DatabaseCopy.damage(of: path)
        } catch .corrupt(_, let reason) {
            return reason
        } catch {
            // It is locked, or newer than this program: no reason to begin anew.
            return nil
        }
    }

    /// - Parameters:
    ///   - stamp: for the name of the damaged file.
    ///   - now: seconds since 1970.
    public func run(stamp: String, now: Int) async throws(GalleryError) -> (gallery: Gallery, outcome: Outcome) {
        let copy = SaidCopies(of: path).newest().map(SaidLines.init(text:))
        var said = [copy].compactMap(\.self)
        if FileManager.default.fileExists(atPath: path), let remains = try? DatabaseRemains(path: path) {
            said.append(SaidLines(remains))
        }
        let aside = try moveAside(stamp)
        let gallery = try Gallery(path: path)
        for part in said { try await gallery.begin(with: part, now: now) }
        return (gallery, try await gallery.outcome(aside: aside, lines: said.flatMap(\.lines)))
    }

    /// All files of the gallery but the copies.
    private func moveAside(_ stamp: String) throws(GalleryError) -> String? {
        let (folder, name) = (Path.folder(of: path), Path.name(of: path))
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var moved: String?
        for file in files where file.hasPrefix(name) && !file.hasPrefix("\(name)-said") && !file.contains(".damaged-") {
            let target = Path.join(folder, "\(name).damaged-\(stamp)\(file.dropFirst(name.count))")
            guard rename(Path.join(folder, file), target) == 0 else {
                throw .store(.inaccessible(path: path, reason: String(cString: strerror(errno))))
            }
            if file == name { moved = target }
        }
        return moved
    }
}

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
        try use { database in
            try database.change {
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
        try use { database in
            func count(_ table: String) throws -> Int {
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
