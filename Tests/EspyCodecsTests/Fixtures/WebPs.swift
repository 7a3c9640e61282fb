import CWebP
import EspyPixels

/// WebP files, which the product reads but does not write.
enum WebPs {
    static func lossless(_ image: RGBImage) -> [UInt8] {
        var target: UnsafeMutablePointer<UInt8>?
        let size = WebPEncodeLosslessRGB(
            image.pixels, Int32(image.width), Int32(image.height), Int32(image.width * 3), &target)
        return taking(target, size)
    }

    static func lossy(_ image: RGBImage, quality: Float = 90) -> [UInt8] {
        var target: UnsafeMutablePointer<UInt8>?
        let size = WebPEncodeRGB(
            image.pixels, Int32(image.width), Int32(image.height), Int32(image.width * 3), quality, &target)
        return taking(target, size)
    }

    /// One translucent color everywhere.
    static func transparent(width: Int, height: Int, rgba: [UInt8]) -> [UInt8] {
        let pixels = (0..<width * height).flatMap { _ in rgba }
        var target: UnsafeMutablePointer<UInt8>?
        let size = WebPEncodeLosslessRGBA(pixels, Int32(width), Int32(height), Int32(width * 4), &target)
        return taking(target, size)
    }

    /// The extended container around a simple file, with a profile and EXIF.
    static func extended(
        _ simple: [UInt8], width: Int, height: Int, profile: [UInt8]? = nil, exif: [UInt8]? = nil
    ) -> [UInt8] {
        let flags: UInt8 = (profile == nil ? 0 : 0x20) | (exif == nil ? 0 : 0x08)
        var chunks = chunk("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
        if let profile { chunks += chunk("ICCP", profile) }
        chunks += simple[12...]
        if let exif { chunks += chunk("EXIF", exif) }
        return Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }

    /// An animation whose frames are simple files of the same size.
    static func animation(_ frames: [[UInt8]], width: Int, height: Int) -> [UInt8] {
        var chunks = chunk("VP8X", [0x02, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
        chunks += chunk("ANIM", [255, 255, 255, 255, 0, 0])
        for frame in frames {
            let header = [UInt8](repeating: 0, count: 6) + little(width - 1, 3) + little(height - 1, 3)
            chunks += chunk("ANMF", header + little(100, 3) + [0] + frame[12...])
        }
        return Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(body.count, 4) + body + [UInt8](repeating: 0, count: body.count % 2)
    }

    private static func little(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
    }

    private static func taking(_ target: UnsafeMutablePointer<UInt8>?, _ size: Int) -> [UInt8] {
        defer { WebPFree(target) }
        return Array(UnsafeBufferPointer(start: target, count: size))
    }
}
