import Espy
import EspyBase
import EspySystem

/// Receives uploads in parts, and moves each file into the library once it is complete.
///
/// Unfinished uploads are in a hidden folder next to the photos, on the same disk: they are never indexed, and can be
/// resumed after the connection or program breaks. Only parts of unfinished files are ever replaced or deleted.
package actor GalleryInbox {
    private let environment: AppEnvironment
    private let limits: InboxLimits
    private let indexing: IndexingService?
    private var opened: Gallery?
    private var uploads: [UploadKey: Upload] = [:]
    /// When old parts were last cleaned up.
    private var swept = Int.min

    /// - Parameter indexing: Nil if this process does not index.
    package init(_ environment: AppEnvironment, limits: InboxLimits = InboxLimits(), indexing: IndexingService? = nil) {
        (self.environment, self.limits, self.indexing) = (environment, limits, indexing)
    }

    /// Returns which of these files the library already has, by SHA-256 in hexadecimal digits.
    package func known(_ sums: [String]) async throws(Problem) -> Set<String> {
        guard opened != nil || GalleryFile(environment).exists else { return [] }
        let digests = sums.compactMap(Hexadecimal.bytes)
        do {
            return Set(try await gallery().files(digests).map(Hexadecimal.text))
        } catch {
            throw Problem(any: error)
        }
    }

    /// Announces an upload, or asks how much has been received.
    package func begin(_ offer: UploadOffer, from sender: UploadSender) async throws(Problem) -> UploadProgress {
        try limits.check(offer)
        let inbox = try inbox()
        if try await known([offer.sha256]).contains(offer.sha256) {
            return UploadProgress(offset: offer.size, size: offer.size, file: nil)
        }
        let key = UploadKey(sender: sender.id, sha256: offer.sha256)
        if let upload = uploads[key], upload.isClosing { throw .uploadClosing }
        if uploads[key]?.offer.size != offer.size {
            do throws(FileError) {
                try sweep(inbox)
                try limits.makeRoom(for: key, in: Upload.folder(of: sender.id, in: inbox)) { uploads[$0] = nil }
                uploads[key] = try Upload(offer, by: sender, in: inbox)
            } catch {
                throw Problem(inbox: error)
            }
        }
        if let upload = uploads[key] { try limits.checkRoom(for: offer.size - upload.offset, in: inbox) }
        try checkKind(key)
        return try await progress(of: offer.sha256, from: sender)
    }

    /// Appends the next bytes of a file.
    ///
    /// - Parameter offset: Their position, which must be the number of bytes received so far.
    package func write(
        _ bytes: [UInt8], at offset: Int, of sha256: String, from sender: UploadSender
    ) throws(Problem) {
        let key = UploadKey(sender: sender.id, sha256: sha256)
        guard var upload = uploads[key], !upload.isClosing else { throw .uploadGone }
        guard offset == upload.offset else { throw .wrongOffset(upload.offset) }
        guard bytes.count <= upload.offer.size - offset else { throw .uploadTooLong(upload.offer.size) }
        try limits.checkRoom(for: bytes.count, in: upload.inbox)
        do throws(FileError) {
            try upload.append(bytes)
        } catch {
            throw Problem(inbox: error)
        }
        uploads[key] = upload
        try checkKind(key)
    }

    /// Returns the progress of an upload. A complete file is first checked and moved into the library.
    package func progress(of sha256: String, from sender: UploadSender) async throws(Problem) -> UploadProgress {
        let key = UploadKey(sender: sender.id, sha256: sha256)
        guard let upload = uploads[key], !upload.isClosing else { throw .uploadGone }
        guard upload.offset == upload.offer.size else {
            return UploadProgress(offset: upload.offset, size: upload.offer.size, file: nil)
        }
        uploads[key]?.isClosing = true
        defer {
            uploads[key] = nil
            // Here, because nothing else creates these folders at the same time.
            Upload.tidy(sender.id, in: upload.inbox)
        }
        let file = try await upload.moved(now: environment.now())
        try await keep(file, of: upload, from: sender)
        return UploadProgress(offset: upload.offset, size: upload.offer.size, file: file)
    }

    /// Cancels an unfinished upload.
    package func giveUp(_ sha256: String, from sender: UploadSender) {
        let key = UploadKey(sender: sender.id, sha256: sha256)
        guard let upload = uploads[key], !upload.isClosing else { return }
        drop(upload, key)
    }

    private func drop(_ upload: Upload, _ key: UploadKey) {
        uploads[key] = nil
        upload.remove()
        Upload.tidy(key.sender, in: upload.inbox)
    }

    /// Rejects a file that is neither a picture nor a video as soon as its first bytes show it.
    private func checkKind(_ key: UploadKey) throws(Problem) {
        guard var upload = uploads[key], upload.arrived == nil else { return }
        guard upload.offset >= min(ArrivedFile.start, upload.offer.size) else { return }
        upload.arrived = upload.start.flatMap { ArrivedFile(upload.offer.name, start: $0) }
        uploads[key] = upload
        guard upload.arrived == nil else { return }
        drop(upload, key)
        throw .notAPhoto
    }

    /// Adds the folder to the library with the first file, and records the sender in the library.
    private func keep(_ file: ArrivedPlace, of upload: Upload, from sender: UploadSender) async throws(Problem) {
        do {
            let gallery = try gallery(making: true)
            let path = Path.join(upload.inbox, file.name)
            let isCovered = try await gallery.holds(path)
            if !isCovered {
                try await gallery.addFolder(upload.inbox, at: environment.now())
                try await SamplePhotos.giveWay(in: gallery)
            }
            let arrival = GalleryArrival(by: sender.name, time: environment.now())
            let digest = Hexadecimal.bytes(upload.offer.sha256) ?? []
            try await gallery.note(arrival, of: digest, at: path, bytes: upload.offer.size)
            if !isCovered { await indexing?.wake() }
        } catch {
            throw Problem(any: error)
        }
    }

    private func gallery(making: Bool = false) throws(Problem) -> Gallery {
        if let opened { return opened }
        let gallery = try GalleryFile(environment).open(making: making)
        opened = gallery
        return gallery
    }

    /// The configured folder; creates it if it is missing.
    private func inbox() throws(Problem) -> String {
        let settings: Settings
        do throws(SettingsError) {
            settings = try Settings(environment)
        } catch {
            throw Problem("settings", .settingsUnusable, message: error.text, detail: error.detail)
        }
        guard let folder = settings.inbox(environment) else { throw .noInbox }
        do throws(FileError) {
            try Files.makeFolder(folder)
        } catch {
            throw Problem(inbox: error)
        }
        return Path.canonical(folder) ?? folder
    }

    /// Deletes parts of uploads that were not continued for some days. Checks once per hour.
    private func sweep(_ inbox: String) throws(FileError) {
        let now = environment.now()
        guard now - 3_600 >= swept else { return }
        swept = now
        let active = Set(uploads.values.map(\.path))
        for folder in Files.folders(in: Path.join(inbox, Upload.hidden)) {
            for name in try Files.names(in: folder) {
                let path = Path.join(folder, name)
                guard !active.contains(path), let status = try? FileStatus(path: path),
                    now - status.modified / 1_000_000_000 > limits.age
                else { continue }
                try Files.remove(path)
            }
            Files.removeEmptyFolder(folder)
        }
    }
}

/// A file that a device wants to upload.
package struct UploadOffer: Sendable, Equatable {
    /// The file name on the device.
    let name: String
    /// In bytes.
    let size: Int
    /// 64 hexadecimal digits.
    let sha256: String
    /// The modification time on the device, in milliseconds since 1970.
    let modified: Int

    package init(name: String, size: Int, sha256: String, modified: Int) {
        (self.name, self.size, self.sha256, self.modified) = (name, size, sha256.lowercased(), modified)
    }
}

/// The sender of an upload.
package struct UploadSender: Sendable, Equatable {
    /// Usable as a folder name.
    let id: String
    /// For display; nil for this machine.
    let name: String?

    package init(id: String, name: String?) {
        self.id = id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        self.name = name
    }
}

/// The progress of an upload.
package struct UploadProgress: Sendable, Equatable, Encodable {
    /// The number of received bytes; for a file that was already in the library, its size.
    package let offset: Int
    package let size: Int
    /// The location of the file; nil while it is incomplete, or if it was already in the library.
    package let file: ArrivedPlace?
}

/// The location of an uploaded file.
package struct ArrivedPlace: Sendable, Equatable, Encodable {
    /// The path relative to the inbox: `2024/05/IMG_1.jpg`.
    package let name: String
    /// False if the capture time is unknown: then the folder follows the day of the upload.
    package let hasDate: Bool
}

/// The limits of uploads.
package struct InboxLimits: Sendable {
    /// The largest file, in bytes.
    package var fileBytes: Int
    /// The largest part, in bytes.
    package var partBytes: Int
    /// Disk space that must stay free, in bytes.
    package var reserve: Int
    /// Maximum number of unfinished files per device; the one unused the longest makes room.
    package var unfinished: Int
    /// How long an unfinished file is kept, in seconds.
    package var age: Int
    /// The free disk space of a folder, in bytes.
    package var free: @Sendable (String) -> Int?

    package init(
        fileBytes: Int = 4 << 30, partBytes: Int = 16 << 20, reserve: Int = 256 << 20, unfinished: Int = 32,
        age: Int = 7 * 86_400, free: @escaping @Sendable (String) -> Int? = { Files.freeSpace($0) }
    ) {
        (self.fileBytes, self.partBytes, self.reserve) = (fileBytes, partBytes, reserve)
        (self.unfinished, self.age, self.free) = (unfinished, age, free)
    }

    fileprivate func check(_ offer: UploadOffer) throws(Problem) {
        guard Hexadecimal.bytes(offer.sha256)?.count == 32 else { throw .uploadChecksum }
        guard offer.size > 0 else { throw .notAPhoto }
        guard offer.size <= fileBytes else {
            throw Problem("uploadTooLarge", .tooLarge, FileError("", .larger(thanBytes: fileBytes)).text)
        }
    }

    fileprivate func checkRoom(for bytes: Int, in folder: String) throws(Problem) {
        if let free = free(folder), free - bytes < reserve { throw .inboxFull }
    }

    /// - Parameter forget: Called for each file that makes room.
    fileprivate func makeRoom(
        for key: UploadKey, in folder: String, _ forget: (UploadKey) -> Void
    ) throws(FileError) {
        guard Files.isFolder(folder) else { return }
        let others = try Files.names(in: folder).filter { $0 != key.sha256 }.map { name in
            (name, (try? FileStatus(path: Path.join(folder, name)))?.modified ?? 0)
        }
        let surplus = others.count - (unfinished - 1)
        for (name, _) in others.sorted(by: { $0.1 < $1.1 }).prefix(max(surplus, 0)) {
            try Files.remove(Path.join(folder, name))
            forget(UploadKey(sender: key.sender, sha256: name))
        }
    }
}
