import CTurboJPEG
import EspyPixels

struct JPEGWriter {
    let quality: Int
    let chroma: ImageEncoder.ChromaSampling

    private static let maxSide = 65_535

    func write(_ raster: Raster) throws(ImageError) -> [UInt8] {
        let sides = 1...Self.maxSide
        guard sides.contains(raster.width), sides.contains(raster.height) else {
            throw .sizeNotEncodable(.jpeg, width: raster.width, height: raster.height)
        }
        guard let handle = tjInitCompress() else { throw .encodingFailed(.jpeg, reason: "no compressor") }
        defer { tjDestroy(handle) }
        let isGray = raster.layout == .gray
        let sampling = isGray ? TJSAMP_GRAY : chroma == .half ? TJSAMP_420 : TJSAMP_444
        var size = tjBufSize(Int32(raster.width), Int32(raster.height), Int32(sampling.rawValue))
        var status: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, initialized in
            var target = buffer.baseAddress
            status = tjCompress2(
                handle, raster.pixels, Int32(raster.width), 0, Int32(raster.height),
                Int32(isGray ? TJPF_GRAY.rawValue : TJPF_RGB.rawValue), &target, &size, Int32(sampling.rawValue),
                Int32(min(max(quality, 1), 100)), TJFLAG_NOREALLOC)
            initialized = status == 0 ? Int(size) : 0
        }
        guard status == 0 else {
            let text = tjGetErrorStr2(handle).map { String(cString: $0) }
            throw .encodingFailed(.jpeg, reason: text ?? "unknown")
        }
        return bytes
    }
}
