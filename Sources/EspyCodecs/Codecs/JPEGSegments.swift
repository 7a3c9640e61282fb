import EspyPixels

/// The marker segments before the first scan (ITU-T T.81, annex B).
struct JPEGSegments {
    var width = 0
    var height = 0
    var components = 0
    var bitsPerSample = 8
    var orientation = Orientation.identity
    var hasAdobeMarker = false
    /// The index of other pictures in the file, as TIFF (CIPA DC-007, 5.2).
    private(set) var index: ArraySlice<UInt8>?
    private(set) var hasEXIF = false
    /// Whether the first scan is the only one: sequential coding (B.2.2) with all components in it.
    private(set) var isOneScan = false
    private var isSequential = false
    /// Start of the first scan.
    private var scanOffset = 0
    /// The ICC profile, joined from its chunks; `nil` if any is missing.
    var profile: [UInt8]? { joinedProfile() }

    private var profileChunks: [Int: ArraySlice<UInt8>] = [:]
    private var profileChunkCount = 0

    private static let startOfScan = 0xDA
    private static let endOfImage = 0xD9

    /// Parses up to the first scan. Fails if the bytes end before it, or if no frame header precedes it.
    init(_ bytes: [UInt8]) throws {
        let reader = ByteReader(bytes[...])
        var offset = 2
        while true {
            guard let first = reader.u8(at: offset) else { throw ImageError.truncated(.jpeg) }
            guard first == 0xFF else {
                // Decoders skip stray bytes between segments, so they are not a reason to fail.
                offset += 1
                continue
            }
            guard let marker = reader.u8(at: offset + 1) else { throw ImageError.truncated(.jpeg) }
            switch marker {
            case 0xFF: offset += 1
            case 0x00, 0x01, 0xD0...0xD8: offset += 2
            case Self.startOfScan, Self.endOfImage:
                guard width > 0, height > 0 else { throw ImageError.corrupt(.jpeg, reason: "no frame header") }
                scanOffset = offset
                isOneScan = isSequential && reader.u8(at: offset + 4) == components
                return
            default:
                guard let length = reader.u16(at: offset + 2), length >= 2,
                    let body = reader.slice(at: offset + 4, length: length - 2)
                else { throw ImageError.truncated(.jpeg) }
                read(marker: marker, body: body)
                offset += 2 + length
            }
        }
    }

    /// The offset of the end marker after the first scan; `nil` if there is none. Coded data never looks like one.
    func end(in bytes: [UInt8]) -> Int? {
        var index = scanOffset
        while let mark = bytes[index...].firstIndex(of: 0xFF), mark + 1 < bytes.count {
            if bytes[mark + 1] == Self.endOfImage { return mark }
            index = mark + 1
        }
        return nil
    }

    private mutating func read(marker: Int, body: ArraySlice<UInt8>) {
        let reader = ByteReader(body)
        switch marker {
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            if width == 0 { isSequential = [0xC0, 0xC1, 0xC9].contains(marker) }
            readFrame(reader)
        case 0xE1 where reader.starts(with: "Exif\0\0") && orientation == .identity:
            orientation = EXIF.orientation(body)
            hasEXIF = true
        case 0xE2 where reader.starts(with: "MPF\0") && index == nil: index = body.dropFirst(4)
        case 0xE2 where reader.starts(with: "ICC_PROFILE\0"): keepProfileChunk(reader)
        case 0xEE where reader.starts(with: "Adobe"): hasAdobeMarker = true
        default: break
        }
    }

    private mutating func readFrame(_ reader: ByteReader) {
        guard width == 0, let bits = reader.u8(at: 0), let high = reader.u16(at: 1), let wide = reader.u16(at: 3),
            let count = reader.u8(at: 5)
        else { return }
        (bitsPerSample, height, width, components) = (bits, high, wide, count)
    }

    /// ICC.1, annex B.4: each chunk has its number, from 1, and the number of chunks.
    private mutating func keepProfileChunk(_ reader: ByteReader) {
        guard let number = reader.u8(at: 12), let count = reader.u8(at: 13), number >= 1, number <= count else {
            return
        }
        profileChunkCount = count
        profileChunks[number] = reader.bytes.dropFirst(14)
    }

    private func joinedProfile() -> [UInt8]? {
        guard profileChunkCount > 0 else { return nil }
        var joined: [UInt8] = []
        for number in 1...profileChunkCount {
            guard let chunk = profileChunks[number] else { return nil }
            joined += chunk
        }
        return joined
    }
}
