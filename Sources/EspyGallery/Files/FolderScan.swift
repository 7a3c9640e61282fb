import EspyCodecs
import EspySystem

/// Walks a folder and its subfolders, and reports changes since the last scan.
///
/// Skips hidden files and folders, and those that other programs use for themselves. Links are followed only to targets
/// inside an added folder that are not reached otherwise; others would expose what is outside.
struct FolderScan {
    /// New files, and those with another size, time or sidecars than before.
    private(set) var changed: [FoundFile] = []
    /// Folders that cannot be listed, and files whose names cannot be represented.
    private(set) var problems: [GalleryProblem] = []
    /// All files that look like photos or videos.
    private(set) var total = 0
    /// The state of each added folder that was found.
    private(set) var states: [String: GalleryFolder.State] = [:]
    /// Folders where other disks begin, and whether the disk is missing.
    private(set) var disks: [String: Bool] = [:]
    /// Files that are no longer there, as far as known.
    private(set) var vanished: [Int] = []
    /// The number of skipped files, by folder.
    private(set) var passedOver: [String: [PassedOver: Int]] = [:]

    private var known: [String: KnownFile]
    private let added: Set<String>
    private let retriesProblems: Bool
    /// If so, `changed` is incomplete, and nothing counts as vanished.
    private(set) var isCancelled = false
    /// Contents of these folders may still exist.
    private var unseen: [String] = []
    private var visited: Set<FileIdentity> = []
    /// Links that were found but not followed yet.
    private var links: [Link] = []
    /// The targets of links.
    private var linked: Set<String> = []

    private struct Link {
        let folder: Place
        let name: String
        let sidecars: [FoundFile]
    }

    /// A folder: its path in the library, and its real path. They differ behind a link.
    private struct Place {
        let path: String
        let real: String

        init(_ path: String, real: String? = nil) { (self.path, self.real) = (path, real ?? path) }

        func inside(_ name: String) -> Place {
            Place(FolderPaths.start(of: path) + name, real: FolderPaths.start(of: real) + name)
        }
    }

    /// - Parameters:
    ///   - top: where to start.
    ///   - added: all added folders; those below `top` are treated like it.
    ///   - known: the gallery's files below `top`, by path.
    ///   - disks: folders where other disks began.
    ///   - retriesProblems: whether files that could not be read are tried again.
    init(_ top: String, added: [String], known: [String: KnownFile], disks: [String], retriesProblems: Bool) {
        (self.known, self.added, self.retriesProblems) = (known, Set(added), retriesProblems)
        for disk in disks
        where !MountedDisk.begins(at: disk) && known.keys.contains(where: { FolderPaths.holds(disk, $0) }) {
            self.disks[disk] = true
            unseen.append(disk)
        }
        walk(Place(top))
        // Folders that were added explicitly despite hidden names, or that no longer exist.
        for path in added.sorted() where FolderPaths.holds(top, path) && states[path] == nil { walk(Place(path)) }
        followLinks()
        if isCancelled { return }
        problems += self.disks.filter { $0.value && states[$0.key] == nil && FolderPaths.holds(top, $0.key) }
            .map { GalleryProblem(path: $0.key, reason: MountedDisk.problem) }
        vanished = self.known.filter { file in !unseen.contains { FolderPaths.holds($0, file.key) || $0 == file.key } }
            .map(\.value.id).sorted()
    }

    private mutating func walk(_ top: Place) {
        var folders: [(place: Place, outer: UInt64?)] = [(top, nil)]
        while let folder = folders.popLast() {
            if Task.isCancelled { isCancelled = true }
            if isCancelled { return }
            let (inner, device) = list(folder.place, outer: folder.outer)
            folders += inner.reversed().map { ($0, device) }
        }
    }

    /// - Parameter outer: the device of the parent folder.
    /// - Returns: its subfolders, and its device.
    private mutating func list(_ folder: Place, outer: UInt64?) -> (folders: [Place], device: UInt64?) {
        let listing: FolderListing
        do throws(FileError) {
            listing = try FolderListing(path: folder.real)
        } catch {
            note(error, on: folder.path)
            return ([], nil)
        }
        let device = listing.identity.device
        if let outer, outer != device { disks[folder.path] = false }
        if added.contains(folder.path) {
            // An unmounted disk leaves an empty folder.
            let isLost = listing.isEmpty && known.keys.contains { FolderPaths.holds(folder.path, $0) }
            states[folder.path] = isLost ? .missing : .ok
            if isLost { unseen.append(folder.path) }
        }
        // The same folder by another path, as with bind mounts.
        guard visited.insert(listing.identity).inserted else { return ([], device) }
        note(.hidden, listing.hidden, in: folder)
        var judged = Judged(sidecars: SidecarNames(listing.entries.lazy.filter(\.isText).map(\.name)))
        for entry in listing.entries {
            guard entry.isText else {
                if PhotoNames.looksLikePhoto(entry.name) == true {
                    let path = folder.inside(entry.name).path
                    problems.append(GalleryProblem(path: path, reason: "its name is not UTF-8; rename it"))
                    known[path] = nil
                }
                continue
            }
            judge(entry, in: folder, &judged)
        }
        noteRest(judged, in: folder)
        return (judged.folders, device)
    }

    /// The judgments of the names in one folder.
    private struct Judged {
        let sidecars: SidecarNames
        var folders: [Place] = []
        /// Sidecars that belong to photos.
        var used: Set<String> = []
        var noPictures: [String] = []
    }

    private mutating func judge(_ entry: FolderListing.Entry, in folder: Place, _ judged: inout Judged) {
        var kind = entry.kind
        let looks = PhotoNames.isVideo(entry.name) ? true : PhotoNames.looksLikePhoto(entry.name)
        let place = folder.inside(entry.name)
        // It vanished after the listing: the next scan reports it.
        if kind == nil || kind == .file && looks != false {
            guard let status = try? FileStatus(path: place.real) else { return }
            kind = status.kind
            if kind == .file, looks ?? Self.isPicture(place.real) {
                let beside = sidecars(of: entry.name, in: folder, &judged)
                keep(FoundFile(path: place.path, size: status.size, modified: status.modified, sidecars: beside))
                return
            }
        }
        switch kind {
        case .folder?: enter(place, entry.name, in: folder, &judged)
        case .link?:
            let beside = sidecars(of: entry.name, in: folder, &judged)
            links.append(Link(folder: folder, name: entry.name, sidecars: beside))
        case .file?, .other?, nil: judged.noPictures.append(entry.name)
        }
    }

    private static func isPicture(_ path: String) -> Bool {
        (try? Files.start(of: path, bytes: 64, followingLinks: false)).map(ImageDecoder.isPicture) ?? false
    }

    private mutating func enter(_ place: Place, _ name: String, in folder: Place, _ judged: inout Judged) {
        guard ForeignFolders.holds(name, in: folder.path), !added.contains(place.path) else {
            judged.folders.append(place)
            return
        }
        note(.smallCopy, pictures(in: place.real), in: folder)
    }

    /// The number of files in a folder and its subfolders with names of photos.
    private func pictures(in folder: String) -> Int {
        var (folders, count) = ([folder], 0)
        while let next = folders.popLast(), !Task.isCancelled {
            guard let listing = try? FolderListing(path: next) else { continue }
            count += listing.entries.count { $0.kind == .file && PhotoNames.looksLikePhoto($0.name) == true }
            folders += listing.entries.filter { $0.kind == .folder && $0.isText }.map {
                FolderPaths.start(of: next) + $0.name
            }
        }
        return count
    }

    private func sidecars(of photo: String, in folder: Place, _ judged: inout Judged) -> [FoundFile] {
        judged.sidecars.beside(photo).compactMap { name in
            let place = folder.inside(name)
            guard let status = try? FileStatus(path: place.real), status.kind == .file else { return nil }
            judged.used.insert(name)
            return FoundFile(path: place.real, size: status.size, modified: status.modified)
        }
    }

    private mutating func noteRest(_ judged: Judged, in folder: Place) {
        for name in judged.noPictures {
            if judged.used.contains(name) {
                // It may be known as unreadable.
                known[folder.inside(name).real] = nil
            } else {
                note(SidecarNames.isAlone(name) ? .sidecarAlone : .noPicture, 1, in: folder)
            }
        }
    }

    private mutating func note(_ reason: PassedOver, _ count: Int, in folder: Place) {
        if count > 0 { passedOver[folder.path, default: [:]][reason, default: 0] += count }
    }

    private mutating func followLinks() {
        while !links.isEmpty, !isCancelled {
            let found = links
            links = []
            for link in found where !isCancelled { follow(link) }
        }
    }

    private mutating func follow(_ link: Link) {
        let place = link.folder.inside(link.name)
        if PhotoNames.looksLikePhoto(link.name) == false { return note(.noPicture, 1, in: link.folder) }
        guard let target = Path.canonical(place.real), let status = try? FileStatus(path: target) else {
            return note(.brokenLink, 1, in: link.folder)
        }
        // A target that is reached without the link appears once.
        let roots = added.filter { $0 == target || FolderPaths.holds($0, target) }
        let isFolder = status.kind == .folder
        if roots.contains(where: { Self.isMet(target, isFolder: isFolder, from: $0) }) { return }
        guard roots.contains(where: { FolderPaths.holds($0, place.path) }) else {
            return note(.linkOutside, 1, in: link.folder)
        }
        guard linked.insert(target).inserted else { return }
        if isFolder {
            walk(Place(place.path, real: target))
        } else if status.kind == .file, Self.isPicture(target) {
            keep(
                FoundFile(path: place.path, size: status.size, modified: status.modified, sidecars: link.sidecars))
        } else {
            note(.noPicture, 1, in: link.folder)
        }
    }

    /// Whether a walk reaches a file or folder without following links, or skips it on purpose.
    private static func isMet(_ target: String, isFolder: Bool, from root: String) -> Bool {
        var names = target.dropFirst(FolderPaths.start(of: root).count).split(separator: "/").map(String.init)
        let isHidden = names.contains { $0.hasPrefix(".") }
        if !isFolder, let name = names.popLast(), PhotoNames.looksLikePhoto(name) == false { return false }
        var outer = root
        for name in names {
            if ForeignFolders.holds(name, in: outer) { return true }
            outer = FolderPaths.start(of: outer) + name
        }
        return !isHidden
    }

    private mutating func keep(_ file: FoundFile) {
        total += 1
        let old = known.removeValue(forKey: file.path)
        if let old, old.isSame(as: file), !(old.isProblem && retriesProblems) { return }
        changed.append(file)
    }

    private mutating func note(_ failure: FileError, on folder: String) {
        guard !failure.isMissing else {
            if added.contains(folder) {
                states[folder] = .missing
                unseen.append(folder)
            }
            return
        }
        unseen.append(folder)
        if added.contains(folder) {
            states[folder] = .denied
        } else {
            problems.append(GalleryProblem(path: folder, reason: "the folder cannot be read (\(failure.reason))"))
            known[folder] = nil
        }
    }
}

/// Folders in which other programs and systems keep small copies of photos, or deleted files.
private enum ForeignFolders {
    private static let names: Set<String> = [
        // Network storage.
        "@eadir", "@recycle", "#recycle", "@recently-snapshot", "#snapshot", "@synoresource", "@__thumb", "@transcode",
        "@tmp", "@sharebin",
        // Operating systems.
        "$recycle.bin", "recycler", "system volume information", "lost+found",
        // Programs and cameras.
        "thumbs", "thumbnails", "thmbnl", "ipod photo cache", "encoded-video",
    ]

    /// Folders that contain the original photos in the libraries of other programs.
    private static let originals: Set<String> = ["originals", "masters"]
    private static let libraries = [".photoslibrary", ".photolibrary", ".aplibrary", ".migratedphotolibrary"]
    /// Lightroom previews.
    private static let caches = [".lrdata"]

    /// - Parameters:
    ///   - name: of a folder.
    ///   - outer: the path of its parent folder.
    static func holds(_ name: String, in outer: String) -> Bool {
        let small = name.lowercased()
        if names.contains(small) || caches.contains(where: small.hasSuffix) { return true }
        let around = outer.lowercased()
        if libraries.contains(where: around.hasSuffix) { return !originals.contains(small) }
        let last = around.split(separator: "/").last ?? ""
        return small == "preview" && last.hasPrefix("appdata_") || small == "data" && last == "android"
    }
}
