import Espy
package import EspyHTTP

extension GalleryDesk {
    package nonisolated func details(_ photo: Int) async throws(Problem) -> LibraryDetails {
        try await show { (gallery) throws(GalleryError) in
            guard let found = try await gallery.details(of: photo) else { throw .unknownPhoto(String(photo)) }
            return LibraryDetails(
                found, removed: try await gallery.rejectedTags(of: photo),
                folders: try await gallery.folders().map(\.path))
        }
    }

    package nonisolated func thumbnail(_ photo: Int) async throws(Problem) -> [UInt8] {
        try await show { (gallery) throws(GalleryError) in
            guard let bytes = try await gallery.thumbnail(of: photo) else { throw .unknownPhoto(String(photo)) }
            return bytes
        }
    }
}

extension LibraryDetails {
    init(_ found: GalleryPhotoDetails, removed: [String], folders: [String]) {
        var place: LibraryPlace?
        if let latitude = found.latitude, let longitude = found.longitude {
            place = LibraryPlace(photo: found.photo.id, latitude: latitude, longitude: longitude)
        }
        let files = found.files.compactMap { path -> File? in
            let holder = folders.filter { GuardedFile.names(of: path, below: $0) != nil }.max { $0.count < $1.count }
            return holder.map { File(path: path, folder: $0) }
        }
        self.init(
            photo: found.photo, bytes: found.bytes, format: found.format, kind: found.kind.rawValue,
            takenSource: found.takenSource, camera: found.camera, lens: found.lens, rating: found.rating,
            title: found.title, description: found.description, place: place, tags: Self.once(found.tags),
            removed: removed, colors: found.colors, files: files, text: found.text,
            codes: found.codes, faces: found.faces)
    }

    /// Several models may say the same; the surest counts.
    private static func once(_ tags: [PhotoTag]) -> [PhotoTag] {
        var names: Set<String> = []
        return tags.filter { names.insert($0.name).inserted }
    }
}
