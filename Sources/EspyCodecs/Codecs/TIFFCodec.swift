import CTIFF
import EspyPixels

/// TIFF through libtiff; of several pages, the first.
enum TIFFCodec: Codec {
    static func info(of bytes: [UInt8]) throws(ImageError) -> ImageInfo {
        let directory = try directory(of: bytes)
        guard let width = directory.number(256), let height = directory.number(257), width > 0, height > 0 else {
            throw .corrupt(.tiff, reason: "no size")
        }
        return ImageInfo(
            format: .tiff, storedWidth: width, storedHeight: height, orientation: EXIF.orientation(bytes[...]))
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(ImageError) -> Decoded {
        let directory = try directory(of: bytes)
        let (width, height) = (request.info.storedWidth, request.info.storedHeight)
        let pixels = try [UInt8].filled(count: width * height * 3) { (target) throws(ImageError) in
            let stored = try rows(bytes, width, height)
            for index in 0..<width * height {
                let pixel = stored[index]
                // What is transparent lets white through.
                let white = 255 - pixel >> 24
                for color in 0..<3 {
                    let value = pixel >> (8 * UInt32(color)) & 255
                    target[3 * index + color] = UInt8(min(value + white, 255))
                }
            }
        }
        return Decoded(
            raster: Raster(layout: .rgb, width: width, height: height, pixels: pixels),
            profile: profile(directory), orientation: request.info.orientation)
    }

    private static func rows(_ bytes: [UInt8], _ width: Int, _ height: Int) throws(ImageError) -> [UInt32] {
        guard width <= Int32.max, height <= Int32.max else { throw .corrupt(.tiff, reason: "size") }
        var message = ""
        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, filled in
            bytes.withUnsafeBufferPointer { source in
                var file = espy_tiff()
                (file.bytes, file.count) = (source.baseAddress, source.count)
                // Rows that a damaged file lacks stay as they are here.
                buffer.initialize(repeating: 0)
                if espy_tiff_decode(&file, UInt32(width), UInt32(height), buffer.baseAddress) == 1 {
                    filled = width * height
                } else {
                    message = withUnsafeBytes(of: file.message) {
                        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                    }
                }
            }
        }
        guard pixels.isEmpty else { return pixels }
        throw failure(message)
    }

    private static func failure(_ message: String) -> ImageError {
        if message.contains("Read error") { return .truncated(.tiff) }
        // What libtiff says of sample formats and compressions that it cannot turn into colors.
        let isUnknown = ["Sorry", "not configured", "can not handle", "not implemented"].contains {
            message.contains($0)
        }
        return isUnknown
            ? .unsupportedVariant(.tiff, detail: "an unusual way to store pixels")
            : .corrupt(.tiff, reason: message.isEmpty ? "unknown" : message)
    }

    private static func directory(of bytes: [UInt8]) throws(ImageError) -> TIFFDirectory {
        guard let directory = TIFFDirectory(bytes[...]) else { throw .truncated(.tiff) }
        let isReduced = (directory.number(254) ?? 0) & 1 == 1
        // Cameras put a picture for the finger-nail first, and what the sensor saw into directories below it.
        if isReduced && directory.has(330) || ByteReader(bytes[...]).starts(with: "CR", at: 8) {
            throw .unsupportedVariant(.tiff, detail: "what a sensor saw")
        }
        return directory
    }

    /// For colors that libtiff hands on as they are; it converts others by rules of its own.
    private static func profile(_ directory: TIFFDirectory) -> [UInt8]? {
        guard directory.number(262) == 2, let profile = directory.bytes(34675),
            profile.count <= ProfileTransform.maxProfileBytes
        else { return nil }
        return Array(profile)
    }
}
