import CGIF
import EspyPixels

/// GIF with giflib; for an animation, the first frame.
enum GIFCodec: Codec {
    static func info(of bytes: [UInt8], page _: Int) throws -> ImageInfo {
        let reader = ByteReader(bytes[...], littleEndian: true)
        guard let width = reader.u16(at: 6), let height = reader.u16(at: 8) else { throw ImageError.truncated(.gif) }
        guard width > 0, height > 0 else { throw ImageError.corrupt(.gif, reason: "size \(width) x \(height)") }
        return ImageInfo(
            format: .gif, storedWidth: width, storedHeight: height, orientation: .identity, frames: frames(reader))
    }

    /// The number of frames that begin in the file: blocks from the first on (GIF89a, chapters 18 to 26).
    private static func frames(_ reader: ByteReader) -> Int {
        func colors(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }
        var place = 13 + colors(reader.u8(at: 10) ?? 0)
        var frames = 0
        while let kind = reader.u8(at: place) {
            switch kind {
            case 0x2C:
                guard let flags = reader.u8(at: place + 9) else { return max(frames, 1) }
                frames += 1
                // The descriptor, its colors, and the bits of the first code.
                place += 11 + colors(flags)
            case 0x21: place += 2
            case 0x3B: return max(frames, 1)
            default:
                place += 1
                continue
            }
            while let length = reader.u8(at: place) {
                place += length + 1
                if length == 0 { break }
            }
        }
        return max(frames, 1)
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Decoded {
        let (width, height) = (request.info.storedWidth, request.info.storedHeight)
        let (pixels, damage) = try bytes.withUnsafeBufferPointer { buffer in
            var source = GIFSource(bytes: buffer)
            return try withUnsafeMutablePointer(to: &source) { source in
                try frame(source, width, height)
            }
        }
        return Decoded(
            raster: Raster(layout: .rgba, width: width, height: height, pixels: pixels), profile: nil,
            orientation: .identity, damage: damage)
    }

    private static func frame(
        _ source: UnsafeMutablePointer<GIFSource>, _ width: Int, _ height: Int
    ) throws -> ([UInt8], Decoded.Damage?) {
        var code: Int32 = 0
        guard let file = DGifOpen(source, readGIF, &code) else { throw failure(code) }
        defer { DGifCloseFile(file, &code) }
        let transparent = try skipToFrame(file)
        let frame = file.pointee.Image
        guard let map = frame.ColorMap ?? file.pointee.SColorMap, let colors = map.pointee.Colors else {
            throw ImageError.corrupt(.gif, reason: "no colors")
        }
        let count = Int(map.pointee.ColorCount)
        let (left, top, wide) = (Int(frame.Left), Int(frame.Top), Int(frame.Width))
        // Frames may extend beyond the picture, but not without limit.
        guard wide > 0, frame.Height > 0, left >= 0, top >= 0 else {
            throw ImageError.corrupt(.gif, reason: "size of a frame")
        }
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        var line = [UInt8](repeating: 0, count: wide)
        for row in rows(Int(frame.Height), isInterlaced: frame.Interlace) {
            guard DGifGetLine(file, &line, Int32(wide)) != GIF_ERROR else {
                let error = failure(file.pointee.Error)
                // In interlaced order, the rows that exist are spread over the picture.
                if frame.Interlace { throw error }
                let reached = min(top + row, height)
                pixels.withUnsafeMutableBufferPointer { target in
                    guard let base = target.baseAddress else { return }
                    RowMarks.blank(base, .rgba, width: width, rows: reached..<height)
                }
                return (pixels, .init(error: error, rows: reached))
            }
            guard top + row < height else { continue }
            for column in 0..<max(0, min(wide, width - left)) {
                let index = Int(line[column])
                guard index < count, index != transparent else { continue }
                let place = ((top + row) * width + left + column) * 4
                let color = colors[index]
                (pixels[place], pixels[place + 1]) = (color.Red, color.Green)
                (pixels[place + 2], pixels[place + 3]) = (color.Blue, 255)
            }
        }
        return (pixels, nil)
    }

    /// - Returns: the transparent color, or -1.
    private static func skipToFrame(_ file: UnsafeMutablePointer<GifFileType>) throws -> Int {
        var transparent = -1
        while true {
            var kind = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(file, &kind) != GIF_ERROR else { throw failure(file.pointee.Error) }
            switch kind {
            case IMAGE_DESC_RECORD_TYPE:
                guard DGifGetImageDesc(file) != GIF_ERROR else { throw failure(file.pointee.Error) }
                return transparent
            case EXTENSION_RECORD_TYPE:
                var number: Int32 = 0
                var block: UnsafeMutablePointer<UInt8>?
                guard DGifGetExtension(file, &number, &block) != GIF_ERROR else { throw failure(file.pointee.Error) }
                // Length, flags, two bytes of time, the color.
                if number == 0xF9, let block, block[0] == 4 { transparent = block[1] & 1 == 1 ? Int(block[4]) : -1 }
                while block != nil {
                    guard DGifGetExtensionNext(file, &block) != GIF_ERROR else { throw failure(file.pointee.Error) }
                }
            case TERMINATE_RECORD_TYPE: throw ImageError.corrupt(.gif, reason: "no frame")
            default: continue
            }
        }
    }

    /// Row indices in stored order: every eighth, then those in between.
    private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }

    private static func failure(_ code: Int32) -> ImageError {
        switch code {
        case D_GIF_ERR_READ_FAILED, D_GIF_ERR_EOF_TOO_SOON, D_GIF_ERR_IMAGE_DEFECT: return .truncated(.gif)
        default:
            let text = GifErrorString(code).map { String(cString: $0) }
            return .corrupt(.gif, reason: text ?? "unknown")
        }
    }
}

/// The bytes that giflib reads.
private struct GIFSource {
    let bytes: UnsafeBufferPointer<UInt8>
    var place = 0
}

private func readGIF(
    _ file: UnsafeMutablePointer<GifFileType>?, _ target: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
    guard let source = file?.pointee.UserData?.assumingMemoryBound(to: GIFSource.self), let target, count > 0 else {
        return 0
    }
    let (bytes, place) = (source.pointee.bytes, source.pointee.place)
    let taken = min(Int(count), bytes.count - place)
    guard taken > 0, let base = bytes.baseAddress else { return 0 }
    target.update(from: base + place, count: taken)
    source.pointee.place = place + taken
    return Int32(taken)
}
