public import EspyPixels

/// Decodes image files to upright pixels.
///
/// The bytes determine the format. The orientation is applied, an embedded color profile is converted to sRGB, and
/// transparency is blended with white. If a file has several pictures, ``DecodingOptions/page`` chooses one.
public struct ImageDecoder: Sendable {
    public var options: DecodingOptions

    public init(options: DecodingOptions = DecodingOptions()) {
        self.options = options
    }

    /// Returns format, size and orientation of a page from the header alone, and the number of pages; no pixels are
    /// decoded, and ``DecodingOptions/maxPixels`` does not apply.
    public func info(of bytes: [UInt8]) throws(ImageError) -> ImageInfo {
        try ImageError.typed { try info(of: bytes, codec(for: bytes)) }
    }

    private func info(of bytes: [UInt8], _ codec: any Codec.Type) throws -> ImageInfo {
        let info = try codec.info(of: bytes, page: max(options.page, 1))
        guard (1...info.pages).contains(options.page) else {
            throw ImageError.noSuchPage(options.page, pages: info.pages, frames: info.frames)
        }
        return info
    }

    /// Returns information from the first bytes of a longer file, if the whole file would give the same: for a JPEG
    /// that no other pictures follow. Nil if the whole file is needed.
    package func info(ofStart bytes: [UInt8]) -> ImageInfo? {
        guard bytes.starts(with: [0xFF, 0xD8]), (try? JPEGSegments(bytes))?.index == nil else { return nil }
        return try? info(of: bytes)
    }

    /// Returns whether bytes begin like a picture, in a format that is decoded or only recognized.
    ///
    /// - Parameter start: at least the first 64 bytes of a file.
    package static func isPicture(_ start: [UInt8]) -> Bool {
        switch Signature(of: start) {
        // Two letters may begin a text; the bytes after them in a picture do not.
        case .known(.bmp):
            start.count > 18 && start[6...9].allSatisfy { $0 == 0 } && start[15...17].allSatisfy { $0 == 0 }
        case .known, .foreign(.jpegXL), .foreign(.jpeg2000), .foreign(.photoshop): true
        case .foreign, nil: false
        }
    }

    /// Returns the file extension for files that begin like this, and whether it is a video; nil if it is neither a
    /// picture nor a video.
    ///
    /// - Parameter start: at least the first 64 bytes of a file.
    package static func ending(_ start: [UInt8]) -> (name: String, isVideo: Bool)? {
        switch Signature(of: start) {
        case .known(let format) where isPicture(start): (format == .jpeg ? "jpg" : format.rawValue, false)
        case .foreign(.jpegXL): ("jxl", false)
        case .foreign(.jpeg2000): ("jp2", false)
        case .foreign(.photoshop): ("psd", false)
        case .foreign(.movie):
            switch String(decoding: start[8..<min(12, start.count)], as: UTF8.self) {
            // The raw pictures of Canon use the same container.
            case "crx ": ("cr3", false)
            case "qt  ": ("mov", true)
            default: ("mp4", true)
            }
        case .known, .foreign, nil: nil
        }
    }

    /// Decodes the picture in color, in sRGB. A gray picture gets three equal channels.
    ///
    /// - Throws: also if the file is truncated or damaged; use ``decodePhoto(_:)`` for those.
    public func decode(_ bytes: [UInt8]) throws(ImageError) -> RGBImage {
        let decoded = try ImageError.typed { try raster(of: bytes, wantsGray: false).decoded }
        if let damage = decoded.damage { throw damage.error }
        return Self.color(decoded)
    }

    /// Decodes the picture in color, with its index in the file. A truncated or damaged file is decoded if at least a
    /// quarter of the rows is there; the rest is gray, and ``PictureSource/damage`` describes it.
    public func decodePhoto(_ bytes: [UInt8]) throws(ImageError) -> DecodedPhoto {
        let (decoded, info) = try ImageError.typed { try raster(of: bytes, wantsGray: false) }
        let damage = decoded.damage.map { damage in
            PictureSource.Damage(
                endsEarly: damage.error == .truncated(info.format),
                shown: Double(damage.rows) / Double(max(decoded.raster.height, 1)))
        }
        return DecodedPhoto(image: Self.color(decoded), source: source(info, damage))
    }

    private func source(_ info: ImageInfo, _ damage: PictureSource.Damage? = nil) -> PictureSource {
        PictureSource(page: options.page, pages: info.pages, frames: info.frames, damage: damage)
    }

    /// Decodes the picture like ``decodePhoto(_:)``, split into brightness and color, which takes half the memory for
    /// most JPEG files: their planes are used unchanged. Pixels have the same color; the brightness is the luma of the
    /// file, which may differ by rounding from that of the colors.
    public func decodeSplit(_ bytes: [UInt8]) throws(ImageError) -> (image: SplitImage, source: PictureSource) {
        let planes = try ImageError.typed { () -> (SplitImage, ImageInfo)? in
            let codec = try codec(for: bytes)
            let request = try request(bytes, codec, wantsGray: false)
            return try codec.decodeSplit(bytes, request).map { ($0, request.info) }
        }
        if let (image, info) = planes { return (image, source(info)) }
        let photo = try decodePhoto(bytes)
        return (SplitImage(photo.image), photo.source)
    }

    /// Decodes the picture as luminance, which is faster than color if the file stores it: a JPEG's luma plane is used
    /// unchanged.
    ///
    /// Color profiles are not applied: the luminance is that of the file's own color space.
    ///
    /// - Throws: also if the file is truncated or damaged.
    public func decodeGray(_ bytes: [UInt8]) throws(ImageError) -> GrayImage {
        let decoded = try ImageError.typed { try raster(of: bytes, wantsGray: true).decoded }
        if let damage = decoded.damage { throw damage.error }
        return GrayImage(decoded.raster.grayed().oriented(decoded.orientation))
    }

    private static func color(_ decoded: consuming Decoded) -> RGBImage {
        let (profile, orientation) = (decoded.profile, decoded.orientation)
        ColorConversion.makeRGB(&decoded.raster, profile: profile)
        return RGBImage(decoded.raster.oriented(orientation))
    }

    private func raster(of bytes: [UInt8], wantsGray: Bool) throws -> (decoded: Decoded, info: ImageInfo) {
        let codec = try codec(for: bytes)
        let request = try request(bytes, codec, wantsGray: wantsGray)
        var decoded = try codec.decode(bytes, request)
        // With so few rows, the missing part cannot be judged.
        if let damage = decoded.damage, 4 * damage.rows < decoded.raster.height { throw damage.error }
        decoded.raster.flattenOntoWhite()
        return (decoded, request.info)
    }

    /// Reads the header, and checks it against the limits.
    private func request(_ bytes: [UInt8], _ codec: any Codec.Type, wantsGray: Bool) throws -> DecodeRequest {
        let info = try info(of: bytes, codec)
        let (pixels, overflow) = info.storedWidth.multipliedReportingOverflow(by: info.storedHeight)
        guard !overflow, pixels <= options.maxPixels else {
            throw ImageError.tooManyPixels(width: info.storedWidth, height: info.storedHeight, limit: options.maxPixels)
        }
        return DecodeRequest(
            info: info, minimumLongSide: options.minimumLongSide, page: options.page, wantsGray: wantsGray)
    }

    private func codec(for bytes: [UInt8]) throws -> any Codec.Type {
        guard !bytes.isEmpty else { throw ImageError.empty }
        guard bytes.count <= options.maxBytes else {
            throw ImageError.tooManyBytes(count: bytes.count, limit: options.maxBytes)
        }
        switch Signature(of: bytes) {
        case .known(.jpeg): return JPEGCodec.self
        case .known(.png): return PNGCodec.self
        case .known(.webp): return WebPCodec.self
        case .known(.heic), .known(.avif): return HEIFCodec.self
        case .known(.bmp): return BMPCodec.self
        case .known(.tiff): return TIFFCodec.self
        case .known(.gif): return GIFCodec.self
        case .known(.dng): return DNGCodec.self
        case .foreign(let format): throw ImageError.unsupportedFormat(format)
        case nil: throw ImageError.notAnImage
        }
    }
}

/// A picture, and its place in the file.
public struct DecodedPhoto: Sendable, Equatable {
    public let image: RGBImage
    public let source: PictureSource

    public init(image: RGBImage, source: PictureSource) { (self.image, self.source) = (image, source) }
}

/// Limits and options for ``ImageDecoder``.
public struct DecodingOptions: Sendable, Hashable, Codable {
    /// The largest file in bytes. 256 MiB is enough for any photo and stops the upload of a movie early.
    public var maxBytes: Int
    /// The largest stored picture in pixels, checked in the header before anything is allocated.
    ///
    /// 200 million is the largest phone sensor; as RGB that is 600 MB.
    public var maxPixels: Int
    /// If the decoder can shrink while decoding, the long side may become as small as this, never smaller.
    ///
    /// JPEG shrinks by 2, 4 or 8 and WebP to exactly this; the other formats decode at full size. `nil` is full size.
    public var minimumLongSide: Int?
    /// The picture to decode in a file with several, from 1.
    public var page: Int

    public init(
        maxBytes: Int = 256 << 20, maxPixels: Int = 200_000_000, minimumLongSide: Int? = nil, page: Int = 1
    ) {
        self.page = page
        self.maxBytes = maxBytes
        self.maxPixels = maxPixels
        self.minimumLongSide = minimumLongSide
    }
}
