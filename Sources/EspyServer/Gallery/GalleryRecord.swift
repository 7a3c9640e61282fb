import Espy
import EspySystem

/// All details of one photo, and the paths where its files may be read.
struct GalleryRecord: Sendable {
    let details: GalleryPhotoDetails
    /// Tags that a user removed.
    let removed: [String]
    let files: [File]

    struct File: Sendable, Equatable {
        let path: String
        /// The library folder that contains the file, which is why it may be read.
        let folder: String
    }

    /// - Parameter folders: The folders in the library.
    init(_ details: GalleryPhotoDetails, removed: [String], folders: [String]) {
        (self.details, self.removed) = (details, removed)
        files = details.files.compactMap { path in
            let holder = folders.filter { Path.names(of: path, below: $0) != nil }.max { $0.count < $1.count }
            return holder.map { File(path: path, folder: $0) }
        }
    }
}

/// All details of one photo, as clients see them.
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
    let kind: PhotoAnalysis.Kind
    let takenSource: String
    let camera: String?
    let lens: String?
    let rating: Int?
    let title: String?
    let description: String?
    let people: [String]?
    let location: String?
    let notes: [String]?
    let place: Place?
    /// Sorted by confidence, highest first, without those that a user removed.
    let tags: [PhotoTag]
    let removed: [String]
    let colors: [ColorShare]
    let files: [File]
    let text: String?
    let codes: [PhotoCode]
    let faces: Int?
    /// The faces with descriptors; nil if there are none.
    let knownFaces: [GalleryFace]?
    /// Which device sent it, and when.
    let arrival: GalleryArrival?

    init(_ record: GalleryRecord, _ redaction: PathRedaction) {
        let details = record.details
        photo = GalleryPhotoAnswer(details.photo)
        (bytes, format, kind, takenSource) = (details.bytes, details.format, details.kind, details.takenSource)
        (camera, lens, rating) = (details.camera, details.lens, details.rating)
        (title, description) = (details.title, details.description)
        people = details.people.isEmpty ? nil : details.people
        (location, notes) = (details.location, details.notes.isEmpty ? nil : details.notes)
        if let latitude = details.latitude, let longitude = details.longitude {
            place = Place(latitude: latitude, longitude: longitude)
        } else {
            place = nil
        }
        (codes, faces, arrival) = (details.codes, details.faces, details.arrival)
        knownFaces = details.knownFaces.isEmpty ? nil : details.knownFaces
        (tags, removed, colors) = (Self.once(details.tags), record.removed, details.colors)
        text = details.text
        files = record.files.map { File(path: redaction.redacted($0.path), folder: redaction.redacted($0.folder)) }
    }

    /// Merges equal tags of several models and keeps the highest confidence.
    private static func once(_ tags: [PhotoTag]) -> [PhotoTag] {
        var names: Set<String> = []
        return tags.filter { names.insert($0.name).inserted }
    }
}
