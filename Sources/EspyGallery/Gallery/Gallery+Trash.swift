import EspyStore
package import EspySystem

/// The outcome of moving files to the trash, or back.
package struct TrashedFiles: Sendable, Equatable, Encodable {
    package struct Refused: Sendable, Equatable, Encodable {
        package let path: String
        package let reason: Reason
    }

    /// Why a file stays where it is.
    package enum Reason: String, Sendable, Encodable {
        /// It is not there, is reached through a link, or is outside the folders of the gallery.
        case missing
        /// It differs from the file that was indexed.
        case changed
        /// It is no copy of the file to keep, as far as the gallery knows.
        case noCopy
        /// The file to keep cannot be read now, or has changed.
        case keptMissing
        /// It is the file to keep under another name.
        case sameFile
        /// Its disk has no trash.
        case noTrash
        /// Another file has its name now.
        case nameInUse
        /// The system does not allow it.
        case denied

        fileprivate init(_ failure: Trash.Failure) {
            self =
                switch failure {
                case .noTrash: .noTrash
                case .missing: .missing
                case .nameInUse: .nameInUse
                case .file: .denied
                }
        }
    }

    package private(set) var moved: [Trash.Item] = []
    package private(set) var refused: [Refused] = []

    fileprivate mutating func refuse(_ path: String, _ reason: Reason) {
        refused.append(Refused(path: path, reason: reason))
    }

    fileprivate mutating func add(_ item: Trash.Item) { moved.append(item) }
}

extension Gallery {
    /// Moves copies of a photo to the trash, and keeps one of its files. The gallery forgets the others at once.
    ///
    /// - Parameters:
    ///   - copies: paths of files that are the same photo, or the same shot.
    ///   - kept: the path of the file that stays.
    ///   - date: local time, as `2026-02-20T14:30:22`.
    package func moveToTrash(
        _ copies: [String], keeping kept: String, in trash: Trash, date: String
    ) async throws(GalleryError) -> TrashedFiles {
        let groups = try await duplicates(limit: .max)
        let known = Set(groups.filter { $0.kind != .similar && $0.files.contains(kept) }.flatMap(\.files))
        var result = TrashedFiles()
        guard let keptFile = try file(at: kept), let identity = keptFile.identity else {
            for path in copies { result.refuse(path, .keptMissing) }
            return result
        }
        var gone: [Int] = []
        for path in copies {
            guard path != kept else {
                result.refuse(path, .sameFile)
                continue
            }
            guard known.contains(path), let file = try file(at: path) else {
                result.refuse(path, .noCopy)
                continue
            }
            guard let other = file.identity else {
                result.refuse(path, Files.exists(path) ? .changed : .missing)
                continue
            }
            guard other != identity else {
                result.refuse(path, .sameFile)
                continue
            }
            do throws(Trash.Failure) {
                result.add(try trash.put(path, below: file.folder, date: date))
                gone.append(file.id)
            } catch {
                result.refuse(path, TrashedFiles.Reason(error))
            }
        }
        if !gone.isEmpty { try forget(gone) }
        return result
    }

    /// Moves files back to where they were. The next run of ``GalleryIndexer`` finds them there.
    package func restore(_ items: [Trash.Item], from trash: Trash) throws(GalleryError) -> TrashedFiles {
        let folders = try use { _ in try folderPaths() }
        var result = TrashedFiles()
        for item in items {
            guard let folder = folders.holder(of: item.path) else {
                result.refuse(item.path, .missing)
                continue
            }
            do throws(Trash.Failure) {
                try trash.restore(item, below: folder.path)
                result.add(item)
            } catch {
                result.refuse(item.path, TrashedFiles.Reason(error))
            }
        }
        return result
    }

    /// A file of a photo, as it was indexed.
    fileprivate struct File {
        let id: Int
        let folder: String
        let path: String
        let size: Int
        let modified: Int

        /// Nil unless it is the file that was indexed.
        var identity: FileIdentity? {
            guard let status = try? FileStatus(path: path), status.kind == .file, status.size == size,
                status.modified == modified
            else { return nil }
            return status.identity
        }
    }

    private func file(at path: String) throws(GalleryError) -> File? {
        try use { database in
            try database.rows(
                """
                SELECT f.id, d.path, f.size, f.modified FROM files f JOIN folders d ON d.id = f.folder
                WHERE f.path = ? AND f.photo IS NOT NULL AND d.state <> 'remote'
                """, [.text(path)]
            ) { row in
                File(
                    id: try row.integer(0), folder: try row.text(1), path: path, size: try row.integer(2),
                    modified: try row.integer(3))
            }.first
        }
    }
}
