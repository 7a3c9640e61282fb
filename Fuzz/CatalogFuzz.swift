// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference CZXing EspyCodes EspyBarcode EspySheets CTesseract EspyText EspyCount EspyRack EspyShelf EspyGallery EspyHistory Espy
// Support: Input
// Longest input: 4096

import Espy
import EspyBase

/// Random bytes as a list of books, and random text looked up in it: results are within the limits, and in the list.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalog(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let length = input.below(200)
    let text = String(decoding: (0..<length).map { _ in input.next() }, as: UTF8.self)
    var bytes = input.rest()
    // Most lists begin with a usable header.
    if length % 4 != 0 { bytes = Array("title,author;isbn\n".utf8) + bytes }
    guard let catalog = try? Catalog(csv: bytes) else { return 0 }
    for book in catalog.books {
        precondition(!book.title.isEmpty && book.title.unicodeScalars.count <= CSVRecords.longestField)
    }
    for query in [text, catalog.books.first?.title ?? ""] {
        guard let match = catalog.match(query) else { continue }
        precondition(catalog.books.indices.contains(match.index))
        precondition(catalog.books[match.index].title == match.title && 0...1 ~= match.confidence)
    }
    return 0
}
