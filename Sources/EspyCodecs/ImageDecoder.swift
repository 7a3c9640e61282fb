public import EspyPixels

/// Turns the bytes of an image file into upright pixels.
///
/// The format is told from the bytes. Orientation is applied, an embedded color profile is converted to sRGB,
/// and transparency is laid on white. Truncated and damaged files are errors, never half a picture.
public struct ImageDecoder: Sendable {
    public var options: DecodingOptions

    public init(options: DecodingOptions = DecodingOptions()) {
        self.options = options
    }

    /// Format, size and orientation from the header alone; no pixel is decoded, and ``DecodingOptions/maxPixels``
    /// does not apply.
    public func info(of bytes: [UInt8]) throws(ImageError) -> ImageInfo {
        try codec(for: bytes).info(of: bytes)
    }

    /// Whether bytes begin like a picture, of a format that is decoded or one that is only recognized.
    ///
    /// - Parameter start: the first 64 bytes of a file or more.
    package static func isPicture(_ start: [UInt8]) -> Bool {
        switch Signature(of: start) {
        case .known, .foreign(.jpegXL), .foreign(.jpeg2000), .foreign(.photoshop): true
        case .foreign, nil: false
        }
    }

    /// The picture in color, in sRGB. A gray picture gets three equal channels.
    public func decode(_ bytes: [UInt8]) throws(ImageError) -> RGBImage {
        var decoded = try raster(of: bytes, wantsGray: false)
        ColorConversion.makeRGB(&decoded.raster, profile: decoded.profile)
        return RGBImage(decoded.raster.oriented(decoded.orientation))
    }

    /// The picture as luminance, which is cheaper than color where the file stores it: a JPEG's luma plane is taken
    /// as it is.
    ///
    /// Color profiles are not applied here: the luminance is that of the file's own color space.
    public func decodeGray(_ bytes: [UInt8]) throws(ImageError) -> GrayImage {
        let decoded = try raster(of: bytes, wantsGray: true)
        return GrayImage(decoded.raster.grayed().oriented(decoded.orientation))
    }

    private func raster(of bytes: [UInt8], wantsGray: Bool) throws(ImageError) -> Decoded {
        let codec = try codec(for: bytes)
        let info = try codec.info(of: bytes)
        let (pixels, overflow) = info.storedWidth.multipliedReportingOverflow(by: info.storedHeight)
        guard !overflow, pixels <= options.maxPixels else {
            throw .tooManyPixels(width: info.storedWidth, height: info.storedHeight, limit: options.maxPixels)
        }
        let request = DecodeRequest(info: info, minimumLongSide: options.minimumLongSide, wantsGray: wantsGray)
        var decoded = try codec.decode(bytes, request)
        decoded.raster.flattenOntoWhite()
        return decoded
    }

    private func codec(for bytes: [UInt8]) throws(ImageError) -> any Codec.Type {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= options.maxBytes else {
            throw .tooManyBytes(count: bytes.count, limit: options.maxBytes)
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
        case .foreign(let format): throw .unsupportedFormat(format)
        case nil: throw .notAnImage
        }
    }
}
