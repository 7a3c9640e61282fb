import CZlib

/// PNG files, chunk by chunk, of kinds that the product itself does not write.
struct PNGs {
    var width: Int
    var height: Int
    var bitDepth: UInt8 = 8
    /// 0 gray, 2 color, 3 palette, 4 gray and alpha, 6 color and alpha.
    var colorType: UInt8 = 2
    /// Chunks between the header and the pixels.
    var extras: [(type: String, body: [UInt8])] = []

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The file; `rows` holds the samples of each row, packed.
    func file(rows: [[UInt8]]) -> [UInt8] {
        let raw = rows.flatMap { [UInt8(0)] + $0 }
        var bytes = Self.signature + header
        for extra in extras { bytes += Self.chunk(extra.type, extra.body) }
        return bytes + Self.chunk("IDAT", Self.deflated(raw)) + Self.chunk("IEND", [])
    }

    /// The file with every row the same run of one pixel.
    func file(pixel: [UInt8]) -> [UInt8] {
        let row = (0..<width).flatMap { _ in pixel }
        return file(rows: [[UInt8]](repeating: row, count: height))
    }

    var header: [UInt8] {
        Self.chunk("IHDR", Self.big(width) + Self.big(height) + [bitDepth, colorType, 0, 0, 0])
    }

    static func profileChunk(_ profile: [UInt8]) -> (type: String, body: [UInt8]) {
        ("iCCP", Array("test\0\0".utf8) + deflated(profile))
    }

    /// A file with chunks inserted between its header and the rest.
    static func inserting(_ extras: [(type: String, body: [UInt8])], into png: [UInt8]) -> [UInt8] {
        Array(png[..<33]) + extras.flatMap { chunk($0.type, $0.body) } + png[33...]
    }

    static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + body
        return big(body.count) + checked + big(Int(crc32(0, checked, UInt32(checked.count))))
    }

    static func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }

    static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(uLong(bytes.count))
        var target = [UInt8](repeating: 0, count: Int(size))
        _ = compress(&target, &size, bytes, uLong(bytes.count))
        return Array(target[..<Int(size)])
    }
}
