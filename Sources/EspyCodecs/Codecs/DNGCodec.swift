/// DNG: of what a sensor saw, the largest picture that the camera made of it and put in beside (DNG 1.7, chapter 3).
///
/// To develop the sensor's values would be another program's work.
enum DNGCodec: Codec {
    static func info(of bytes: [UInt8], page _: Int) throws(ImageError) -> ImageInfo { try preview(of: bytes).info }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(ImageError) -> Decoded {
        let preview = try preview(of: bytes)
        let inner = DecodeRequest(
            info: try JPEGCodec.info(of: preview.bytes, page: 1), minimumLongSide: request.minimumLongSide, page: 1,
            wantsGray: request.wantsGray)
        var decoded = try JPEGCodec.decode(preview.bytes, inner)
        decoded.orientation = preview.info.orientation
        return decoded
    }

    private static func preview(of bytes: [UInt8]) throws(ImageError) -> (bytes: [UInt8], info: ImageInfo) {
        guard let main = TIFFDirectory(bytes[...]) else { throw .truncated(.dng) }
        var best: (bytes: [UInt8], info: ImageInfo)?
        for directory in directories(main) {
            guard let jpeg = jpeg(in: directory, of: bytes), let info = try? JPEGCodec.info(of: jpeg, page: 1),
                info.storedWidth > best?.info.storedWidth ?? 0
            else { continue }
            // It lies as the sensor does; how the camera was held stands with the main picture.
            let turned = ImageInfo(
                format: .dng, storedWidth: info.storedWidth, storedHeight: info.storedHeight,
                orientation: EXIF.orientation(bytes[...]), isHeldWhole: info.isHeldWhole)
            best = (jpeg, turned)
        }
        guard let best else { throw .unsupportedVariant(.dng, detail: "no preview in it") }
        return best
    }

    /// The first, those behind it and those below it.
    private static func directories(_ main: TIFFDirectory) -> [TIFFDirectory] {
        var found = [main]
        var next = main.next
        while found.count < 8, next != 0, let directory = main.directory(at: next) {
            found.append(directory)
            next = directory.next
        }
        return found + (main.numbers(330) ?? []).prefix(16).compactMap { main.directory(at: $0) }
    }

    /// A JPEG in one piece. What the sensor saw may be a JPEG as well, of another kind: it has no colors yet.
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
