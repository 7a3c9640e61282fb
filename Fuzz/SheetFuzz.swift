// Modules: EspyBase EspySystem EspySheets
// Support: Input
// Longest input: 8192

import EspySheets

/// Random bytes as a spreadsheet file: results are within the limits.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSheet(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    guard let lines = try? SheetReader.lines(input.rest()) else { return 0 }
    for line in lines {
        precondition(!line.isEmpty && line.count <= SheetReader.mostColumns && line.contains { !$0.isEmpty })
    }
    return 0
}
