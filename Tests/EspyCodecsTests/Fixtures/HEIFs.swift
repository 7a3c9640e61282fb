import CHEIF
import EspyPixels

/// HEIC and AVIF files, which the product reads but does not write.
struct HEIFs {
    /// `heif_compression_HEVC` or `heif_compression_AV1`.
    var isAVIF = false
    /// The rotation and mirroring that the container asks for, as boxes.
    var container = Orientation.identity
    /// A TIFF block stored beside the picture.
    var exif: [UInt8]?
    var profile: [UInt8]?

    /// The file, or nil if libheif is not installed or has no encoder for the format.
    func file(_ image: RGBImage) -> [UInt8]? { file([image]) }

    /// The same with several pictures, the first of which is the primary one.
    func file(_ images: [RGBImage]) -> [UInt8]? {
        guard espy_heif_is_here(), let context = heif_context_alloc() else { return nil }
        defer { heif_context_free(context) }
        var encoder: OpaquePointer?
        let format = isAVIF ? heif_compression_AV1 : heif_compression_HEVC
        guard heif_context_get_encoder_for_format(context, format, &encoder).code == heif_error_Ok,
            let options = heif_encoding_options_alloc()
        else { return nil }
        defer { heif_encoder_release(encoder) }
        defer { heif_encoding_options_free(options) }
        heif_encoder_set_lossy_quality(encoder, 90)
        // libheif numbers orientations like EXIF.
        options.pointee.image_orientation = heif_orientation(rawValue: UInt32(container.rawValue))
        for image in images {
            guard let picture = picture(image) else { return nil }
            defer { heif_image_release(picture) }
            var handle: OpaquePointer?
            guard heif_context_encode_image(context, picture, encoder, options, &handle).code == heif_error_Ok else {
                return nil
            }
            defer { heif_image_handle_release(handle) }
            if let exif { _ = heif_context_add_exif_metadata(context, handle, exif, Int32(exif.count)) }
        }
        return written(context)
    }

    private func picture(_ image: RGBImage) -> OpaquePointer? {
        var picture: OpaquePointer?
        let (width, height) = (Int32(image.width), Int32(image.height))
        _ = heif_image_create(width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &picture)
        _ = heif_image_add_plane(picture, heif_channel_interleaved, width, height, 8)
        var stride: Int32 = 0
        guard let plane = heif_image_get_plane(picture, heif_channel_interleaved, &stride) else { return nil }
        for row in 0..<image.height {
            for column in 0..<image.width * 3 {
                plane[row * Int(stride) + column] = image.pixels[row * image.width * 3 + column]
            }
        }
        if let profile { _ = heif_image_set_raw_color_profile(picture, "prof", profile, profile.count) }
        return picture
    }

    private func written(_ context: OpaquePointer?) -> [UInt8]? {
        var bytes: [UInt8] = []
        var writer = heif_writer(writer_api_version: 1) { _, data, size, target in
            let source = UnsafeRawBufferPointer(start: data, count: size)
            target?.assumingMemoryBound(to: [UInt8].self).pointee = Array(source)
            return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
        }
        let status = withUnsafeMutablePointer(to: &bytes) { heif_context_write(context, &writer, $0) }
        return status.code == heif_error_Ok ? bytes : nil
    }
}
