// Modules: EspyPixels EspySystem CHEIF EspyCodecs
// Longest input: 16384
import EspyCodecs
import EspyPixels

/// Random bytes as a file, and as each of the blocks in a JPEG. Nothing may crash, and results are within their limits.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMetadata(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    check(PhotoMetadata(of: bytes))
    let blocks: [(UInt8, [UInt8])] = [
        (0xE1, Array("Exif\0\0".utf8)), (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8)),
        (0xED, Array("Photoshop 3.0\0".utf8)),
    ]
    for (marker, mark) in blocks {
        let body = mark + bytes
        let head = [0xFF, 0xD8, 0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)]
        check(PhotoMetadata(of: head + body + [0xFF, 0xD9]))
    }
    return 0
}

func check(_ found: PhotoMetadata) {
    if let latitude = found.latitude { precondition((-90...90).contains(latitude)) }
    if let longitude = found.longitude { precondition((-180...180).contains(longitude)) }
    precondition((found.latitude == nil) == (found.longitude == nil))
    if let rating = found.rating { precondition((-1...5).contains(rating)) }
    precondition(found.keywords.count <= 256 && found.keywords.allSatisfy { !$0.isEmpty && $0.count <= 128 })
    for face in found.faces ?? [] {
        precondition(!face.name.isEmpty && face.width > 0 && face.height > 0)
        precondition(face.x >= 0 && face.y >= 0 && face.x + face.width < 1.000001 && face.y + face.height < 1.000001)
    }
    precondition(found.faces.map { (1...512).contains($0.count) } ?? true)
    for text in [found.title, found.description, found.camera, found.lens, found.software] {
        precondition(text.map { !$0.isEmpty && $0.count <= 5_000 } ?? true)
    }
}
