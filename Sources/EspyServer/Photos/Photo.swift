package import Espy
import EspyApp
package import EspyHTTP

/// A photo that a client has sent.
package struct Photo: Sendable {
    package let id: String
    /// What the client calls it, made safe to show.
    package let name: String
    /// Told from its bytes.
    package let format: ImageFormat
    /// Size of the upright picture in pixels.
    package let width: Int
    package let height: Int
    /// As ``ImageInfo/isHeldWhole``.
    package let isHeldWhole: Bool
    package let file: OpenFile
    /// Whether the picture in the file may be smaller than the photo that it was made of. Positions stay in pixels of
    /// that photo, so that results of both fit together.
    let isCopy: Bool
    /// Which picture of the file it is, from 1, and how many there are.
    package let page: Int
    package let pages: Int
    /// Frames of an animation, of which the first is the photo.
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

    /// The whole file.
    package func bytes() throws(HTTPProblem) -> [UInt8] {
        guard let bytes = file.bytes() else { throw .internalError }
        return bytes
    }

    /// With the header of the file.
    init(id: String, name: String, _ info: ImageInfo, page: Int = 1, file: OpenFile) {
        self.init(
            id: id, name: name, format: info.format, width: info.width, height: info.height,
            isHeldWhole: info.isHeldWhole, page: page, pages: info.pages, frames: info.frames, file: file)
    }

    /// The upright picture in its whole size, to which a smaller copy is stretched.
    func decoded() throws(HTTPProblem) -> RGBImage { try opened().image }

    /// The same, and which picture of its file it is.
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

    /// The upright picture no larger than counting needs.
    func decodedForCounting() throws(HTTPProblem) -> CountPhoto {
        let bytes = try bytes()
        do throws(ImageError) {
            let picture = try CountPhoto(bytes, page: page)
            return isCopy ? CountPhoto(picture.image, width: width, height: height) : picture
        } catch {
            throw HTTPProblem(error)
        }
    }

    /// Bytes that decoding takes at most, with the file: what the decoder holds, and the picture before and after it is
    /// turned upright or converted.
    ///
    /// - Parameter longSide: that is wanted; nil for the whole size.
    func decodingBytes(longSide: Int? = nil) -> Int {
        DecodingCost.bytes(
            width: width, height: height, isHeldWhole: isHeldWhole, file: file.size, longSide: longSide)
    }
}

extension Photo {
    /// What another picture of the file of a photo is called.
    static func id(ofPage number: Int, of photo: String) -> String {
        let file = page(in: photo)?.photo ?? photo
        return number == 1 ? file : "\(file)~\(number)"
    }

    /// The photo and the page that an identifier names; nil where it names no page.
    static func page(in id: String) -> (photo: String, page: Int)? {
        let parts = id.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 2, let page = Int(parts[1]), page > 1 else { return nil }
        return (String(parts[0]), page)
    }

    /// Another picture of the same file, as a photo of its own.
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
        let told = PictureSource(page: page, pages: pages, frames: frames).told
        try box.encodeIfPresent(told.page, forKey: .page)
        try box.encodeIfPresent(told.pages, forKey: .pages)
        try box.encodeIfPresent(told.frames, forKey: .frames)
    }
}

extension ImageFormat {
    var mediaType: String { "image/\(rawValue)" }

    /// Whether every browser shows it.
    var isForBrowsers: Bool { [.jpeg, .png, .webp].contains(self) }
}

/// What a photo is called.
enum PhotoName {
    /// The last part of a path, without anything that does not show; at most 200 characters.
    static func safe(_ given: String?) -> String {
        // A slash with an accent is another letter to Swift.
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

/// A picture that is made of a photo to be shown: an upright JPEG.
package struct PhotoView: Hashable, Sendable {
    /// The longer side is at most this, in pixels; nil for the whole size.
    let side: Int?

    /// - Parameter side: as the client wrote it.
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

    /// The picture as JPEG.
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
