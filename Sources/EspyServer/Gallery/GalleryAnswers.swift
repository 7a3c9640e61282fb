import Espy
import EspyHTTP
import Foundation

/// How paths are told: whole to those who sit at the machine, by their last name to others.
struct PathTelling {
    let isLocal: Bool

    init(_ caller: Request.Caller) { isLocal = caller == .local }

    func told(_ path: String) -> String { isLocal ? path : Self.last(path) }

    /// A trouble may name files of the machine.
    func told(_ progress: LibraryProgress) -> LibraryProgress {
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
    let indexing: LibraryProgress?
    /// Whether whoever asks may add folders.
    let canAdd: Bool

    init(_ state: LibraryState, _ telling: PathTelling) {
        folders = state.folders.map { GalleryFolderAnswer($0, telling) }
        (photos, problems, indexing) = (state.photos, state.problems, state.indexing.map(telling.told))
        canAdd = telling.isLocal
    }
}

struct GalleryFolderAnswer: Encodable {
    let id: Int
    let path: String
    let state: LibraryFolder.State
    let photos: Int

    init(_ folder: LibraryFolder, _ telling: PathTelling) {
        (id, path, state, photos) = (folder.id, telling.told(folder.path), folder.state, folder.photos)
    }
}

struct GalleryPageAnswer: Encodable {
    let total: Int
    let revision: String
    let photos: [GalleryPhotoAnswer]

    init(_ page: GalleryPage) {
        (total, revision) = (page.total, page.revision)
        photos = page.hits.map { GalleryPhotoAnswer($0.photo, why: $0.why) }
    }
}

/// A photo in a list.
struct GalleryPhotoAnswer: Encodable {
    let id: Int
    /// Of the file.
    let name: String
    let width: Int
    let height: Int
    let taken: Int
    /// In Base64.
    let placeholder: String
    let tags: [String]
    /// Part of the address of the small picture, which never changes under it.
    let version: String
    let rating: Int?
    let why: [String]?

    init(_ photo: GalleryPhoto, why: [String] = []) {
        (id, width, height, taken, tags) = (photo.id, photo.width, photo.height, photo.taken, photo.tags)
        name = PathTelling.last(photo.path)
        placeholder = Data(photo.placeholder).base64EncodedString()
        (version, rating) = (Self.version(of: photo), photo.rating)
        self.why = why.isEmpty ? nil : why
    }

    /// Numbers of photos begin anew with a new library, so they alone do not tell one picture from another.
    static func version(of photo: GalleryPhoto) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for number in [photo.id, photo.width, photo.height, photo.taken] {
            for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        for byte in photo.placeholder { add(byte) }
        return String(hash & 0xFFFF_FFFF, radix: 16)
    }
}

struct GalleryDetailsAnswer: Encodable {
    struct Place: Encodable {
        let latitude: Double
        let longitude: Double
    }

    struct File: Encodable {
        let path: String
        let folder: String
    }

    let photo: GalleryPhotoAnswer
    let bytes: Int
    let format: String
    let kind: String
    let takenSource: String
    let camera: String?
    let lens: String?
    let rating: Int?
    let title: String?
    let description: String?
    let place: Place?
    let tags: [PhotoTag]
    let removed: [String]
    let colors: [ColorShare]
    let files: [File]
    let text: String?
    let codes: [PhotoCode]
    let faces: Int?

    init(_ details: LibraryDetails, _ telling: PathTelling) {
        photo = GalleryPhotoAnswer(details.photo)
        (bytes, format, kind, takenSource) = (details.bytes, details.format, details.kind, details.takenSource)
        (camera, lens, rating) = (details.camera, details.lens, details.rating)
        (title, description) = (details.title, details.description)
        place = details.place.map { Place(latitude: $0.latitude, longitude: $0.longitude) }
        (codes, faces) = (details.codes, details.faces)
        (tags, removed, colors, text) = (details.tags, details.removed, details.colors, details.text)
        files = details.files.map { File(path: telling.told($0.path), folder: telling.told($0.folder)) }
    }
}

struct GalleryDuplicatesAnswer: Encodable {
    struct Photo: Encodable {
        let id: Int
        let width: Int
        let height: Int
        let bytes: Int
        let paths: [String]
    }

    let kind: String
    let photos: [Photo]

    init(_ group: LibraryDuplicates, _ telling: PathTelling) {
        kind = group.kind
        photos = group.photos.map {
            Photo(id: $0.id, width: $0.width, height: $0.height, bytes: $0.bytes, paths: $0.paths.map(telling.told))
        }
    }
}

struct GalleryProblemAnswer: Encodable {
    let path: String
    let reason: String

    init(_ problem: LibraryProblem, _ telling: PathTelling) {
        (path, reason) = (telling.told(problem.path), problem.reason)
    }
}

struct GalleryAlbumAnswer: Encodable {
    let id: String
    let name: String
    let query: String
    let count: Int
    let group: String
    let cover: GalleryPhotoAnswer?

    init(_ album: LibraryAlbum) {
        (id, name, query, count) = (album.id, album.name, album.query, album.count)
        (group, cover) = (album.group, album.cover.map { GalleryPhotoAnswer($0) })
    }
}
