import Espy
import EspyApp
import EspyHTTP
import Foundation

/// How much of a path a client sees: local users the whole path, others its last component.
struct PathRedaction {
    let isLocal: Bool

    init(_ caller: Request.Caller) { isLocal = caller == .local }

    func redacted(_ path: String) -> String { isLocal ? path : Self.last(path) }

    /// Replaces the trouble message for other clients, because it may contain file paths.
    func redacted(_ progress: IndexingState) -> IndexingState {
        guard !isLocal, progress.trouble != nil else { return progress }
        var redacted = progress
        redacted.trouble = "the tagging model cannot be used; open this page on the computer that runs Espy"
        return redacted
    }

    static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

struct GalleryStateAnswer: Encodable {
    let folders: [GalleryFolderAnswer]
    let photos: Int
    let problems: Int
    let indexing: IndexingState?
    /// Whether the caller may add folders.
    let canAdd: Bool
    /// Whether the caller may add the sample photos: the library is empty, and they were installed.
    let canTrySamples: Bool
    /// The folder for photos that devices send; nil if none are accepted.
    let inbox: String?

    /// - Parameter status: The library's status; nil if there is no library yet.
    init(
        _ folders: [GalleryFolder], _ status: GalleryStatus?, _ indexing: IndexingState?, inbox: String?,
        _ redaction: PathRedaction
    ) {
        self.inbox = inbox.map(redaction.redacted)
        self.folders = folders.map { GalleryFolderAnswer($0, redaction) }
        (photos, problems) = (status?.photos ?? 0, status?.problems ?? 0)
        (self.indexing, canAdd) = (indexing.map(redaction.redacted), redaction.isLocal)
        canTrySamples = canAdd && folders.isEmpty && SamplePhotos.folder != nil
    }
}

struct GalleryFolderAnswer: Encodable {
    let id: Int
    let path: String
    let state: GalleryFolder.State
    let photos: Int
    /// Whether it contains the sample photos of the program.
    let isSample: Bool

    init(_ folder: GalleryFolder, _ redaction: PathRedaction) {
        isSample = SamplePhotos.areIn(folder.path)
        (id, path, state, photos) = (folder.id, redaction.redacted(folder.path), folder.state, folder.photos)
    }
}

struct GalleryPageAnswer: Encodable {
    let total: Int
    /// The number of certain matches, which come first.
    let sure: Int
    /// The number of videos among all results.
    let videos: Int
    let revision: String
    let photos: [GalleryPhotoAnswer]

    init(_ page: GalleryPage) {
        (total, sure, videos, revision) = (page.total, page.sure, page.videos, page.revision)
        photos = page.hits.map { GalleryPhotoAnswer($0.photo, why: $0.why) }
    }
}

/// The number of photos per month for a query.
struct GalleryTimelineAnswer: Encodable {
    let months: [GalleryMonth]
    /// Whether certain matches are sorted by time, newest first.
    let isByTime: Bool

    init(_ months: [GalleryMonth]?) { (self.months, isByTime) = (months ?? [], months != nil) }
}

/// A photo in a list.
struct GalleryPhotoAnswer: Encodable {
    let id: Int
    /// The file name.
    let name: String
    let width: Int
    let height: Int
    /// The capture time; nil if unknown.
    let taken: Int?
    let takenDetail: PhotoTime.Detail?
    /// Base64-encoded.
    let placeholder: String
    let tags: [String]
    /// Part of the thumbnail's address, so that the picture at an address never changes.
    let version: String
    let rating: Int?
    /// Of a video, in seconds; 0 if unknown. Nil for a photo.
    let duration: Double?
    let why: [String]?

    init(_ photo: GalleryPhoto, why: [String] = []) {
        (id, width, height, taken, tags) = (photo.id, photo.width, photo.height, photo.taken, photo.tags)
        takenDetail = photo.takenDetail
        name = PathRedaction.last(photo.path)
        placeholder = Data(photo.placeholder).base64EncodedString()
        (version, rating, duration) = (Self.version(of: photo), photo.rating, photo.duration)
        self.why = why.isEmpty ? nil : why
    }

    /// A new library numbers its photos from 1 again, so the number alone does not identify a picture.
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
