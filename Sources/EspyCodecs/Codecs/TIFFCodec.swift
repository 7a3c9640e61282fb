import CTIFF
import EspyPixels

/// TIFF and BigTIFF with libtiff.
enum TIFFCodec: Codec {
    static func info(of bytes: [UInt8], page: Int) throws -> ImageInfo {
        let all = try TIFFPages(bytes)
        let page = try all.page(page)
        return ImageInfo(
            format: .tiff, storedWidth: page.width, storedHeight: page.height, orientation: page.orientation,
            pages: all.count)
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Decoded {
        let page = try TIFFPages(bytes).page(request.page)
        var rows = page.height
        var error: ImageError?
        var pixels = try read(bytes, page, padding: 0, &rows, &error)
        let there = page.rows(in: bytes.count)
        if error != nil, there < page.height {
            // With zeros for the missing part, libtiff accepts a strip of which only the beginning exists.
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

    /// Decodes red, green and blue.
    ///
    /// - Parameters:
    ///   - padding: the number of zeros to read after the end of the file.
    ///   - rows: receives the number of rows that were decoded, from the top.
    ///   - error: receives the reason if not all were.
    private static func read(
        _ bytes: [UInt8], _ page: TIFFPages.Page, padding: Int, _ rows: inout Int, _ error: inout ImageError?
    ) throws -> [UInt8] {
        var (done, failure) = (page.height, ImageError?.none)
        let pixels = try [UInt8].filled(count: page.width * page.height * 3) { target in
            try bytes.withUnsafeBufferPointer { source in
                var file = espy_tiff()
                (file.bytes, file.count, file.padding) = (source.baseAddress, source.count, padding)
                try withUnsafeMutablePointer(to: &file) { file in
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

    /// - Returns: the number of rows that could be decoded.
    private static func read(
        _ tiff: OpaquePointer, _ file: UnsafeMutablePointer<espy_tiff>, _ page: TIFFPages.Page,
        _ target: UnsafeMutablePointer<UInt8>
    ) throws -> Int {
        var layout = espy_tiff_layout()
        espy_tiff_describe(tiff, &layout)
        guard Int(layout.width) == page.width, Int(layout.height) == page.height else {
            throw ImageError.corrupt(.tiff, reason: "two sizes")
        }
        if TIFFSamples.areNeeded(layout) {
            guard let samples = TIFFSamples(tiff, layout) else {
                throw ImageError.unsupportedVariant(.tiff, detail: "an unusual way to store pixels")
            }
            return samples.write(to: target)
        }
        return colors(tiff, file, page, target)
    }

    /// The colors that libtiff derives from the samples.
    private static func colors(
        _ tiff: OpaquePointer, _ file: UnsafeMutablePointer<espy_tiff>, _ page: TIFFPages.Page,
        _ target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let (width, height) = (page.width, page.height)
        // Rows missing in a damaged file stay as they are here.
        var stored = [UInt32](repeating: 0, count: width * height)
        let isWhole = espy_tiff_decode(file, tiff, UInt32(width), UInt32(height), &stored) == 1
        for (index, pixel) in stored.enumerated() {
            // White shows through transparent pixels.
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
        // libtiff's messages about sample formats and compressions that it cannot convert to colors.
        let isUnknown = ["Sorry", "not configured", "can not handle", "not implemented"].contains {
            message.contains($0)
        }
        return isUnknown
            ? .unsupportedVariant(.tiff, detail: "an unusual way to store pixels")
            : .corrupt(.tiff, reason: message.isEmpty ? "unknown" : message)
    }

    /// The profile, if libtiff returns colors unchanged; it converts others by its own rules.
    private static func profile(_ directory: TIFFDirectory) -> [UInt8]? {
        guard directory.number(262) == 2, let profile = directory.bytes(34675),
            profile.count <= ProfileTransform.maxProfileBytes
        else { return nil }
        return Array(profile)
    }
}

extension TIFFPages.Page {
    /// The end of the last strip or tile in a complete file.
    fileprivate var end: Int { parts.map { $0.upperBound }.max() ?? 0 }

    /// The number of rows from the top whose strips or tiles are within a number of bytes; for an uncompressed strip,
    /// also those of its beginning.
    fileprivate func rows(in count: Int) -> Int {
        let isTiled = directory.has(322)
        let partHeight = max(directory.number(isTiled ? 323 : 278) ?? height, 1)
        let tileWidth = max(directory.number(322) ?? width, 1)
        let across = isTiled ? (width + tileWidth - 1) / tileWidth : 1
        // Samples in separate planes have their strips one plane after the other.
        let plane = max(across * ((height + partHeight - 1) / partHeight), 1)
        let isPlain = (directory.number(259) ?? 1) == 1
        return parts.enumerated().reduce(height) { rows, part in
            let (range, first) = (part.element, part.offset % plane / across * partHeight)
            guard range.upperBound > count else { return rows }
            let share = isPlain && !isTiled ? Double(max(count - range.lowerBound, 0)) / Double(range.count) : 0
            return min(rows, first + Int(share * Double(min(partHeight, height - first))))
        }
    }

    /// The ranges of its strips or tiles in the file.
    private var parts: [Range<Int>] {
        let most = 1 << 22
        let places = directory.numbers(273, most: most) ?? directory.numbers(324, most: most) ?? []
        let lengths = directory.numbers(279, most: most) ?? directory.numbers(325, most: most) ?? []
        return zip(places, lengths).filter { $1 > 0 && $1 < 1 << 40 }.map { $0..<$0 + $1 }
    }
}

/// The pictures of a TIFF file: the directories of its chain and those below them (TIFF 6.0, sections 2 and 8, and
/// supplement 1).
///
/// Reduced copies and masks are excluded, unless there is nothing else.
private struct TIFFPages {
    struct Page {
        let directory: TIFFDirectory
        let width: Int
        let height: Int
        let orientation: Orientation
    }

    private var pages: [Page] = []
    /// Whether the chain continues past the end of the file: then there was at least one more page.
    private let isCutShort: Bool

    var count: Int { pages.count + (isCutShort ? 1 : 0) }

    /// More pages than any scan or stack has.
    private static let most = 65_536

    init(_ bytes: [UInt8]) throws {
        guard let main = TIFFDirectory(bytes[...]) else { throw ImageError.truncated(.tiff) }
        // Raw sensor data is not developed.
        let sensor = ImageError.unsupportedVariant(.tiff, detail: "raw sensor data")
        guard !ByteReader(bytes[...]).starts(with: "CR", at: 8) else { throw sensor }
        let chain = Self.chain(main)
        isCutShort = chain.last.map { $0.next >= bytes.count } ?? false
        for directory in chain {
            if directory.isFullPicture { add(directory, below: directory) }
            let below = (directory.numbers(330) ?? []).prefix(64).compactMap { directory.directory(at: $0) }
            for part in below where part.isFullPicture && part.hasColors { add(part, below: directory) }
        }
        if pages.isEmpty {
            // Cameras store a thumbnail first, and the raw sensor data in directories below it.
            if main.has(330) { throw sensor }
            for directory in chain { add(directory, below: directory) }
            pages = pages.max { $0.width * $0.height < $1.width * $1.height }.map { [$0] } ?? []
        }
        guard !pages.isEmpty else { throw ImageError.corrupt(.tiff, reason: "no size") }
    }

    /// - Parameter number: from 1.
    func page(_ number: Int) throws -> Page {
        guard (1...count).contains(number) else { throw ImageError.noSuchPage(number, pages: count, frames: 1) }
        guard number <= pages.count else { throw ImageError.truncated(.tiff) }
        return pages[number - 1]
    }

    private static func chain(_ main: TIFFDirectory) -> [TIFFDirectory] {
        var (chain, seen) = ([main], Set([main.place]))
        while chain.count < most, let next = chain.last?.next, next != 0, seen.insert(next).inserted,
            let directory = main.directory(at: next)
        {
            chain.append(directory)
        }
        return chain
    }

    /// - Parameter parent: determines the orientation if this directory does not.
    private mutating func add(_ directory: TIFFDirectory, below parent: TIFFDirectory) {
        guard pages.count < Self.most, let width = directory.number(256), let height = directory.number(257), width > 0,
            height > 0, width <= Int32.max, height <= Int32.max
        else { return }
        let orientation =
            (directory.number(274) ?? parent.number(274)).flatMap { Orientation(rawValue: $0) } ?? .identity
        pages.append(Page(directory: directory, width: width, height: height, orientation: orientation))
    }
}

extension TIFFDirectory {
    /// Whether it is neither a reduced copy of another picture nor a mask, by the new tag or the old one.
    fileprivate var isFullPicture: Bool {
        let kind = number(254) ?? (number(255) == 2 ? 1 : 0)
        return kind & 0b101 == 0 && number(262) != 4
    }

    /// Whether the samples are colors, not raw sensor data.
    fileprivate var hasColors: Bool { number(262).map { $0 <= 10 } ?? false }
}

/// DNG: instead of the raw sensor data, the largest rendered picture that the camera stored beside it (DNG 1.7, chapter
/// 3). Developing raw data is left to other programs.
enum DNGCodec: Codec {
    static func info(of bytes: [UInt8], page _: Int) throws -> ImageInfo { try preview(of: bytes).info }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Decoded {
        let preview = try preview(of: bytes)
        let inner = DecodeRequest(
            info: try JPEGCodec.info(of: preview.bytes, page: 1), minimumLongSide: request.minimumLongSide, page: 1,
            wantsGray: request.wantsGray)
        var decoded = try JPEGCodec.decode(preview.bytes, inner)
        decoded.orientation = preview.info.orientation
        return decoded
    }

    private static func preview(of bytes: [UInt8]) throws -> (bytes: [UInt8], info: ImageInfo) {
        guard let main = TIFFDirectory(bytes[...]) else { throw ImageError.truncated(.dng) }
        var best: (bytes: [UInt8], info: ImageInfo)?
        for directory in directories(main) {
            guard let jpeg = jpeg(in: directory, of: bytes), let info = try? JPEGCodec.info(of: jpeg, page: 1),
                info.storedWidth > best?.info.storedWidth ?? 0
            else { continue }
            // It is stored like the raw data; the orientation is with the main picture.
            let turned = ImageInfo(
                format: .dng, storedWidth: info.storedWidth, storedHeight: info.storedHeight,
                orientation: EXIF.orientation(bytes[...]), isHeldWhole: info.isHeldWhole)
            best = (jpeg, turned)
        }
        guard let best else { throw ImageError.unsupportedVariant(.dng, detail: "no preview in it") }
        return best
    }

    /// The first directory, and those after it and below it.
    private static func directories(_ main: TIFFDirectory) -> [TIFFDirectory] {
        var found = [main]
        var next = main.next
        while found.count < 8, next != 0, let directory = main.directory(at: next) {
            found.append(directory)
            next = directory.next
        }
        return found + (main.numbers(330) ?? []).prefix(16).compactMap { main.directory(at: $0) }
    }

    /// A JPEG in one piece. Raw sensor data may also be a JPEG, but of another kind, without colors.
    private static func jpeg(in directory: TIFFDirectory, of bytes: [UInt8]) -> [UInt8]? {
        guard directory.number(262) == 6 || directory.number(262) == nil,
            let compression = directory.number(259), compression == 6 || compression == 7
        else { return nil }
        let places = directory.numbers(513) ?? directory.numbers(273) ?? []
        let lengths = directory.numbers(514) ?? directory.numbers(279) ?? []
        guard places.count == 1, lengths.count == 1 else { return nil }
        return ByteReader(bytes[...]).slice(at: places[0], length: lengths[0]).map(Array.init)
    }
}
