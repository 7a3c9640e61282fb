// Modules: EspyPixels EspySystem CHEIF EspyCodecs
// Longest input: 16384
import EspyCodecs
import EspyPixels

/// Random bytes: header, color, gray and shrunk. Nothing may crash, and sizes must agree.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // Small limits keep one input to a few milliseconds.
    var decoder = ImageDecoder(options: DecodingOptions(maxPixels: 1 << 18))
    let info = try? decoder.info(of: bytes)
    if let image = try? decoder.decode(bytes) {
        precondition(image.width == info?.width && image.height == info?.height)
        precondition(image.pixels.count == image.width * image.height * 3)
    }
    // Damaged files are decoded completely, and pages have their own size.
    if let photo = try? decoder.decodePhoto(bytes) {
        precondition(photo.image.width == info?.width && photo.image.height == info?.height)
        precondition(photo.source.damage.map { (0.25...1).contains($0.shown) } ?? true)
    }
    decoder.options.page = 2
    if let other = try? decoder.decodePhoto(bytes), let info = try? decoder.info(of: bytes) {
        precondition(other.image.width == info.width && other.image.height == info.height)
    }
    decoder.options.page = 1
    if let gray = try? decoder.decodeGray(bytes) {
        precondition(gray.width == info?.width && gray.height == info?.height)
    }
    decoder.options.minimumLongSide = 16
    if let small = try? decoder.decode(bytes), let info {
        let longSide = max(info.width, info.height)
        precondition(max(small.width, small.height) >= min(16, longSide))
    }
    return 0
}
