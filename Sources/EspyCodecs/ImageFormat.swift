public import EspyPixels

/// The formats that Espy decodes.
public enum ImageFormat: String, Sendable, Hashable, Codable, CaseIterable {
    case jpeg
    case png
    case webp
    case heic
    case avif
    case bmp
    case tiff
    case gif
    /// The rendered picture that the camera stored beside the raw sensor data.
    case dng
}

/// Formats that are recognized for a better error message, but not decoded.
public enum ForeignFormat: String, Sendable, Hashable, Codable, CaseIterable {
    case jpegXL
    case jpeg2000
    case photoshop
    case pdf
    case svg
    case icon
    case movie
}

/// The format according to the first bytes of a file. File names are never used.
enum Signature: Equatable {
    case known(ImageFormat)
    case foreign(ForeignFormat)

    init?(of bytes: [UInt8]) {
        if Signature.tiff.contains(where: { Signature.matches(bytes, $0) }) {
            // A DNG is marked as such in its first directory.
            self = .known(TIFFDirectory(bytes[...])?.has(50706) == true ? .dng : .tiff)
        } else if let found = Signature.fixed.first(where: { Signature.matches(bytes, $0.magic) }) {
            self = found.signature
        } else if Signature.matches(bytes, "RIFF"), Signature.matches(bytes, "WEBP", at: 8) {
            self = .known(.webp)
        } else if Signature.matches(bytes, "ftyp", at: 4), let container = Signature.container(bytes) {
            self = container
        } else {
            return nil
        }
    }

    /// Both byte orders, of TIFF and of BigTIFF.
    private static let tiff: [[UInt8]] = [
        [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A], [0x49, 0x49, 0x2B, 0x00], [0x4D, 0x4D, 0x00, 0x2B],
    ]

    private static let fixed: [(magic: [UInt8], signature: Signature)] = [
        ([0xFF, 0xD8, 0xFF], .known(.jpeg)),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .known(.png)),
        (Array("BM".utf8), .known(.bmp)),
        (Array("GIF8".utf8), .known(.gif)),
        ([0xFF, 0x0A], .foreign(.jpegXL)),
        ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], .foreign(.jpegXL)),
        ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], .foreign(.jpeg2000)),
        (Array("8BPS".utf8), .foreign(.photoshop)),
        (Array("%PDF".utf8), .foreign(.pdf)),
        (Array("<svg".utf8), .foreign(.svg)),
        ([0x00, 0x00, 0x01, 0x00], .foreign(.icon)),
    ]

    /// The brands of an ISO base media file: the main one first, then the compatible ones.
    private static func container(_ bytes: [UInt8]) -> Signature? {
        let header = ByteReader(bytes[...])
        guard let length = header.u32(at: 0) else { return nil }
        let end = min(length, bytes.count, 256)
        let brands = [8] + Array(stride(from: 16, to: max(16, end - 3), by: 4))
        for offset in brands where offset + 4 <= end {
            switch String(decoding: bytes[offset..<offset + 4], as: UTF8.self) {
            case "avif", "avis": return .known(.avif)
            case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": return .known(.heic)
            default: continue
            }
        }
        return .foreign(.movie)
    }

    private static func matches(_ bytes: [UInt8], _ magic: String, at offset: Int = 0) -> Bool {
        matches(bytes, Array(magic.utf8), at: offset)
    }

    private static func matches(_ bytes: [UInt8], _ magic: [UInt8], at offset: Int = 0) -> Bool {
        bytes.count >= offset + magic.count && bytes[offset..<offset + magic.count].elementsEqual(magic)
    }
}

extension ImageFormat {
    /// The usual name: `JPEG`, `WebP`.
    public var title: String { self == .webp ? "WebP" : rawValue.uppercased() }

    /// All of them as part of a sentence: `JPEG, PNG and WebP`.
    public static let list =
        allCases.dropLast().map(\.title).joined(separator: ", ") + " and " + (allCases.last?.title ?? "")
}

extension ForeignFormat {
    /// The usual name within a sentence: `PDF`, `a movie`.
    public var title: String {
        switch self {
        case .jpegXL: "JPEG XL"
        case .jpeg2000: "JPEG 2000"
        case .photoshop: "a Photoshop document"
        case .pdf: "PDF"
        case .svg: "SVG"
        case .icon: "an icon"
        case .movie: "a movie"
        }
    }
}

/// The properties of one picture of an image file, from its header.
public struct ImageInfo: Sendable, Hashable, Codable {
    public let format: ImageFormat
    /// Size in pixels as stored in the file.
    public let storedWidth: Int
    public let storedHeight: Int
    /// The transformation that makes the stored pixels upright.
    ///
    /// ``Orientation/identity`` for HEIC and AVIF files with an orientation in their container: the decoder applies it,
    /// and the stored size is the resulting one.
    public let orientation: Orientation
    /// Whether a decoder holds the whole picture in memory, even for a small copy.
    ///
    /// False for JPEG files with sequential rows, which is all that cameras write.
    public let isHeldWhole: Bool
    /// The number of pictures in the file, which ``DecodingOptions/page`` can choose. Reduced copies, masks and the
    /// frames of an animation do not count.
    public let pages: Int
    /// The number of frames of an animation, of which the first is decoded; 1 for a still picture.
    public let frames: Int

    public init(
        format: ImageFormat, storedWidth: Int, storedHeight: Int, orientation: Orientation, isHeldWhole: Bool = true,
        pages: Int = 1, frames: Int = 1
    ) {
        self.pages = pages
        self.frames = frames
        self.format = format
        self.storedWidth = storedWidth
        self.storedHeight = storedHeight
        self.orientation = orientation
        self.isHeldWhole = isHeldWhole
    }

    /// Width in pixels of the upright picture.
    public var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
    /// Height in pixels of the upright picture.
    public var height: Int { orientation.swapsSides ? storedWidth : storedHeight }
}

/// A reason why bytes could not become a picture, or a picture bytes.
///
/// The cases hold facts; the message is written where it is shown.
public enum ImageError: Error, Sendable, Equatable {
    /// There are no bytes at all.
    case empty
    /// The file is larger than ``DecodingOptions/maxBytes``.
    case tooManyBytes(count: Int, limit: Int)
    /// The bytes do not begin like any known image format.
    case notAnImage
    /// An image, or something similar, in a format that is not decoded.
    case unsupportedFormat(ForeignFormat)
    /// A decoded format in a variant that is not supported; `detail` is the fact, such as "RLE compression".
    case unsupportedVariant(ImageFormat, detail: String)
    /// The library that reads the format, libheif, is not installed.
    case missingLibrary(ImageFormat)
    /// The file ends before the picture does.
    case truncated(ImageFormat)
    /// The file breaks the rules of its format; `reason` comes from the decoder.
    case corrupt(ImageFormat, reason: String)
    /// The header declares more than ``DecodingOptions/maxPixels``. Nothing was allocated.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The file has fewer pages than ``DecodingOptions/page`` requests; the frames of an animation do not count.
    case noSuchPage(Int, pages: Int, frames: Int)
    /// A format cannot store a picture of this size (JPEG is limited to 65,535 per side, and nothing stores 0).
    case sizeNotEncodable(ImageFormat, width: Int, height: Int)
    /// The encoder failed with its own `reason`.
    case encodingFailed(ImageFormat, reason: String)

    /// Runs work that throws only these errors, at the edge of this module.
    static func typed<Result>(_ work: () throws -> Result) throws(ImageError) -> Result {
        do {
            return try work()
        } catch let error as ImageError {
            throw error
        } catch {
            throw .notAnImage
        }
    }
}
