import EspyCodecs
import EspyStore

/// Walks through a folder and those in it, and tells what has changed since the last time.
///
/// Links are not followed: they would show what is outside the folder, and may lead round in circles. Hidden files and
/// folders are left out.
struct FolderScan {
    /// New files, and those with another size or age than before.
    private(set) var changed: [FoundFile] = []
    /// Folders that cannot be listed, and files with names that cannot be written down.
    private(set) var problems: [GalleryProblem] = []
    /// All files that look like photos.
    private(set) var total = 0
    /// Of the folders that were added: those that were met.
    private(set) var states: [String: GalleryFolder.State] = [:]
    /// Where other disks begin, and whether they are away.
    private(set) var disks: [String: Bool] = [:]
    /// Files that are no longer there, where that can be told.
    private(set) var vanished: [Int] = []

    private var known: [String: KnownFile]
    private let added: Set<String>
    private let retriesProblems: Bool
    /// Then `changed` is not all, and nothing has vanished.
    private(set) var isCancelled = false
    /// What lies in these may still be there.
    private var unseen: [String] = []
    private var visited: Set<FileIdentity> = []

    /// - Parameters:
    ///   - top: where to begin.
    ///   - added: all folders that were added; those below `top` are judged as it is.
    ///   - known: what the gallery has of files below `top`, by path.
    ///   - disks: folders in which other disks began.
    ///   - retriesProblems: whether files that could not be read are tried again.
    init(_ top: String, added: [String], known: [String: KnownFile], disks: [String], retriesProblems: Bool) {
        (self.known, self.added, self.retriesProblems) = (known, Set(added), retriesProblems)
        for disk in disks
        where !MountedDisk.begins(at: disk) && known.keys.contains(where: { FolderPaths.holds(disk, $0) }) {
            self.disks[disk] = true
            unseen.append(disk)
        }
        walk(top)
        // Folders that were added by themselves although their names are hidden, or that are not there any more.
        for path in added.sorted() where FolderPaths.holds(top, path) && states[path] == nil { walk(path) }
        if isCancelled { return }
        problems += self.disks.filter { $0.value && states[$0.key] == nil && FolderPaths.holds(top, $0.key) }
            .map { GalleryProblem(path: $0.key, reason: MountedDisk.problem) }
        vanished = self.known.filter { file in !unseen.contains { FolderPaths.holds($0, file.key) || $0 == file.key } }
            .map(\.value.id).sorted()
    }

    private mutating func walk(_ top: String) {
        var folders: [(path: String, outer: UInt64?)] = [(top, nil)]
        while let folder = folders.popLast() {
            if Task.isCancelled { isCancelled = true }
            if isCancelled { return }
            let (inner, device) = list(folder.path, outer: folder.outer)
            folders += inner.reversed().map { ($0, device) }
        }
    }

    /// - Parameter outer: the device of the folder around it.
    /// - Returns: the folders in it, and its device.
    private mutating func list(_ folder: String, outer: UInt64?) -> (folders: [String], device: UInt64?) {
        let listing: FolderListing
        do throws(FolderListing.Failure) {
            listing = try FolderListing(path: folder)
        } catch {
            note(error, on: folder)
            return ([], nil)
        }
        let device = listing.identity.device
        if let outer, outer != device { disks[folder] = false }
        if added.contains(folder) {
            // Where a disk is not mounted, an empty folder is left.
            let isLost = listing.isEmpty && known.keys.contains { FolderPaths.holds(folder, $0) }
            states[folder] = isLost ? .missing : .ok
            if isLost { unseen.append(folder) }
        }
        // The same folder by another way, as bind mounts make them.
        guard visited.insert(listing.identity).inserted else { return ([], device) }
        var folders: [String] = []
        for entry in listing.entries {
            let path = FolderPaths.start(of: folder) + entry.name
            guard entry.isText else {
                if PhotoNames.looksLikePhoto(entry.name) == true {
                    problems.append(GalleryProblem(path: path, reason: "its name is not UTF-8; rename it"))
                    known[path] = nil
                }
                continue
            }
            judge(path, entry, &folders)
        }
        return (folders, device)
    }

    private mutating func judge(_ path: String, _ entry: FolderListing.Entry, _ folders: inout [String]) {
        switch entry.kind {
        case .folder: folders.append(path)
        case .other: break
        case .file, nil:
            let looks = PhotoNames.looksLikePhoto(entry.name)
            guard looks != false || entry.kind == nil else { return }
            // Gone since it was listed: the next scan tells.
            guard let status = try? FileStatus(path: path) else { return }
            switch status.kind {
            case .folder: folders.append(path)
            case .other: break
            case .file:
                guard looks ?? ImageDecoder.isPicture(FileContents.start(of: path, count: 64)) else { return }
                keep(FoundFile(path: path, size: status.size, modified: status.modified))
            }
        }
    }

    private mutating func keep(_ file: FoundFile) {
        total += 1
        let old = known.removeValue(forKey: file.path)
        if let old, old.size == file.size, old.modified == file.modified, !(old.isProblem && retriesProblems) { return }
        changed.append(file)
    }

    private mutating func note(_ failure: FolderListing.Failure, on folder: String) {
        switch failure {
        case .missing:
            if added.contains(folder) {
                states[folder] = .missing
                unseen.append(folder)
            }
        case .denied(let reason):
            unseen.append(folder)
            if added.contains(folder) {
                states[folder] = .denied
            } else {
                problems.append(GalleryProblem(path: folder, reason: "the folder cannot be read (\(reason))"))
                known[folder] = nil
            }
        }
    }
}
