// Modules: EspyBase EspyPixels EspyBarcode
// Support: Input
// Longest input: 4096

import EspyBarcode
import EspyPixels

/// Random pixels, and stripes of any width: every reading has a valid check digit and a finite position.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBarcode(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let choice = input.next()
    let options = BarcodeOptions(effort: choice & 1 == 0 ? .quick : .thorough, readsShort: choice & 2 == 0)
    let image = choice & 4 == 0 ? stripes(&input) : pixels(&input)
    guard let found = try? BarcodeReader(options: options).read(image) else { preconditionFailure("cancelled") }
    for barcode in found { check(barcode) }
    let text = String(decoding: input.rest(), as: UTF8.self)
    if let isbn = ISBN(text) { precondition(ISBN(isbn.value) == isbn && isbn.ten.map { ISBN($0) == isbn } ?? true) }
    return 0
}

private func check(_ barcode: Barcode) {
    let digits = barcode.value.utf8.map { Int($0) - 48 }
    precondition(digits.count == [.ean13: 13, .ean8: 8, .upcA: 12][barcode.symbology])
    let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    precondition(digits.allSatisfy { 0...9 ~= $0 } && sum % 10 == 0)
    precondition(barcode.addOn.map { [2, 5].contains($0.utf8.count) } ?? true)
    precondition(barcode.quad.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite })
}

/// A row of bars whose widths come from the input, repeated downward.
private func stripes(_ input: inout Input) -> GrayImage {
    let height = 16 + input.below(40)
    let quiet = input.below(60)
    var row = [UInt8](repeating: 230, count: quiet)
    for bar in 0..<(40 + input.below(90)) {
        let width = 1 + Int(input.next() % 12)
        row += [UInt8](repeating: bar % 2 == 0 ? input.next() % 100 : 130 + input.next() % 120, count: width)
    }
    row += [UInt8](repeating: 230, count: quiet)
    return GrayImage(width: row.count, height: height, pixels: (0..<height).flatMap { _ in row })
}

private func pixels(_ input: inout Input) -> GrayImage {
    let (width, height) = (input.below(200), input.below(100))
    let seed = (0..<(1 + input.below(600))).map { _ in input.next() }
    return GrayImage(width: width, height: height, pixels: (0..<width * height).map { seed[$0 % seed.count] })
}
