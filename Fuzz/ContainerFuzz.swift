// Modules: EspyPixels EspySystem CHEIF EspyCodecs
// Longest input: 8192

import EspyCodecs

/// Random containers of videos: every number found in them is usable, and only a little of a file is read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzContainer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var total = 0
    let found = VideoInfo(size: count) { offset, wanted in
        precondition(offset >= 0 && wanted >= 0)
        total += wanted
        return offset < count ? Array(bytes[offset..<min(count, offset + wanted)]) : []
    }
    precondition(total <= 4 << 20)
    guard let found else { return 0 }
    precondition(found.duration.map { $0 > 0 && $0 < 31_536_000 } ?? true)
    precondition(found.width.map { (1...65_535).contains($0) } ?? true)
    precondition(found.height.map { (1...65_535).contains($0) } ?? true)
    precondition(found.latitude.map { abs($0) <= 90 } ?? true)
    precondition(found.longitude.map { abs($0) <= 180 } ?? true)
    return 0
}
