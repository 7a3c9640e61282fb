import CHEIF
import EspyPixels

/// HEIC and AVIF through libheif.
///
/// Rotation and mirroring are properties of the container there, and libheif applies them. The EXIF orientation that
/// phones write beside them repeats the same turn and must not be applied again. Only where the container says
/// nothing, as in files that went through some editors, EXIF is all there is and counts.
enum HEIFCodec: Codec {
    static func info(of bytes: [UInt8], page: Int) throws(ImageError) -> ImageInfo {
        try withImage(bytes, page) { (image) throws(ImageError) in image.info }
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(ImageError) -> Decoded {
        try withImage(bytes, request.page) { (image) throws(ImageError) in
            Decoded(raster: try image.pixels(), profile: image.profile, orientation: image.info.orientation)
        }
    }

    /// What the file says about itself: EXIF, and XMP. Empty where the file cannot be opened.
    static func metadata(of bytes: [UInt8]) -> (exif: ArraySlice<UInt8>?, xmp: ArraySlice<UInt8>?) {
        let found = try? withImage(bytes, 1) { (image) throws(ImageError) in (image.exif, image.block("mime")) }
        return (found?.0, found?.1)
    }

    private static func withImage<Result>(
        _ bytes: [UInt8], _ page: Int, _ body: (HEIFImage) throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        let format = Signature(of: bytes) == .known(.avif) ? ImageFormat.avif : .heic
        let references = HEIFReferences(bytes)
        guard references.isSound else { throw .corrupt(format, reason: "parts refer to each other") }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
            let context = heif_context_alloc()
            defer { heif_context_free(context) }
            try HEIFImage.check(
                heif_context_read_from_memory_without_copy(context, buffer.baseAddress, buffer.count, nil), format)
            var primary: heif_item_id = 0
            try HEIFImage.check(heif_context_get_primary_image_ID(context, &primary), format)
            let pages = [primary] + others(context, than: primary, references)
            let frames = HEIFBoxes.frames(bytes)
            guard (1...pages.count).contains(page) else {
                throw .noSuchPage(page, pages: pages.count, frames: frames)
            }
            var handle: OpaquePointer?
            try HEIFImage.check(heif_context_get_image_handle(context, pages[page - 1], &handle), format)
            guard let handle else { throw .corrupt(format, reason: "no primary image") }
            defer { heif_image_handle_release(handle) }
            return try body(
                HEIFImage(
                    handle: handle, format: format, isTurnedByContainer: HEIFBoxes.sayOrientation(bytes),
                    pages: pages.count, frames: frames))
        }
    }

    /// Pictures beside the primary one: no small copies, planes of others, or parts that others are made of.
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

/// One image of an open file.
private struct HEIFImage {
    let handle: OpaquePointer
    let format: ImageFormat
    let isTurnedByContainer: Bool
    let pages: Int
    let frames: Int

    /// libheif reports the size after turning.
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

    /// The first block of metadata of a kind; `nil` where there is none, or one that is longer than any real one.
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

    func pixels() throws(ImageError) -> Raster {
        let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
        let layout = hasAlpha ? Raster.Layout.rgba : .rgb
        guard let options = heif_decoding_options_alloc() else { throw .corrupt(format, reason: "out of memory") }
        defer { heif_decoding_options_free(options) }
        options.pointee.convert_hdr_to_8bit = 1
        var decoded: OpaquePointer?
        try Self.check(
            heif_decode_image(
                handle, &decoded, heif_colorspace_RGB,
                hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options),
            format)
        guard let decoded else { throw .corrupt(format, reason: "no picture") }
        defer { heif_image_release(decoded) }
        return try packed(decoded, layout)
    }

    /// Copies the rows, which libheif pads, into one block.
    private func packed(_ image: OpaquePointer, _ layout: Raster.Layout) throws(ImageError) -> Raster {
        let width = Int(heif_image_get_width(image, heif_channel_interleaved))
        let height = Int(heif_image_get_height(image, heif_channel_interleaved))
        guard width == info.storedWidth, height == info.storedHeight else {
            throw .corrupt(format, reason: "size of the picture differs from the header")
        }
        var stride: Int32 = 0
        guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride) else {
            throw .corrupt(format, reason: "no picture")
        }
        let rowBytes = width * layout.channels
        let pixels = try [UInt8].filled(count: rowBytes * height) { (target) throws(ImageError) in
            for row in 0..<height {
                (target + row * rowBytes).update(from: plane + row * Int(stride), count: rowBytes)
            }
        }
        return Raster(layout: layout, width: width, height: height, pixels: pixels)
    }

    static func check(_ error: heif_error, _ format: ImageFormat) throws(ImageError) {
        guard error.code != heif_error_Ok else { return }
        switch (error.code, error.subcode) {
        case (_, heif_suberror_End_of_data): throw .truncated(format)
        case (heif_error_Unsupported_filetype, _), (heif_error_Unsupported_feature, _):
            throw .unsupportedVariant(format, detail: text(error))
        default: throw .corrupt(format, reason: text(error))
        }
    }

    private static func text(_ error: heif_error) -> String {
        error.message.map { String(cString: $0) } ?? "unknown"
    }
}
