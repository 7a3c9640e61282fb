// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference EspyCount
// Support: Input
// Longest input: 8192

import EspyCount
import EspyPixels

/// Random bytes as a file with marks: positions are numbers, and boxes have an area.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMarks(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    guard let photos = try? MarkFile.photos(in: input.rest()) else { return 0 }
    for mark in photos.flatMap(\.marks) {
        switch mark.place {
        case .box(let box):
            precondition(box.x.isFinite && box.y.isFinite && box.width > 0 && box.height > 0 && box.width.isFinite)
        case .point(let point): precondition(point.x.isFinite && point.y.isFinite)
        }
    }
    return 0
}
