import CTurboJPEG
import EspyPixels

/// JPEG files with parts that the product itself does not write.
enum JPEGs {
    /// A JPEG with segments inserted after its start marker.
    static func inserting(_ segments: [[UInt8]], into jpeg: [UInt8]) -> [UInt8] {
        Array(jpeg[..<2]) + segments.joined() + jpeg[2...]
    }

    static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
    }

    static func exif(_ tiff: [UInt8]) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + tiff) }

    /// A profile cut into chunks of at most `chunk` bytes.
    static func profile(_ profile: [UInt8], chunk: Int = 60_000) -> [[UInt8]] {
        let starts = Array(stride(from: 0, to: profile.count, by: chunk))
        return starts.enumerated().map { index, start in
            let part = profile[start..<min(start + chunk, profile.count)]
            return segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(starts.count)] + part)
        }
    }

    /// How many pixels share a color.
    enum Sampling: CaseIterable {
        case full, halfWide, half, quarterWide

        fileprivate var value: TJSAMP {
            switch self {
            case .full: TJSAMP_444
            case .halfWide: TJSAMP_422
            case .half: TJSAMP_420
            case .quarterWide: TJSAMP_411
            }
        }
    }

    static func sampled(_ image: RGBImage, _ sampling: Sampling) -> [UInt8] {
        encode(image.pixels, image.width, image.height, TJPF_RGB, sampling.value, 0)
    }

    static func gray(_ image: GrayImage) -> [UInt8] {
        encode(image.pixels, image.width, image.height, TJPF_GRAY, TJSAMP_GRAY, 0)
    }

    static func progressive(_ image: RGBImage) -> [UInt8] {
        encode(image.pixels, image.width, image.height, TJPF_RGB, TJSAMP_420, TJFLAG_PROGRESSIVE)
    }

    /// Four inks, stored as in TurboJPEG: as YCCK with Adobe's marker, which means that the values are inverted.
    static func cmyk(width: Int, height: Int, inverted ink: [UInt8]) -> [UInt8] {
        let pixels = (0..<width * height).flatMap { _ in ink }
        return encode(pixels, width, height, TJPF_CMYK, TJSAMP_444, 0)
    }

    /// Several JPEGs in one file with an index of them in the first (CIPA DC-007).
    ///
    /// - Parameter kind: the type of the pictures after the first.
    static func several(_ pictures: [[UInt8]], kind: Int) -> [UInt8] {
        func index(_ entries: [UInt8]) -> [UInt8] {
            let tiff = TIFFs(isLittle: true).file([
                (0xB000, .bytes(Array("0100".utf8))), (0xB001, .longs([pictures.count])), (0xB002, .bytes(entries)),
            ])
            return segment(0xE2, Array("MPF\0".utf8) + tiff)
        }
        let length = index([UInt8](repeating: 0, count: 16 * pictures.count)).count
        // Positions in the index start after the start marker, a marker, a length and four letters.
        var (entries, place) = ([UInt8](), pictures[0].count + length - 10)
        for (number, picture) in pictures.enumerated() {
            let own = [
                number == 0 ? 0x2003_0000 : kind, picture.count + (number == 0 ? length : 0), number == 0 ? 0 : place,
                0,
            ]
            entries += own.flatMap { value in (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
            if number > 0 { place += picture.count }
        }
        return inserting([index(entries)], into: pictures[0]) + pictures.dropFirst().joined()
    }

    private static func encode(
        _ pixels: [UInt8], _ width: Int, _ height: Int, _ format: TJPF, _ sampling: TJSAMP, _ flags: Int32
    ) -> [UInt8] {
        let handle = tjInitCompress()
        defer { tjDestroy(handle) }
        var target: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let status = tjCompress2(
            handle, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &target, &size,
            Int32(sampling.rawValue), 95, flags)
        defer { tjFree(target) }
        guard status == 0, let target else { return [] }
        return Array(UnsafeBufferPointer(start: target, count: Int(size)))
    }
}
