/// All that is known of a photo.
public struct GalleryPhotoDetails: Sendable, Equatable, Codable {
    public let photo: GalleryPhoto
    /// SHA-256 of its file, in hexadecimal digits.
    public let digest: String
    /// Length of its file.
    public let bytes: Int
    /// `jpeg`, `heic` and so on.
    public let format: String
    /// `exif`, `sidecar`, `name`, `changed` (when a program changed it last, in its own words) or `file`: where the time
    /// comes from.
    public let takenSource: String
    /// Degrees, north and east positive.
    public let latitude: Double?
    public let longitude: Double?
    public let camera: String?
    public let lens: String?
    /// From 0 to 5; -1 for rejected. What a person says, else what the file says.
    public let rating: Int?
    public let title: String?
    public let description: String?
    /// Names of persons on it, as the file or one beside it says.
    public let people: [String]
    /// Where it was taken, in the words of the file.
    public let location: String?
    /// What else people wrote into the file: comments, headlines, subjects.
    public let notes: [String]
    public let kind: PhotoAnalysis.Kind
    /// `nil` while it is not analyzed.
    public let sharpness: Double?
    public let brightness: Double?
    public let fingerprint: UInt64?
    /// Which analysis made the tags.
    public let analysis: String?
    /// What is printed on it, line by line.
    public let text: String?
    /// All files that have it, in the order of their paths.
    public let files: [String]
    /// Surest first; without those that a person took away, with those that a person added.
    public let tags: [PhotoTag]
    /// Largest first.
    public let colors: [ColorShare]
    /// What its bar codes and QR codes say.
    public let codes: [PhotoCode]
    /// How many look at the camera; nil where nobody looked for them.
    public let faces: Int?

    public var width: Int { photo.width }
    public var height: Int { photo.height }
    public var taken: Int { photo.taken }
}
