import EspyPixels
import EspySystem

/// The chunks of a PNG file that matter beside its pixels (PNG third edition, section 5.3).
struct PNGChunks {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var bitsPerSample = 8
    private(set) var isInterlaced = false
    private(set) var orientation = Orientation.identity
    /// Frames of an animation (PNG third edition, 11.3.6.1).
    private(set) var frames = 1
    /// Whether the last chunk is the end chunk.
    private(set) var isComplete = false
    private var compressedProfile: ArraySlice<UInt8>?
    private var colorRanges: [Range<Int>] = []

    /// Chunks that tell a decoder which color space the pixels are in.
    private static let colorTypes: Set<String> = ["iCCP", "gAMA", "cHRM", "sRGB", "cICP"]

    init(_ bytes: [UInt8]) throws(ImageError) {
        let reader = ByteReader(bytes[...])
        var offset = 8
        while let length = reader.u32(at: offset), let name = reader.slice(at: offset + 4, length: 4) {
            guard let body = reader.slice(at: offset + 8, length: length) else { break }
            let type = String(decoding: name, as: UTF8.self)
            let end = min(offset + 12 + length, bytes.count)
            if Self.colorTypes.contains(type) { colorRanges.append(offset..<end) }
            read(type, body)
            if type == "IEND" { break }
            offset = end
        }
        guard width > 0, height > 0 else {
            throw bytes.count < 33 ? .truncated(.png) : .corrupt(.png, reason: "no image header")
        }
    }

    private mutating func read(_ type: String, _ body: ArraySlice<UInt8>) {
        let reader = ByteReader(body)
        switch type {
        case "IHDR" where width == 0:
            width = reader.u32(at: 0) ?? 0
            height = reader.u32(at: 4) ?? 0
            bitsPerSample = reader.u8(at: 8) ?? 8
            isInterlaced = reader.u8(at: 12) == 1
        case "acTL": frames = max(reader.u32(at: 0) ?? 1, 1)
        case "eXIf": orientation = EXIF.orientation(body)
        case "iCCP": compressedProfile = body
        case "IEND": isComplete = true
        default: break
        }
    }

    /// The embedded profile, inflated up to the size that a profile may have.
    var profile: [UInt8]? {
        guard let body = compressedProfile, let nameEnd = body.firstIndex(of: 0),
            // The name, its zero, the method (0 is zlib), the stream.
            body.endIndex - nameEnd > 2, body[nameEnd + 1] == 0
        else { return nil }
        let stream = [UInt8](body[(nameEnd + 2)...])
        return Inflate.expand(stream, most: ProfileTransform.maxProfileBytes)
    }

    /// `bytes` with an end behind what is there of its pixels, for a file that was cut short.
    ///
    /// libpng reads the pixels of a chunk in pieces of thousands of bytes, and takes none of a piece that is not whole.
    static func closed(_ bytes: [UInt8]) -> [UInt8] {
        let reader = ByteReader(bytes[...])
        var offset = 8
        while let length = reader.u32(at: offset), let name = reader.slice(at: offset + 4, length: 4) {
            let end = offset + 12 + length
            guard end > bytes.count else {
                offset = end
                continue
            }
            let body = bytes[min(offset + 8, bytes.count)..<min(offset + 8 + length, bytes.count)]
            guard name.elementsEqual("IDAT".utf8) else { break }
            return bytes[..<offset] + chunk("IDAT", body) + chunk("IEND", [])
        }
        return bytes
    }

    private static func chunk(_ name: String, _ body: ArraySlice<UInt8>) -> [UInt8] {
        func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let named = Array(name.utf8) + body
        return big(UInt32(body.count)) + named + big(CRC32.of(named))
    }

    /// `bytes` without the color chunks.
    ///
    /// libpng applies gamma chunks on its own; next to a profile, that would convert the colors twice.
    func withoutColor(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var position = 0
        for range in colorRanges {
            kept += bytes[position..<range.lowerBound]
            position = range.upperBound
        }
        return kept + bytes[position...]
    }
}
