import Espy
import EspyApp
import EspyHTTP
import Foundation

/// How paths are told: whole to those who sit at the machine, by their last name to others.
struct PathRedaction {
    let isLocal: Bool

    init(_ caller: Request.Caller) { isLocal = caller == .local }

    func told(_ path: String) -> String { isLocal ? path : Self.last(path) }

    /// A trouble may name files of the machine.
    func told(_ progress: IndexingState) -> IndexingState {
        guard !isLocal, progress.trouble != nil else { return progress }
        var told = progress
        told.trouble = "the model that finds tags cannot be used; look at the page on the computer itself"
        return told
    }

    static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

struct GalleryStateAnswer: Encodable {
    let folders: [GalleryFolderAnswer]
    let photos: Int
    let problems: Int
    let indexing: IndexingState?
    /// Whether whoever asks may add folders.
    let canAdd: Bool
    /// Where photos go that devices send; nil where none are accepted.
    let inbox: String?

    /// - Parameter status: nil where there is no library yet.
    init(
        _ folders: [GalleryFolder], _ status: GalleryStatus?, _ indexing: IndexingState?, inbox: String?,
        _ redaction: PathRedaction
    ) {
        self.inbox = inbox.map(redaction.told)
        self.folders = folders.map { GalleryFolderAnswer($0, redaction) }
        (photos, problems) = (status?.photos ?? 0, status?.problems ?? 0)
        (self.indexing, canAdd) = (indexing.map(redaction.told), redaction.isLocal)
    }
}

struct GalleryFolderAnswer: Encodable {
    let id: Int
    let path: String
    let state: GalleryFolder.State
    let photos: Int

    init(_ folder: GalleryFolder, _ redaction: PathRedaction) {
        (id, path, state, photos) = (folder.id, redaction.told(folder.path), folder.state, folder.photos)
    }
}

struct GalleryPageAnswer: Encodable {
    let total: Int
    /// So many of them fit for sure, and come first.
    let sure: Int
    let revision: String
    let photos: [GalleryPhotoAnswer]

    init(_ page: GalleryPage) {
        (total, sure, revision) = (page.total, page.sure, page.revision)
        photos = page.hits.map { GalleryPhotoAnswer($0.photo, why: $0.why) }
    }
}

/// The months of a query.
struct GalleryTimelineAnswer: Encodable {
    let months: [GalleryMonth]
    /// Whether photos that fit for sure come newest first.
    let isByTime: Bool

    init(_ months: [GalleryMonth]?) { (self.months, isByTime) = (months ?? [], months != nil) }
}

/// A photo in a list.
struct GalleryPhotoAnswer: Encodable {
    let id: Int
    /// Of the file.
    let name: String
    let width: Int
    let height: Int
    /// Nil where nothing says so.
    let taken: Int?
    let takenDetail: PhotoTime.Detail?
    /// In Base64.
    let placeholder: String
    let tags: [String]
    /// Part of the address of the small picture, which never changes under it.
    let version: String
    let rating: Int?
    let why: [String]?

    init(_ photo: GalleryPhoto, why: [String] = []) {
        (id, width, height, taken, tags) = (photo.id, photo.width, photo.height, photo.taken, photo.tags)
        takenDetail = photo.takenDetail
        name = PathRedaction.last(photo.path)
        placeholder = Data(photo.placeholder).base64EncodedString()
        (version, rating) = (Self.version(of: photo), photo.rating)
        self.why = why.isEmpty ? nil : why
    }

    /// Numbers of photos begin anew with a new library, so they alone do not tell one picture from another.
    static func version(of photo: GalleryPhoto) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for number in [photo.id, photo.width, photo.height, photo.taken ?? 0] {
            for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        for byte in photo.placeholder { add(byte) }
        return String(hash & 0xFFFF_FFFF, radix: 16)
    }
}
