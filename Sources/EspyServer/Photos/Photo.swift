package import Espy
import EspyApp
package import EspyHTTP

/// An uploaded photo.
package struct Photo: Sendable {
    package let id: String
    /// The client's name for it, made safe to display.
    package let name: String
    /// The format, detected from the file's bytes.
    package let format: ImageFormat
    /// The width of the upright picture in pixels.
    package let width: Int
    package let height: Int
    /// See ``ImageInfo/isHeldWhole``.
    package let isHeldWhole: Bool
    package let file: OpenFile
    /// Whether the picture in the file may be smaller than the original photo. Positions stay in pixels of the
    /// original, so that results of both fit together.
    let isCopy: Bool
    /// The number of the picture in the file, from 1, and the number of pictures.
    package let page: Int
    package let pages: Int
    /// The number of frames of an animation. The first is the photo.
    package let frames: Int

    package init(
        id: String, name: String, format: ImageFormat, width: Int, height: Int, isHeldWhole: Bool = false,
        isCopy: Bool = false, page: Int = 1, pages: Int = 1, frames: Int = 1, file: OpenFile
    ) {
        (self.page, self.pages, self.frames) = (page, pages, frames)
        self.id = id
        self.name = name
        self.format = format
        self.width = width
        self.height = height
        self.isHeldWhole = isHeldWhole
        self.isCopy = isCopy
        self.file = file
    }

    /// Reads the whole file.
    package func bytes() throws(HTTPProblem) -> [UInt8] {
        guard let bytes = file.bytes() else { throw .internalError }
        return bytes
    }

    /// Creates a photo from the file's header.
    init(id: String, name: String, _ info: ImageInfo, page: Int = 1, file: OpenFile) {
        self.init(
            id: id, name: name, format: info.format, width: info.width, height: info.height,
            isHeldWhole: info.isHeldWhole, page: page, pages: info.pages, frames: info.frames, file: file)
    }

    /// The upright picture at full size; a smaller copy is scaled up.
    func decoded() throws(HTTPProblem) -> RGBImage { try opened().image }

    /// The full-size picture, with its page in the file.
    func opened() throws(HTTPProblem) -> DecodedPhoto {
        let bytes = try bytes()
        do throws(ImageError) {
            let photo = try ImageDecoder(options: DecodingOptions(page: page)).decodePhoto(bytes)
            guard isCopy, photo.image.width != width else { return photo }
            return DecodedPhoto(image: photo.image.resized(width: width, height: height), source: photo.source)
        } catch {
            throw HTTPProblem(error)
        }
    }

    /// The upright picture, no larger than counting needs.
    func decodedForCounting() throws(HTTPProblem) -> CountPhoto {
        let bytes = try bytes()
        do throws(ImageError) {
            let picture = try CountPhoto(bytes, page: page)
            return isCopy ? CountPhoto(picture.image, width: width, height: height) : picture
        } catch {
            throw HTTPProblem(error)
        }
    }

    /// The most memory that decoding takes, in bytes, including the file: the decoder's memory, and the picture before
    /// and after rotation or conversion.
    ///
    /// - Parameter longSide: The longer side of the wanted picture; nil for full size.
    func decodingBytes(longSide: Int? = nil) -> Int {
        DecodingCost.bytes(
            width: width, height: height, isHeldWhole: isHeldWhole, file: file.size, longSide: longSide)
    }
}

extension Photo {
    /// The identifier of another picture in a photo's file.
    static func id(ofPage number: Int, of photo: String) -> String {
        let file = page(in: photo)?.photo ?? photo
        return number == 1 ? file : "\(file)~\(number)"
    }

    /// The photo and page in an identifier; nil if it contains no page.
    static func page(in id: String) -> (photo: String, page: Int)? {
        let parts = id.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 2, let page = Int(parts[1]), page > 1 else { return nil }
        return (String(parts[0]), page)
    }

    /// Another picture of the same file, as a separate photo.
    func page(_ page: Int, _ limits: PhotoLimits) throws(HTTPProblem) -> Photo {
        let info = try PhotoUpload.checkedInfo(of: file, limits, page: page)
        return Photo(id: Self.id(ofPage: page, of: id), name: "\(name) page \(page)", info, page: page, file: file)
    }
}

extension Photo: Encodable {
    private enum Key: String, CodingKey { case id, name, width, height, bytes, type, page, pages, frames }

    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: .id)
        try box.encode(name, forKey: .name)
        try box.encode(width, forKey: .width)
        try box.encode(height, forKey: .height)
        try box.encode(file.size, forKey: .bytes)
        try box.encode(format.mediaType, forKey: .type)
        let fields = PictureSource(page: page, pages: pages, frames: frames).fields
        try box.encodeIfPresent(fields.page, forKey: .page)
        try box.encodeIfPresent(fields.pages, forKey: .pages)
        try box.encodeIfPresent(fields.frames, forKey: .frames)
    }
}

extension ImageFormat {
    var mediaType: String { "image/\(rawValue)" }

    /// Whether all browsers can display it.
    var isForBrowsers: Bool { [.jpeg, .png, .webp].contains(self) }
}

/// The names of photos.
enum PhotoName {
    /// The last component of a path, without invisible characters; at most 200 characters.
    static func safe(_ given: String?) -> String {
        // In Swift, a slash with a combining accent is a different character.
        let last = (given ?? "").unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map(Array.init) ?? []
        let visible = last.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .unassigned: false
            default: true
            }
        }
        let name = String(String.UnicodeScalarView(visible)).drop { $0 == " " }.prefix(200)
        return name.isEmpty || name.allSatisfy({ $0 == "." }) ? "photo" : String(name)
    }
}

/// A version of a photo for display: an upright JPEG.
package struct PhotoView: Hashable, Sendable {
    /// The maximum length of the longer side, in pixels; nil for full size.
    let side: Int?

    /// - Parameter side: The value from the request.
    init(side: String?) throws(HTTPProblem) {
        guard let side else {
            self.side = Self.usual
            return
        }
        guard let number = Int(side), Self.sides.contains(number) else {
            throw .badRequest("side is a number from \(Self.sides.lowerBound) to \(Self.sides.upperBound)")
        }
        self.side = number
    }

    private init(whole: Void) { side = nil }

    package static let whole = PhotoView(whole: ())
    static let usual = 2_048
    static let sides = 16...16_384

    /// Encodes the picture as JPEG.
    func jpeg(of photo: Photo, _ limits: PhotoLimits) throws(HTTPProblem) -> [UInt8] {
        let bytes = try photo.bytes()
        do throws(ImageError) {
            let options = DecodingOptions(
                maxBytes: limits.bytes, maxPixels: limits.pixels, minimumLongSide: side, page: photo.page)
            let image = try ImageDecoder(options: options).decodePhoto(bytes).image
            return try ImageEncoder.jpeg(side.map { image.fitted(longSide: $0) } ?? image, quality: 88)
        } catch {
            throw HTTPProblem(error)
        }
    }
}
