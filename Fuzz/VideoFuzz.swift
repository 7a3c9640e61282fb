// Modules: EspyPixels EspySystem CHEIF EspyCodecs
// Support: Input
// Longest input: 4096

import EspyCodecs
import EspyPixels

/// Random bytes in pieces of any length: frames have the announced size, and no more is buffered than one needs.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVideo(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let piece = 1 + Int(input.next())
    var parser = Y4MParser()
    var rest = input.rest()[...]
    do throws(VideoError) {
        while !rest.isEmpty {
            parser.feed(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            while let image = try parser.next() {
                guard let format = parser.format else { preconditionFailure("a frame before the first line") }
                precondition(image.width == format.width && image.height == format.height)
                precondition(format.rate > 0 && format.rate.isFinite)
            }
            precondition(parser.missing > 0)
        }
        try parser.finish()
    } catch {
        return 0
    }
    return 0
}
