import Foundation

/// The user's trash, according to the Trash specification of freedesktop.org, version 1.0.
///
/// Every disk has its own: files are renamed, never copied. Folders and links are refused.
package struct Trash: Sendable {
    /// A file in the trash.
    package struct Item: Sendable, Equatable, Codable {
        /// Where it was.
        package let path: String
        /// Its name in the trash.
        package let name: String

        package init(path: String, name: String) { (self.path, self.name) = (path, name) }
    }

    package enum Failure: Error, Equatable {
        /// The disk of the file has no trash, and none can be made.
        case noTrash
        /// It is not there, or a link leads to it, or it is not a regular file.
        case missing
        /// Another file has its name.
        case nameInUse
        case file(FileError)
    }

    /// The folder that contains the trash of the user's home: `$XDG_DATA_HOME`.
    private let dataFolder: String

    package init(dataFolder: String) { self.dataFolder = dataFolder }

    /// Moves a file into the trash.
    ///
    /// - Parameters:
    ///   - folder: a folder that must contain it. No link from there on is followed.
    ///   - date: local time, as `2026-02-20T14:30:22`.
    package func put(_ path: String, below folder: String, date: String) throws(Failure) -> Item {
        guard let source = DiskFile.guardedFolder(of: path, below: folder), isFile(path, in: source) else {
            throw .missing
        }
        for place in places(for: source) {
            guard let bin = Bin(place, isNew: true) else { continue }
            do throws(FileError) {
                return Item(path: path, name: try bin.take(path, from: source, date: date))
            } catch {
                // The same disk, mounted twice.
                guard error.code == EXDEV else { throw .file(error) }
            }
        }
        throw .noTrash
    }

    /// Moves a file back to where it was.
    ///
    /// - Parameter folder: a folder that must contain its earlier place.
    package func restore(_ item: Item, below folder: String) throws(Failure) {
        guard !item.name.contains("/"), !item.name.utf8.contains(0), ![".", "..", ""].contains(item.name),
            let target = DiskFile.guardedFolder(of: item.path, below: folder)
        else { throw .missing }
        for place in places(for: target) {
            guard let bin = Bin(place, isNew: false), bin.path(of: item.name) == item.path else { continue }
            let isBack: Bool
            do throws(FileError) {
                isBack = try bin.giveBack(item, to: target)
            } catch {
                throw error.isMissing ? .missing : .file(error)
            }
            guard isBack else { throw .nameInUse }
            return
        }
        throw .missing
    }

    private func isFile(_ path: String, in folder: DiskFile) -> Bool {
        var info = stat()
        let found = fstatat(folder.descriptor.number, Path.name(of: path), &info, AT_SYMLINK_NOFOLLOW) == 0
        return found && FileStatus(info).kind == .file
    }

    /// The places where files of a folder may go, best first.
    private func places(for folder: DiskFile) -> [Place] {
        guard let device = try? folder.status().identity.device else { return [] }
        var found: [Place] = []
        if Self.device(ofNearest: dataFolder) == device { found.append(Place(folder: Path.join(dataFolder, "Trash"))) }
        guard let top = Self.top(of: Path.folder(of: folder.path), on: device) else { return found }
        let shared = Path.join(top, ".Trash")
        if let status = try? FileStatus(path: shared), status.kind == .folder, status.permissions & S_ISVTX != 0 {
            found.append(Place(folder: Path.join(shared, String(getuid())), top: top))
        }
        found.append(Place(folder: Path.join(top, ".Trash-\(getuid())"), top: top))
        return found
    }

    private static func device(ofNearest folder: String) -> UInt64? {
        var path = folder
        while !path.isEmpty {
            if let status = try? FileStatus(path: path, followingLinks: true) { return status.identity.device }
            if path == "/" { return nil }
            path = Path.folder(of: path)
        }
        return nil
    }

    /// The topmost folder on the same disk.
    private static func top(of folder: String, on device: UInt64) -> String? {
        guard var top = Path.canonical(folder) else { return nil }
        while top != "/" {
            let outer = Path.folder(of: top)
            guard (try? FileStatus(path: outer))?.identity.device == device else { break }
            top = outer
        }
        return top
    }

    /// Where a trash is or may be made.
    private struct Place {
        let folder: String
        /// The topmost folder of its disk, to which paths in it are relative; nil for the trash of the home.
        var top: String?
    }

    /// The two open folders of a trash.
    private struct Bin {
        private static let head = "[Trash Info]"

        private let place: Place
        private let files: DiskFile
        private let infos: DiskFile

        /// - Parameter isNew: makes missing folders.
        init?(_ place: Place, isNew: Bool) {
            let (files, infos) = (Path.join(place.folder, "files"), Path.join(place.folder, "info"))
            if isNew {
                for folder in [place.folder, files, infos] { try? Files.makeFolder(folder, isPrivate: true) }
            }
            // Another user may have put a link at the top of a disk.
            guard let status = try? FileStatus(path: place.folder, followingLinks: place.top == nil),
                status.kind == .folder, status.isOurs,
                let filesFolder = try? DiskFile(files, for: .listing),
                let infosFolder = try? DiskFile(infos, for: .listing)
            else { return nil }
            (self.place, self.files, self.infos) = (place, filesFolder, infosFolder)
        }

        /// - Returns: the name of the file in the trash.
        func take(_ path: String, from folder: DiskFile, date: String) throws(FileError) -> String {
            let lines = [Self.head, "Path=\(Self.coded(relative(path)))", "DeletionDate=\(date)", ""]
            let text = Array(lines.joined(separator: "\n").utf8)
            var number = 0
            while true {
                number += 1
                let name = numbered(Path.name(of: path), number)
                // This takes the name, so it comes first.
                guard try makeInfo(name, text) else { continue }
                do throws(FileError) {
                    if try Files.move(Path.name(of: path), in: folder, to: name, in: files) { return name }
                } catch {
                    removeInfo(name)
                    throw error
                }
                removeInfo(name)
            }
        }

        /// - Returns: false if another file has its name.
        func giveBack(_ item: Item, to folder: DiskFile) throws(FileError) -> Bool {
            guard try Files.move(item.name, in: files, to: Path.name(of: item.path), in: folder) else { return false }
            removeInfo(item.name)
            return true
        }

        /// Where a file in the trash was.
        func path(of name: String) -> String? {
            let file = Path.join(infos.path, "\(name).trashinfo")
            guard let bytes = try? Files.read(file, limit: 1 << 16, followingLinks: false) else { return nil }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            guard lines.first == Self.head[...], let line = lines.first(where: { $0.hasPrefix("Path=") }),
                let path = String(line.dropFirst(5)).removingPercentEncoding
            else { return nil }
            return path.hasPrefix("/") ? path : place.top.map { Path.join($0, path) }
        }

        private func relative(_ path: String) -> String {
            guard let top = place.top, let names = Path.names(of: path, below: top) else { return path }
            return names.joined(separator: "/")
        }

        /// `photo.jpg`, `photo.2.jpg`, `photo.3.jpg` and so on.
        private func numbered(_ name: String, _ number: Int) -> String {
            guard number > 1 else { return name }
            let stem = Path.stem(of: name)
            return "\(stem).\(number)\(name.dropFirst(stem.count))"
        }

        private func makeInfo(_ name: String, _ text: [UInt8]) throws(FileError) -> Bool {
            let path = Path.join(infos.path, "\(name).trashinfo")
            do throws(FileError) {
                try AtomicFile.create(path, text, isPrivate: true)
                return true
            } catch {
                if error.code == EEXIST { return false }
                throw error
            }
        }

        private func removeInfo(_ name: String) { unlinkat(infos.descriptor.number, "\(name).trashinfo", 0) }

        /// Percent-encodes all bytes but slashes and those that never mean anything else.
        private static func coded(_ path: String) -> String {
            path.utf8.map { byte in
                let isPlain = Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
                return byte < 0x80 && isPlain || "/-_.~".utf8.contains(byte)
                    ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
            }.joined()
        }
    }
}

extension DiskFile {
    /// Opens the folder of a file below another folder, following no link on the way; nil when that is not possible.
    package static func guardedFolder(of path: String, below folder: String) -> DiskFile? {
        guard let names = Path.names(of: path, below: folder) else { return nil }
        guard names.count > 1 else { return try? DiskFile(folder, for: .listing) }
        return walked(Path.folder(of: path), below: folder)
    }
}
