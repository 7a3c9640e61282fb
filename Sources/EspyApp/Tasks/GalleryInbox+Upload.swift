import Espy
import EspyCodecs
import EspySystem

/// Identifies an upload. It includes the sender, so that two devices with the same file do not interfere.
struct UploadKey: Hashable, Sendable {
    let sender: String
    let sha256: String
}

/// An unfinished upload.
struct Upload: Sendable {
    let offer: UploadOffer
    /// The configured folder, with links resolved.
    let inbox: String
    let path: String
    private let file: DiskFile
    /// The number of received bytes.
    private(set) var offset: Int
    /// Nil until the first bytes show the file type.
    var arrived: ArrivedFile?
    /// The file is being checked and moved.
    var isClosing = false

    /// Hidden, so that it is never indexed.
    static let hidden = ".espy-uploads"

    /// Deletes empty folders.
    static func tidy(_ sender: String, in inbox: String) {
        Files.removeEmptyFolder(folder(of: sender, in: inbox))
        Files.removeEmptyFolder(Path.join(inbox, hidden))
    }

    static func folder(of sender: String, in inbox: String) -> String {
        Path.join(Path.join(inbox, hidden), sender)
    }

    /// Resumes an earlier upload of the file, if there is one.
    init(_ offer: UploadOffer, by sender: UploadSender, in inbox: String) throws(FileError) {
        let folder = Self.folder(of: sender.id, in: inbox)
        try Files.makePrivateFolder(Path.join(inbox, Self.hidden))
        try Files.makePrivateFolder(folder)
        (self.offer, self.inbox, path) = (offer, inbox, Path.join(folder, offer.sha256))
        if !Files.exists(path) { _ = try DiskFile(path, for: .making(isPrivate: false)) }
        file = try DiskFile(path, for: .changing)
        let size = try file.status().size
        if size > offer.size { try file.truncate(to: 0) }
        offset = size > offer.size ? 0 : size
    }

    /// The first bytes of the file.
    var start: [UInt8]? { try? file.read(at: 0, atMost: ArrivedFile.start) }

    /// Appends all of the bytes, or none.
    mutating func append(_ bytes: [UInt8]) throws(FileError) {
        do throws(FileError) {
            try file.write(bytes, at: offset)
        } catch {
            try? file.truncate(to: offset)
            throw error
        }
        offset += bytes.count
    }

    func remove() { try? Files.remove(path) }

    /// Checks the complete file, and moves it to the folder of its month. A damaged file is deleted.
    ///
    /// - Parameter now: Seconds since 1970.
    func moved(now: Int) async throws(Problem) -> ArrivedPlace {
        guard let arrived else { throw .notAPhoto }
        do throws(FileError) {
            try file.sync()
        } catch {
            throw Problem(inbox: error)
        }
        guard FileSum(path: path) == FileSum(bytes: offer.size, sha256: offer.sha256) else {
            remove()
            throw .uploadDamaged
        }
        let taken = arrived.taken(path)
        do throws(FileError) {
            try file.setModified(modified(now: now))
            let name = try place(arrived, at: taken ?? Timestamp.here(now))
            return ArrivedPlace(name: name, hasDate: taken != nil)
        } catch {
            throw Problem(inbox: error)
        }
    }

    /// - Returns: The path relative to the inbox. An existing file with this name and the same bytes is reused.
    private func place(_ arrived: ArrivedFile, at time: Int) throws(FileError) -> String {
        let (year, month, _) = CameraTime.date(of: time)
        let name = "\(year)/\(month < 10 ? "0" : "")\(month)"
        let folder = Path.join(inbox, name)
        try Files.makeFolder(folder)
        var number = 0
        while true {
            number += 1
            let target = Path.join(folder, arrived.name(numbered: number))
            if try Files.move(path, to: target) {
                try DiskFile(folder, for: .listing).sync()
            } else if Files.size(target) != offer.size || FileSum(path: target)?.sha256 != offer.sha256 {
                continue
            } else {
                remove()
            }
            return Path.join(name, arrived.name(numbered: number))
        }
    }

    /// The modification time in nanoseconds since 1970; an implausible one becomes the current time.
    private func modified(now: Int) -> Int {
        let isDate = (1...4_102_444_800_000).contains(offer.modified)
        return isDate ? offer.modified * 1_000_000 : now * 1_000_000_000
    }
}

extension Settings {
    /// The folder for uploads; nil if they are disabled.
    package func inbox(_ environment: AppEnvironment) -> String? {
        switch text(.inbox) {
        case "none": nil
        case "auto": Path.join(environment.variable("HOME") ?? "/", "Pictures/Espy")
        case let path: path
        }
    }

    /// Sets the folder for uploads; `auto` is the default one, and `none` disables them.
    package static func allowInbox(_ path: String, _ environment: AppEnvironment) throws {
        var path = path
        if !["auto", "none"].contains(path) {
            path = path.hasPrefix("/") ? Path.canonical(path) ?? path : path
            let own = Folders(environment)
            let isOwn = [own.data, own.config, own.cache].contains {
                $0 == path || Path.names(of: path, below: $0) != nil
            }
            guard path.hasPrefix("/"), !isOwn, Files.isWritable(path) else { throw Problem.unusableInbox(path) }
        }
        try ConfigFile(environment).set([Setting.inbox.key: path], making: true)
    }
}
