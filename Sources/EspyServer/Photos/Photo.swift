package import Espy
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
    package let isCopy: Bool

    package init(
        id: String, name: String, format: ImageFormat, width: Int, height: Int, isHeldWhole: Bool = false,
        isCopy: Bool = false, file: OpenFile
    ) {
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
    package func bytes() throws(Problem) -> [UInt8] {
        guard let bytes = file.bytes() else { throw .internalError }
        return bytes
    }

    /// The upright picture in its whole size, to which a smaller copy is stretched.
    func decoded() throws(Problem) -> RGBImage {
        let bytes = try bytes()
        do throws(ImageError) {
            let image = try ImageDecoder().decode(bytes)
            return isCopy && image.width != width ? image.resized(width: width, height: height) : image
        } catch {
            throw Problem(error)
        }
    }

    /// The upright picture no larger than counting needs.
    func decodedForCounting() throws(Problem) -> CountPhoto {
        let bytes = try bytes()
        do throws(ImageError) {
            let picture = try CountPhoto(bytes)
            return isCopy ? CountPhoto(picture.image, width: width, height: height) : picture
        } catch {
            throw Problem(error)
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

/// What decoding takes of memory, at most.
package enum DecodingCost {
    /// - Parameters:
    ///   - file: bytes of the file.
    ///   - longSide: that is wanted; nil for the whole size.
    package static func bytes(
        width: Int, height: Int, isHeldWhole: Bool, file: Int, longSide: Int? = nil
    ) -> Int {
        // Coefficients of four components of 16 bits, or planes of 10 bits with two copies in color.
        if isHeldWhole { return file + 12 * width * height }
        var factor = 1
        if let longSide { while factor < 8, max(width, height) / (2 * factor) >= longSide { factor *= 2 } }
        // Ink in four components, and the colors made of it.
        return file + 7 * (width / factor + 1) * (height / factor + 1)
    }
}

extension Photo: Encodable {
    private enum Key: String, CodingKey { case id, name, width, height, bytes, type }

    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: .id)
        try box.encode(name, forKey: .name)
        try box.encode(width, forKey: .width)
        try box.encode(height, forKey: .height)
        try box.encode(file.size, forKey: .bytes)
        try box.encode(format.mediaType, forKey: .type)
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
        let last = (given ?? "").split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        let visible = last.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .unassigned: false
            default: true
            }
        }
        let name = String(String.UnicodeScalarView(visible)).drop { $0 == " " }.prefix(200)
        return name.isEmpty || name.allSatisfy({ $0 == "." }) ? "photo" : String(name)
    }
}
