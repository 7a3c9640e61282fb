package import Espy

/// All that is known of one photo.
package struct LibraryDetails: Sendable, Equatable {
    package var photo: GalleryPhoto
    /// Number of bytes of its file.
    package var bytes: Int
    package var format: String
    /// `photo`, `screenshot`, `panorama` or `document`.
    package var kind: String
    /// `exif`, `name` or `file`: where the date comes from.
    package var takenSource: String
    package var camera: String?
    package var lens: String?
    package var rating: Int?
    package var title: String?
    package var description: String?
    package var place: LibraryPlace?
    /// Surest first; those that a person took away are not among them.
    package var tags: [PhotoTag]
    /// Tags that a person took away.
    package var removed: [String]
    package var colors: [ColorShare]
    package var files: [File]
    /// What is printed on it, line by line.
    package var text: String?
    /// What its bar codes and QR codes say.
    package var codes: [PhotoCode]
    /// How many look at the camera; nil where nobody looked for them.
    package var faces: Int?

    package struct File: Sendable, Equatable {
        package var path: String
        /// The folder that was added, and is the reason why it may be read.
        package var folder: String

        package init(path: String, folder: String) { (self.path, self.folder) = (path, folder) }
    }

    package init(
        photo: GalleryPhoto, bytes: Int, format: String, kind: String, takenSource: String, camera: String? = nil,
        lens: String? = nil, rating: Int? = nil, title: String? = nil, description: String? = nil,
        place: LibraryPlace? = nil, tags: [PhotoTag] = [], removed: [String] = [], colors: [ColorShare] = [],
        files: [File] = [], text: String? = nil,
        codes: [PhotoCode] = [], faces: Int? = nil
    ) {
        (self.photo, self.bytes, self.format, self.kind) = (photo, bytes, format, kind)
        (self.takenSource, self.camera, self.lens, self.rating) = (takenSource, camera, lens, rating)
        (self.title, self.description, self.place) = (title, description, place)
        (self.codes, self.faces) = (codes, faces)
        (self.tags, self.removed, self.colors, self.files, self.text) = (tags, removed, colors, files, text)
    }
}
