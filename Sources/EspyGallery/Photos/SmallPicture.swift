import EspyCodecs
import EspyPixels
import EspyStore

/// The small picture of a photo in both forms that are kept.
struct SmallPicture: Sendable {
    let thumbnail: Thumbnail
    /// Some bytes that make a blurred one.
    let placeholder: [UInt8]

    /// Long side in pixels, and quality of the JPEG, where nobody asks for others.
    static let usualSide = 256
    static let usualQuality = 78

    /// - Parameters:
    ///   - side: the long one, in pixels.
    ///   - quality: of the JPEG, 1 to 100.
    init(of image: RGBImage, side: Int = usualSide, quality: Int = usualQuality) throws(ImageError) {
        let small = image.fitted(longSide: side)
        let bytes = try ImageEncoder.jpeg(small, quality: quality)
        thumbnail = Thumbnail(bytes: bytes, width: small.width, height: small.height)
        placeholder = Placeholder.encode(small)
    }

    init(_ thumbnail: Thumbnail, placeholder: [UInt8]) {
        (self.thumbnail, self.placeholder) = (thumbnail, placeholder)
    }
}

/// A small picture as JPEG.
struct Thumbnail: Sendable {
    let bytes: [UInt8]
    let width: Int
    let height: Int
}

/// Where small pictures are written: behind the last one that is known. What a killed process left there is written
/// over, for nothing refers to it.
struct ThumbnailPack {
    let file: PackFile
    /// Which file of small pictures; see ``Gallery/packPath(_:)``.
    let number: Int
    private(set) var end: Int

    /// The file of a number beside a database.
    static func path(of database: String, _ number: Int) -> String {
        "\(database)-thumbnails" + (number == 0 ? "" : ".\(number)")
    }

    /// Cuts off what nothing refers to.
    init(file: PackFile, number: Int, end: Int) throws {
        (self.file, self.number, self.end) = (file, number, end)
        if try file.size() > end { try file.truncate(to: end) }
    }

    /// - Returns: where it lies. It is on the disk only after `sync`.
    mutating func append(_ bytes: [UInt8]) throws -> Int {
        let offset = end
        try file.write(bytes, at: offset)
        end += bytes.count
        return offset
    }

    /// Forgets what was appended behind a place, after the rows of it could not be saved.
    mutating func rewind(to offset: Int) { end = offset }

    func sync() throws { try file.sync() }
}

/// Where one small picture lies.
struct ThumbnailPlace: Sendable {
    let photo: Int
    let pack: Int
    let offset: Int
    let length: Int

    /// - Parameter row: photo, pack, offset and length.
    init(_ row: borrowing Row) throws {
        photo = try row.integer(0)
        pack = try row.integer(1)
        offset = try row.integer(2)
        // More than any small picture has: nothing is allocated for what a damaged row says.
        length = min(max(try row.integer(3), 0), 16 << 20)
    }
}
