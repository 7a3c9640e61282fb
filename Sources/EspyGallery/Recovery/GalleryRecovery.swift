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
