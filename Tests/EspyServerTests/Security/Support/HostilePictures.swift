import Espy

/// Small PNG files that claim to be large, or that unpack to something large.
enum HostilePictures {
    /// A header that announces a size, and nothing else.
    static func claim(width: Int, height: Int) -> [UInt8] {
        signature + chunk("IHDR", word(width) + word(height) + [8, 2, 0, 0, 0]) + chunk("IEND", [])
    }

    /// An all-black gray picture, which compresses to almost nothing.
    static func packed(width: Int, height: Int) -> [UInt8] {
        let rows = [UInt8](repeating: 0, count: (width + 1) * height)
        return signature + chunk("IHDR", word(width) + word(height) + [8, 0, 0, 0, 0])
            + chunk("IDAT", zlib(rows)) + chunk("IEND", [])
    }

    /// A picture of a few pixels with a comment that unpacks to the given number of bytes.
    static func chatty(bytes: Int) -> [UInt8] {
        let text = Array("Comment".utf8) + [0, 0] + zlib([UInt8](repeating: 65, count: bytes))
        return signature + chunk("IHDR", word(4) + word(4) + [8, 0, 0, 0, 0]) + chunk("zTXt", text)
            + chunk("IDAT", zlib([UInt8](repeating: 0, count: 20))) + chunk("IEND", [])
    }

    /// A picture whose data ends early or never ends.
    static func misfit(rows: Int) -> [UInt8] {
        signature + chunk("IHDR", word(100) + word(100) + [8, 0, 0, 0, 0])
            + chunk("IDAT", zlib([UInt8](repeating: 0, count: 101 * rows))) + chunk("IEND", [])
    }

    /// The header of a JPEG file, and nothing else.
    ///
    /// - Parameters:
    ///   - frame: the marker of its frame; 0xC2 means progressive.
    ///   - inScan: the number of components, of three, in the first scan.
    static func jpeg(width: Int, height: Int, frame: UInt8 = 0xC0, inScan: Int = 3) -> [UInt8] {
        let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, frame, 0, 17, 8] + size + [3]
        for number in UInt8(1)...3 { bytes += [number, 0x11, 0] }
        bytes += [0xFF, 0xDA, 0, UInt8(6 + 2 * inScan), UInt8(inScan)]
        for number in 1...UInt8(inScan) { bytes += [number, 0] }
        return bytes + [0, 63, 0, 0xFF, 0xD9]
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func zlib(_ bytes: [UInt8]) -> [UInt8] { Deflate.compress(bytes, format: .zlib, level: 9) ?? [] }

    private static func word(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + bytes
        return word(bytes.count) + body + word(Int(checksum(body)))
    }

    /// CRC-32 (ISO 3309).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
