import Espy
import EspyApp
import EspyStore
import EspySystem

/// Restores a backup.
///
/// First unpacks and checks everything in a folder next to the data. Renaming that folder to `restore` commits the
/// restore: if the process is killed while moving the files into place, the next process that starts continues. Before
/// the folder is deleted, it is renamed again. Databases are replaced inside a transaction, so other processes that
/// have them open see the new state, too.
struct BackupRestorer {
    let folders: Folders
    let config: String

    private static let mostFiles = 1_000
    private static let manifestLimit = 1 << 20

    private var pending: String { Path.join(folders.data, "restore") }

    /// - Returns: The list of restored files.
    func restore(_ path: String) throws -> BackupManifest {
        let scratch = try makeScratch()
        let unpacked = Path.join(scratch.path, "unpacked")
        guard mkdir(unpacked, 0o700) == 0 else { throw FileError.last(unpacked) }
        let manifest = try unpack(path, into: unpacked)
        // Indexing must pause while the thumbnails and the index are replaced.
        let indexing = try indexingLock(manifest)
        defer { withExtendedLifetime(indexing) {} }
        guard rename(unpacked, pending) == 0 else { throw FileError.last(pending) }
        try putInPlace(scratch)
        return manifest
    }

    /// Completes a committed restore; does nothing if there is none.
    func finish() throws {
        guard Files.isFolder(pending) else { return }
        let scratch = try makeScratch()
        let indexing = try waiting().flatMap { try indexingLock($0) }
        defer { withExtendedLifetime(indexing) {} }
        try putInPlace(scratch)
    }

    private func makeScratch() throws -> TemporaryFolder {
        try Folders.makePrivate(folders.data)
        let scratch = try TemporaryFolder.make(in: folders.data, prefix: ".espy-restore-")
        guard chmod(scratch.path, 0o700) == 0 else { throw FileError.last(scratch.path) }
        return scratch
    }

    private func indexingLock(_ manifest: BackupManifest) throws -> FileLock? {
        let targets = manifest.files.compactMap { BackupContents.target(of: $0.name, folders, config: config) }
        guard let gallery = targets.first(where: { $0.name == BackupContents.gallery }) else { return nil }
        try Folders.makePrivate(Path.folder(of: gallery.path))
        return try FileLock.hold(gallery.path + "-indexing")
    }

    private func putInPlace(_ scratch: borrowing TemporaryFolder) throws {
        let lock = try FileLock.wait(for: folders.data)
        try moveFiles()
        // Deleting the folder under its final name could leave it without its list.
        guard rename(pending, Path.join(scratch.path, "done")) == 0 || errno == ENOENT else {
            throw FileError.last(pending)
        }
        _ = consume lock
    }

    private func moveFiles() throws {
        for (number, file) in try (waiting()?.files ?? []).enumerated() {
            let source = Path.join(pending, String(number))
            // A file that is missing has already been moved into place.
            guard Files.exists(source),
                let target = BackupContents.target(of: file.name, folders, config: config)
            else { continue }
            try Folders.makePrivate(Path.folder(of: target.path))
            switch target.kind {
            case .database:
                try DatabaseCopy.copy(source, to: target.path)
                if target.name == BackupContents.gallery { GalleryRecovery(path: target.path).copySaid() }
            case .plain:
                guard rename(source, target.path) == 0 || errno == EXDEV && Self.moved(source, target.path) else {
                    throw FileError.last(target.path)
                }
            }
        }
    }

    /// The list of a committed restore. Nil if another process completed it first, or if only its deletion was
    /// interrupted in an older version, which deleted file by file.
    private func waiting() throws -> BackupManifest? {
        do {
            return try manifest(in: pending)
        } catch let error as FileError where error.cause == .system(ENOENT) {
            return nil
        }
    }

    /// The config file may be on another disk.
    private static func moved(_ source: String, _ target: String) -> Bool {
        guard let bytes = try? Files.read(source, limit: 1 << 20) else { return false }
        return (try? AtomicFile.replacePrivate(target, with: bytes)) != nil
    }

    private func manifest(in folder: String) throws -> BackupManifest {
        let path = Path.join(folder, BackupContents.manifest)
        return try JSONDecoder().decode(
            BackupManifest.self, from: Data(try Files.read(path, limit: Self.manifestLimit)))
    }

    /// Unpacks and checks everything. Files are numbered, so that names in the archive are never used as paths.
    private func unpack(_ path: String, into folder: String) throws -> BackupManifest {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw FileError.last(path) }
        defer { close(number) }
        let archive = ArchiveReader(number, path)
        guard let first = try archive.entry(), first.name == BackupContents.manifest, first.bytes <= Self.manifestLimit
        else { throw Self.noBackup(path, "not a backup") }
        let place = Path.join(folder, BackupContents.manifest)
        try archive.unpack(first, to: place)
        guard let manifest = try? manifest(in: folder), manifest.version == 1, manifest.files.count <= Self.mostFiles
        else { throw Self.noBackup(path, "its list of files cannot be read; it may be from a newer Espy") }
        for (number, file) in manifest.files.enumerated() {
            guard let entry = try archive.entry(), entry == TarFile.Entry(name: file.name, bytes: file.bytes) else {
                throw Self.noBackup(path, "\(printable(file.name)) is missing")
            }
            guard let target = BackupContents.target(of: file.name, folders, config: config) else {
                throw Self.noBackup(path, "\(printable(file.name)) does not belong to Espy")
            }
            let place = Path.join(folder, String(number))
            try archive.unpack(entry, to: place)
            guard FileSum(path: place)?.sha256 == file.sha256 else {
                throw Self.noBackup(path, "\(printable(file.name)) in it is damaged")
            }
            if target.kind == .database, let damage = try DatabaseCopy.damage(of: place) {
                throw Self.noBackup(path, "\(printable(file.name)) in it is damaged: \(printable(damage))")
            }
        }
        return manifest
    }

    static func noBackup(_ path: String, _ reason: String) -> Problem {
        Problem("backup", "\(printable(path)) cannot be restored: \(reason); nothing was changed")
    }
}

/// Reads an archive sequentially.
private struct ArchiveReader {
    private let number: Int32
    private let path: String

    init(_ number: Int32, _ path: String) { (self.number, self.path) = (number, path) }

    /// - Returns: nil at the end.
    func entry() throws -> TarFile.Entry? {
        var header = [UInt8](repeating: 0, count: TarFile.block)
        guard try fill(&header) == header.count else { throw BackupRestorer.noBackup(path, "it ends too early") }
        do throws(TarFile.Failure) {
            return try TarFile.entry(of: header)
        } catch .damaged(let reason) {
            throw BackupRestorer.noBackup(path, reason)
        }
    }

    func unpack(_ entry: TarFile.Entry, to place: String) throws {
        let target = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw FileError.last(place) }
        defer { close(target) }
        var left = entry.bytes
        while left > 0 {
            try Task.checkCancellation()
            var buffer = [UInt8](repeating: 0, count: min(left, 1 << 18))
            guard try fill(&buffer) == buffer.count else { throw BackupRestorer.noBackup(path, "it ends too early") }
            try Descriptor(target).writeAll(buffer, name: place)
            left -= buffer.count
        }
        guard fsync(target) == 0 else { throw FileError.last(place) }
        var padding = [UInt8](repeating: 0, count: TarFile.padding(entry.bytes))
        _ = try fill(&padding)
    }

    /// - Returns: The number of bytes read.
    private func fill(_ buffer: inout [UInt8]) throws -> Int {
        var count = 0
        while count < buffer.count {
            let got = buffer.withUnsafeMutableBytes {
                read(number, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if got == 0 { break }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw FileError.last(path) }
            count += got
        }
        return count
    }
}
