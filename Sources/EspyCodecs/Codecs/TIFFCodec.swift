import CTIFF
import EspyPixels

/// TIFF and BigTIFF through libtiff.
enum TIFFCodec: Codec {
    static func info(of bytes: [UInt8], page: Int) throws(ImageError) -> ImageInfo {
        let all = try TIFFPages(bytes)
        let page = try all.page(page)
        return ImageInfo(
            format: .tiff, storedWidth: page.width, storedHeight: page.height, orientation: page.orientation,
            pages: all.count)
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(ImageError) -> Decoded {
        let page = try TIFFPages(bytes).page(request.page)
        var rows = page.height
        var error: ImageError?
        var pixels = try read(bytes, page, padding: 0, &rows, &error)
        let there = page.rows(in: bytes.count)
        if error != nil, there < page.height {
            // With zeros in place of what is missing, libtiff takes a strip of which only the beginning is there.
            var ignored: ImageError?
            pixels = try read(bytes, page, padding: page.end, &rows, &ignored)
            (rows, error) = (min(rows, there), .truncated(.tiff))
        }
        if error != nil {
            pixels.withUnsafeMutableBufferPointer { target in
                guard let base = target.baseAddress else { return }
                RowMarks.blank(base, .rgb, width: page.width, rows: rows..<page.height)
            }
        }
        return Decoded(
            raster: Raster(layout: .rgb, width: page.width, height: page.height, pixels: pixels),
            profile: profile(page.directory), orientation: page.orientation,
            damage: error.map { .init(error: $0, rows: rows) })
    }

    /// Red, green and blue.
    ///
    /// - Parameters:
    ///   - padding: how many zeros to read behind the end of the file.
    ///   - rows: becomes how many rows from the top were decoded.
    ///   - error: becomes why it was not all of them.
    private static func read(
        _ bytes: [UInt8], _ page: TIFFPages.Page, padding: Int, _ rows: inout Int, _ error: inout ImageError?
    ) throws(ImageError) -> [UInt8] {
        var (done, failure) = (page.height, ImageError?.none)
        let pixels = try [UInt8].filled(count: page.width * page.height * 3) { (target) throws(ImageError) in
            try bytes.withUnsafeBufferPointer { (source) throws(ImageError) in
                var file = espy_tiff()
                (file.bytes, file.count, file.padding) = (source.baseAddress, source.count, padding)
                try withUnsafeMutablePointer(to: &file) { (file) throws(ImageError) in
                    let place = UInt64(page.directory.place)
                    guard let tiff = espy_tiff_open(file, place, UInt64(page.width * page.height)) else {
                        throw self.failure(file)
                    }
                    defer { TIFFClose(tiff) }
                    done = try read(tiff, file, page, target)
                    if done < page.height { failure = self.failure(file) }
                }
            }
        }
        (rows, error) = (done, failure)
        return pixels
    }

    /// - Returns: how many rows could be decoded.
    private static func read(
        _ tiff: OpaquePointer, _ file: UnsafeMutablePointer<espy_tiff>, _ page: TIFFPages.Page,
        _ target: UnsafeMutablePointer<UInt8>
    ) throws(ImageError) -> Int {
        var layout = espy_tiff_layout()
        espy_tiff_describe(tiff, &layout)
        guard Int(layout.width) == page.width, Int(layout.height) == page.height else {
            throw .corrupt(.tiff, reason: "two sizes")
        }
        if TIFFSamples.areNeeded(layout) {
            guard let samples = TIFFSamples(tiff, layout) else {
                throw .unsupportedVariant(.tiff, detail: "an unusual way to store pixels")
            }
            return samples.write(to: target)
        }
        return colors(tiff, file, page, target)
    }

    /// The colors that libtiff makes of the samples.
    private static func colors(
        _ tiff: OpaquePointer, _ file: UnsafeMutablePointer<espy_tiff>, _ page: TIFFPages.Page,
        _ target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let (width, height) = (page.width, page.height)
        // Rows that a damaged file lacks stay as they are here.
        var stored = [UInt32](repeating: 0, count: width * height)
        let isWhole = espy_tiff_decode(file, tiff, UInt32(width), UInt32(height), &stored) == 1
        for (index, pixel) in stored.enumerated() {
            // What is transparent lets white through.
            let white = 255 - pixel >> 24
            for color in 0..<3 {
                let value = pixel >> (8 * UInt32(color)) & 255
                target[3 * index + color] = UInt8(min(value + white, 255))
            }
        }
        guard !isWhole else { return height }
        return (stored.lastIndex { $0 != 0 } ?? -1) / width + (stored.contains { $0 != 0 } ? 1 : 0)
    }

    private static func failure(_ file: UnsafeMutablePointer<espy_tiff>) -> ImageError {
        let message = withUnsafeBytes(of: file.pointee.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if message.contains("Read error") { return .truncated(.tiff) }
        // What libtiff says of sample formats and compressions that it cannot turn into colors.
        let isUnknown = ["Sorry", "not configured", "can not handle", "not implemented"].contains {
            message.contains($0)
        }
        return isUnknown
            ? .unsupportedVariant(.tiff, detail: "an unusual way to store pixels")
            : .corrupt(.tiff, reason: message.isEmpty ? "unknown" : message)
    }

    /// For colors that libtiff hands on as they are; it converts others by rules of its own.
    private static func profile(_ directory: TIFFDirectory) -> [UInt8]? {
        guard directory.number(262) == 2, let profile = directory.bytes(34675),
            profile.count <= ProfileTransform.maxProfileBytes
        else { return nil }
        return Array(profile)
    }
}

extension TIFFPages.Page {
    /// Where the last of its strips or tiles ends in a whole file.
    fileprivate var end: Int { parts.map { $0.upperBound }.max() ?? 0 }

    /// Rows from the top whose strips or tiles lie within so many bytes; of one that is not compressed, also those of
    /// its beginning.
    fileprivate func rows(in count: Int) -> Int {
        let isTiled = directory.has(322)
        let partHeight = max(directory.number(isTiled ? 323 : 278) ?? height, 1)
        let tileWidth = max(directory.number(322) ?? width, 1)
        let across = isTiled ? (width + tileWidth - 1) / tileWidth : 1
        // Samples in planes of their own have their strips one plane after the other.
        let plane = max(across * ((height + partHeight - 1) / partHeight), 1)
        let isPlain = (directory.number(259) ?? 1) == 1
        return parts.enumerated().reduce(height) { rows, part in
            let (range, first) = (part.element, part.offset % plane / across * partHeight)
            guard range.upperBound > count else { return rows }
            let share = isPlain && !isTiled ? Double(max(count - range.lowerBound, 0)) / Double(range.count) : 0
            return min(rows, first + Int(share * Double(min(partHeight, height - first))))
        }
    }

    /// Where its strips or tiles lie in the file.
    private var parts: [Range<Int>] {
        let most = 1 << 22
        let places = directory.numbers(273, most: most) ?? directory.numbers(324, most: most) ?? []
        let lengths = directory.numbers(279, most: most) ?? directory.numbers(325, most: most) ?? []
        return zip(places, lengths).filter { $1 > 0 && $1 < 1 << 40 }.map { $0..<$0 + $1 }
    }
}
