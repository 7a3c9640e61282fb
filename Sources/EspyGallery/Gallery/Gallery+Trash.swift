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
        /// It is a sample photo, which belongs to the program.
        case sample

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
    ///   - isSample: whether a folder has sample photos, which all stay.
    ///   - date: local time, as `2026-02-20T14:30:22`.
    package func moveToTrash(
        _ copies: [String], keeping kept: String, sparing isSample: @Sendable (String) -> Bool = { _ in false },
        in trash: Trash, date: String
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
            if result.move(file, sparing: isSample, to: trash, date: date) { gone.append(file.id) }
        }
        if !gone.isEmpty { try forget(gone) }
        return result
    }

    /// Moves all files of photos to the trash. The gallery forgets them at once, and keeps what the user said about
    /// them in case they come back.
    package func moveToTrash(
        photos: [Int], sparing isSample: @Sendable (String) -> Bool = { _ in false }, in trash: Trash, date: String
    ) throws(GalleryError) -> TrashedFiles {
        var (result, gone): (TrashedFiles, [Int]) = (TrashedFiles(), [])
        for photo in photos {
            let files = try files(of: photo)
            // All of its files are on another machine.
            if files.isEmpty, let path = try paths(of: photo).first { result.refuse(path, .missing) }
            for file in files {
                guard file.identity != nil else {
                    result.refuse(file.path, Files.exists(file.path) ? .changed : .missing)
                    continue
                }
                if result.move(file, sparing: isSample, to: trash, date: date) { gone.append(file.id) }
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
        try files("f.path = ? AND f.photo IS NOT NULL", .text(path)).first
    }

    private func files(of photo: Int) throws(GalleryError) -> [File] {
        try files("f.photo = ?", .integer(photo))
    }

    private func paths(of photo: Int) throws(GalleryError) -> [String] {
        try use { database in try database.paths(of: photo) }
    }

    /// Files on this machine.
    private func files(_ condition: String, _ value: Parameter) throws(GalleryError) -> [File] {
        try use { database in
            try database.rows(
                """
                SELECT f.id, d.path, f.path, f.size, f.modified FROM files f JOIN folders d ON d.id = f.folder
                WHERE \(condition) AND d.state <> 'remote' ORDER BY f.path
                """, [value]
            ) { row in
                File(
                    id: try row.integer(0), folder: try row.text(1), path: try row.text(2), size: try row.integer(3),
                    modified: try row.integer(4))
            }
        }
    }
}

extension TrashedFiles {
    /// - Returns: whether the file was moved.
    fileprivate mutating func move(
        _ file: Gallery.File, sparing isSample: (String) -> Bool, to trash: Trash, date: String
    ) -> Bool {
        guard !isSample(file.folder) else {
            refuse(file.path, .sample)
            return false
        }
        do throws(Trash.Failure) {
            add(try trash.put(file.path, below: file.folder, date: date))
            return true
        } catch {
            refuse(file.path, Reason(error))
            return false
        }
    }
}
