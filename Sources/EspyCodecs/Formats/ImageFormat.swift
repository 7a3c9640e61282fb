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
    /// The picture that the camera put in beside what its sensor saw.
    case dng
}

/// Formats that are recognized in order to say so, but not decoded.
public enum ForeignFormat: String, Sendable, Hashable, Codable, CaseIterable {
    case jpegXL
    case jpeg2000
    case photoshop
    case pdf
    case svg
    case icon
    case movie
}

/// What the first bytes of a file say it is. File names are never asked.
enum Signature: Equatable {
    case known(ImageFormat)
    case foreign(ForeignFormat)

    init?(of bytes: [UInt8]) {
        if Signature.tiff.contains(where: { Signature.matches(bytes, $0) }) {
            // A DNG says so in its first directory.
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

    /// Both byte orders, and both of BigTIFF.
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

    /// The brands of an ISO base media file: the main one first, then those that it says it is compatible with.
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
