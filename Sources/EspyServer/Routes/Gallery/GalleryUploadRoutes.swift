import Espy
import EspyApp
import EspyHTTP
import EspySystem

/// Photos that a device gives to the library: a phone has no folder on this machine.
struct GalleryUploadRoutes: Sendable {
    let gallery: GalleryService
    let upload: PhotoUpload
    let makeID: @Sendable () -> String

    var all: [Route] { [Route(.post, "\(GalleryRoutes.root)/photos", handler: add)] }

    private func add(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let photo = try await upload.receive(request, id: makeID())
        return try Response.json(["name": try await gallery.keep(photo)], status: 201)
    }
}

extension GalleryService {
    /// Where photos go that devices give: a folder like all others of the user, below that of the pictures.
    nonisolated var inbox: String { Path.join(home, "Pictures/Espy") }

    /// Writes a photo into the ``inbox``, which belongs to the library from then on.
    ///
    /// - Returns: what the file is called; that of the same photo, where it is there already.
    fileprivate nonisolated func keep(_ photo: Photo) async throws(HTTPProblem) -> String {
        let bytes = try photo.bytes()
        let path: String
        do throws(FileError) {
            try Files.makeFolder(inbox)
            let known = Path.join(inbox, photo.fileName)
            let isThere = Files.size(known) == bytes.count && (try? Files.read(known)) == bytes
            path =
                try isThere
                ? known
                : AtomicFile.create(in: inbox, stem: Path.stem(of: photo.fileName), ext: photo.fileExtension, bytes)
        } catch {
            throw error.isFull ? .diskFull : .galleryUnusable(error.text)
        }
        _ = try await addFolder(inbox)
        return Path.name(of: path)
    }
}

extension Photo {
    /// What its file is called on a disk: never hidden, and with the ending of what it is.
    fileprivate var fileName: String {
        let stem = Path.stem(of: name).drop { $0 == "." }
        return "\(stem.isEmpty ? "photo" : String(stem)).\(fileExtension)"
    }

    fileprivate var fileExtension: String { format == .jpeg ? "jpg" : format.rawValue }
}
