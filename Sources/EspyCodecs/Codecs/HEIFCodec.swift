import CHEIF
import EspyPixels

/// HEIC and AVIF with libheif.
///
/// Rotation and mirroring are properties of the container, and libheif applies them. The EXIF orientation that phones
/// also write repeats the same rotation and must not be applied again. Only if the container has none, as in files from
/// some editors, the EXIF orientation is used.
enum HEIFCodec: Codec {
    static func info(of bytes: [UInt8], page: Int) throws -> ImageInfo {
        try withImage(bytes, page) { image in image.info }
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Decoded {
        try withImage(bytes, request.page) { image in
            Decoded(raster: try image.pixels(), profile: image.profile, orientation: image.info.orientation)
        }
    }

    /// The EXIF and XMP metadata of the file. Empty if the file cannot be opened.
    static func metadata(of bytes: [UInt8]) -> (exif: ArraySlice<UInt8>?, xmp: ArraySlice<UInt8>?) {
        let found = try? withImage(bytes, 1) { image in (image.exif, image.block("mime")) }
        return (found?.0, found?.1)
    }

    private static func withImage<Result>(
        _ bytes: [UInt8], _ page: Int, _ body: (HEIFImage) throws -> Result
    ) throws -> Result {
        let format = Signature(of: bytes) == .known(.avif) ? ImageFormat.avif : .heic
        guard espy_heif_is_here() else { throw ImageError.missingLibrary(format) }
        let references = HEIFReferences(bytes)
        guard references.isSound else { throw ImageError.corrupt(format, reason: "parts refer to each other") }
        return try bytes.withUnsafeBufferPointer { buffer in
            let context = heif_context_alloc()
            defer { heif_context_free(context) }
            try HEIFImage.check(
                heif_context_read_from_memory_without_copy(context, buffer.baseAddress, buffer.count, nil), format)
            var primary: heif_item_id = 0
            try HEIFImage.check(heif_context_get_primary_image_ID(context, &primary), format)
            let pages = [primary] + others(context, than: primary, references)
            let frames = HEIFBoxes.frames(bytes)
            guard (1...pages.count).contains(page) else {
                throw ImageError.noSuchPage(page, pages: pages.count, frames: frames)
            }
            var handle: OpaquePointer?
            try HEIFImage.check(heif_context_get_image_handle(context, pages[page - 1], &handle), format)
            guard let handle else { throw ImageError.corrupt(format, reason: "no primary image") }
            defer { heif_image_handle_release(handle) }
            return try body(
                HEIFImage(
                    handle: handle, format: format, isTurnedByContainer: HEIFBoxes.sayOrientation(bytes),
                    pages: pages.count, frames: frames))
        }
    }

    /// Pictures besides the primary one: no thumbnails, auxiliary planes, or parts of other pictures.
    private static func others(
        _ context: OpaquePointer?, than primary: heif_item_id, _ references: HEIFReferences
    ) -> [heif_item_id] {
        let count = heif_context_get_number_of_top_level_images(context)
        guard count > 1 else { return [] }
        var items = [heif_item_id](repeating: 0, count: Int(count))
        let written = heif_context_get_list_of_top_level_image_IDs(context, &items, count)
        return items.prefix(Int(max(written, 0))).filter { $0 != primary && !references.isPart(Int($0)) }
    }
}

/// An image of an open file.
private struct HEIFImage {
    let handle: OpaquePointer
    let format: ImageFormat
    let isTurnedByContainer: Bool
    let pages: Int
    let frames: Int

    /// libheif reports the size after rotation.
    var info: ImageInfo {
        ImageInfo(
            format: format, storedWidth: Int(heif_image_handle_get_width(handle)),
            storedHeight: Int(heif_image_handle_get_height(handle)),
            orientation: isTurnedByContainer ? .identity : exifOrientation, pages: pages, frames: frames)
    }

    private var exifOrientation: Orientation { exif.map(EXIF.orientation) ?? .identity }

    var exif: ArraySlice<UInt8>? {
        guard let block = block("Exif"),
            // The block begins with the distance from its fifth byte to the TIFF header.
            let distance = ByteReader(block).u32(at: 0), distance < block.count - 4
        else { return nil }
        return block[(4 + distance)...]
    }

    /// The first block of metadata of a kind; `nil` if there is none, or if it is longer than any real one.
    func block(_ kind: String) -> ArraySlice<UInt8>? {
        var identifier: heif_item_id = 0
        guard heif_image_handle_get_list_of_metadata_block_IDs(handle, kind, &identifier, 1) == 1 else { return nil }
        let size = heif_image_handle_get_metadata_size(handle, identifier)
        guard size > 0, size <= 4 << 20 else { return nil }
        var block = [UInt8](repeating: 0, count: size)
        guard heif_image_handle_get_metadata(handle, identifier, &block).code == heif_error_Ok else { return nil }
        return block[...]
    }

    var profile: [UInt8]? {
        let size = heif_image_handle_get_raw_color_profile_size(handle)
        guard size > 0, size <= ProfileTransform.maxProfileBytes else { return nil }
        var profile = [UInt8](repeating: 0, count: size)
        guard heif_image_handle_get_raw_color_profile(handle, &profile).code == heif_error_Ok else { return nil }
        return profile
    }

    func pixels() throws -> Raster {
        let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
        let layout = hasAlpha ? Raster.Layout.rgba : .rgb
        guard let options = heif_decoding_options_alloc() else {
            throw ImageError.corrupt(format, reason: "out of memory")
        }
        defer { heif_decoding_options_free(options) }
        options.pointee.convert_hdr_to_8bit = 1
        var decoded: OpaquePointer?
        try Self.check(
            heif_decode_image(
                handle, &decoded, heif_colorspace_RGB,
                hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options),
            format)
        guard let decoded else { throw ImageError.corrupt(format, reason: "no picture") }
        defer { heif_image_release(decoded) }
        return try packed(decoded, layout)
    }

    /// Copies the rows, which libheif pads, to a packed raster.
    private func packed(_ image: OpaquePointer, _ layout: Raster.Layout) throws -> Raster {
        let width = Int(heif_image_get_width(image, heif_channel_interleaved))
        let height = Int(heif_image_get_height(image, heif_channel_interleaved))
        guard width == info.storedWidth, height == info.storedHeight else {
            throw ImageError.corrupt(format, reason: "size of the picture differs from the header")
        }
        var stride: Int32 = 0
        guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride) else {
            throw ImageError.corrupt(format, reason: "no picture")
        }
        let rowBytes = width * layout.channels
        let pixels = [UInt8].filled(count: rowBytes * height) { target in
            for row in 0..<height {
                (target + row * rowBytes).update(from: plane + row * Int(stride), count: rowBytes)
            }
        }
        return Raster(layout: layout, width: width, height: height, pixels: pixels)
    }

    static func check(_ error: heif_error, _ format: ImageFormat) throws {
        guard error.code != heif_error_Ok else { return }
        switch (error.code, error.subcode) {
        case (_, heif_suberror_End_of_data): throw ImageError.truncated(format)
        case (heif_error_Unsupported_filetype, _), (heif_error_Unsupported_feature, _):
            throw ImageError.unsupportedVariant(format, detail: text(error))
        default: throw ImageError.corrupt(format, reason: text(error))
        }
    }

    private static func text(_ error: heif_error) -> String {
        error.message.map { String(cString: $0) } ?? "unknown"
    }
}

/// Parses the parts of a HEIF file that libheif 1.15 does not report or check.
enum HEIFBoxes {
    /// Returns whether a rotation (`irot`) or mirror (`imir`) property exists (ISO/IEC 23008-12, 6.5.10 and 6.5.12).
    ///
    /// They are in the property container: `meta` / `iprp` / `ipco`.
    static func sayOrientation(_ bytes: [UInt8]) -> Bool {
        var level = ByteReader(bytes[...])
        for (name, header) in [("meta", 4), ("iprp", 0), ("ipco", 0)] {
            guard let body = children(of: level).first(where: { $0.name == name })?.body else { return false }
            level = ByteReader(body.dropFirst(header))
        }
        return children(of: level).contains { $0.name == "irot" || $0.name == "imir" }
    }

    /// The number of frames of the longest track (`moov` / `trak` / `mdia` / `minf` / `stbl` / `stsz`, ISO/IEC
    /// 14496-12, 8.7.3), for an animation; 1 if there is none.
    static func frames(_ bytes: [UInt8]) -> Int {
        var level = children(of: ByteReader(bytes[...])).filter { $0.name == "moov" }
        for name in ["trak", "mdia", "minf", "stbl", "stsz"] {
            level = level.flatMap { children(of: ByteReader($0.body)) }.filter { $0.name == name }
        }
        // Version and flags, the size of all frames, and their number.
        return level.compactMap { ByteReader($0.body).u32(at: 8) }.reduce(1, max)
    }

    /// Adjacent boxes: four bytes of length, four of name, then the body. Stops at the first invalid one.
    static func children(of parent: ByteReader) -> [(name: String, body: ArraySlice<UInt8>)] {
        var found: [(name: String, body: ArraySlice<UInt8>)] = []
        var offset = 0
        // A property container holds at most 32,767 entries; a file with more boxes than that is not real.
        while found.count < 32_768, let length = parent.u32(at: offset),
            let name = parent.slice(at: offset + 4, length: 4)
        {
            // 0 means "to the end", 1 that a 64-bit length follows the name.
            var (header, size) = (8, length == 0 ? parent.count - offset : length)
            if length == 1 {
                guard parent.u32(at: offset + 8) == 0, let low = parent.u32(at: offset + 12) else { break }
                (header, size) = (16, low)
            }
            guard size >= header, let body = parent.slice(at: offset + header, length: size - header) else { break }
            found.append((String(decoding: name, as: UTF8.self), body))
            offset += size
        }
        return found
    }
}

/// Records which items of a HEIF file are made from which others.
///
/// libheif 1.15 follows these without limit: a grid that names itself as one of its tiles starts threads until the
/// process dies, and grids of grids multiply. Such files are rejected before libheif decodes them.
struct HEIFReferences {
    /// For each item, the items that decoding it also decodes.
    private var needs: [Int: [Int]] = [:]
    /// Items that are parts of others.
    private var parts: Set<Int> = []

    /// Reads the reference boxes (`meta` / `iref`, ISO/IEC 14496-12, 8.11.12) of a file.
    init(_ bytes: [UInt8]) {
        for meta in HEIFBoxes.children(of: ByteReader(bytes[...])) where meta.name == "meta" {
            for references in HEIFBoxes.children(of: ByteReader(meta.body.dropFirst(4))) where references.name == "iref"
            {
                let hasWideNumbers = references.body.first.map { $0 != 0 } ?? false
                for reference in HEIFBoxes.children(of: ByteReader(references.body.dropFirst(4))) {
                    add(reference.name, ByteReader(reference.body), width: hasWideNumbers ? 4 : 2)
                }
            }
        }
    }

    private mutating func add(_ kind: String, _ reader: ByteReader, width: Int) {
        func number(at offset: Int) -> Int? { width == 4 ? reader.u32(at: offset) : reader.u16(at: offset) }
        guard let from = number(at: 0), let count = reader.u16(at: width) else { return }
        for index in 0..<count {
            guard let to = number(at: width + 2 + index * width) else { return }
            switch kind {
            // A derived image needs its parts; a picture needs the alpha and depth planes that point to it.
            case "dimg":
                needs[from, default: []].append(to)
                parts.insert(to)
            case "auxl": needs[to, default: []].append(from)
            default: break
            }
        }
    }

    /// Whether this item is part of another one, like a tile of a grid.
    func isPart(_ item: Int) -> Bool { parts.contains(item) }

    /// Whether every item can be decoded in a reasonable number of steps.
    ///
    /// Real files nest an overlay or a grid once or twice, and have some hundred tiles.
    var isSound: Bool {
        var known: [Int: Int] = [:]
        return needs.keys.allSatisfy { (steps(of: $0, depth: 0, &known) ?? .max) <= Self.mostSteps }
    }

    private static let mostSteps = 65_536
    private static let mostLevels = 6

    /// The number of items to decode for one item, including itself; `nil` if the nesting is too deep, as in a cycle.
    private func steps(of item: Int, depth: Int, _ known: inout [Int: Int]) -> Int? {
        if let count = known[item] { return count }
        guard depth < Self.mostLevels else { return nil }
        var count = 1
        for part in needs[item] ?? [] {
            guard let more = steps(of: part, depth: depth + 1, &known), count + more <= Self.mostSteps else {
                return nil
            }
            count += more
        }
        known[item] = count
        return count
    }
}
