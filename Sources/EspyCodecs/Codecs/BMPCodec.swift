import EspyPixels

/// Uncompressed Windows bitmaps of 8, 24 and 32 bits per pixel, which laboratory scanners still write.
enum BMPCodec: Codec {
    static func info(of bytes: [UInt8], page _: Int) throws -> ImageInfo {
        let header = try BMPHeader(bytes)
        return ImageInfo(
            format: .bmp, storedWidth: header.width, storedHeight: header.height, orientation: .identity)
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Decoded {
        let header = try BMPHeader(bytes)
        let body = bytes.dropFirst(header.pixelOffset).prefix(header.pixelBytes)
        // The last row may lack its padding.
        let there = body.count == header.pixelBytes ? header.height : body.count / header.rowBytes
        guard there > 0 else { throw ImageError.truncated(.bmp) }
        let palette = try header.bitsPerPixel == 8 ? header.palette(bytes) : []
        let pixels = [UInt8].filled(count: header.width * header.height * 3) { target in
            body.withUnsafeBufferPointer { source in
                for row in 0..<header.height {
                    let stored = header.isTopDown ? row : header.height - 1 - row
                    guard stored < there else {
                        RowMarks.blank(target, .rgb, width: header.width, rows: row..<row + 1)
                        continue
                    }
                    let line = UnsafeBufferPointer(rebasing: source[(stored * header.rowBytes)...])
                    copyRow(line, header, palette, to: target + row * header.width * 3)
                }
            }
        }
        return Decoded(
            raster: Raster(layout: .rgb, width: header.width, height: header.height, pixels: pixels),
            profile: nil, orientation: .identity,
            damage: there < header.height ? .init(error: .truncated(.bmp), rows: there) : nil)
    }

    private static func copyRow(
        _ line: UnsafeBufferPointer<UInt8>, _ header: BMPHeader, _ palette: [UInt8],
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let step = header.bitsPerPixel / 8
        for column in 0..<header.width {
            // Both the palette and the pixels store blue first.
            let entry = step == 1 ? Int(line[column]) * 4 : column * step
            for color in 0..<3 {
                target[column * 3 + color] = step == 1 ? palette[entry + 2 - color] : line[entry + 2 - color]
            }
        }
    }
}

/// The file and information headers of a bitmap.
private struct BMPHeader {
    let width: Int
    let height: Int
    let isTopDown: Bool
    let bitsPerPixel: Int
    let pixelOffset: Int
    private let paletteOffset: Int
    private let paletteCount: Int

    /// Rows are padded to four bytes.
    var rowBytes: Int { (width * bitsPerPixel + 31) / 32 * 4 }
    var pixelBytes: Int { rowBytes * (height - 1) + width * bitsPerPixel / 8 }

    init(_ bytes: [UInt8]) throws {
        let reader = ByteReader(bytes[...], littleEndian: true)
        guard let offset = reader.u32(at: 10), let infoSize = reader.u32(at: 14), let wide = reader.i32(at: 18),
            let high = reader.i32(at: 22), let bits = reader.u16(at: 28), let compression = reader.u32(at: 30),
            let colors = reader.u32(at: 46)
        else { throw ImageError.truncated(.bmp) }
        guard infoSize >= 40 else { throw ImageError.unsupportedVariant(.bmp, detail: "\(infoSize) byte header") }
        guard wide > 0, high != 0 else { throw ImageError.corrupt(.bmp, reason: "size \(wide) x \(high)") }
        guard [8, 24, 32].contains(bits) else {
            throw ImageError.unsupportedVariant(.bmp, detail: "\(bits) bits per pixel")
        }
        guard try Self.isPlain(compression, bits: bits, reader) else {
            throw ImageError.unsupportedVariant(.bmp, detail: "compression \(compression)")
        }
        (width, height, isTopDown, bitsPerPixel, pixelOffset) = (wide, abs(high), high < 0, bits, offset)
        paletteOffset = 14 + infoSize
        paletteCount = colors == 0 ? 256 : min(colors, 256)
    }

    /// Bit fields are accepted if they are the usual ones: blue, green, red, one byte each.
    private static func isPlain(_ compression: Int, bits: Int, _ reader: ByteReader) throws -> Bool {
        switch compression {
        case 0: return true
        case 3 where bits == 32:
            guard let red = reader.u32(at: 54), let green = reader.u32(at: 58), let blue = reader.u32(at: 62) else {
                throw ImageError.truncated(.bmp)
            }
            return red == 0xFF0000 && green == 0xFF00 && blue == 0xFF
        default: return false
        }
    }

    /// 256 entries of blue, green, red and padding; those that the file omits are black.
    func palette(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let stored = ByteReader(bytes[...]).slice(at: paletteOffset, length: paletteCount * 4) else {
            throw ImageError.truncated(.bmp)
        }
        return stored + [UInt8](repeating: 0, count: (256 - paletteCount) * 4)
    }
}
