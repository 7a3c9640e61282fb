// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference CZXing EspyCodes EspyBarcode EspySheets CTesseract EspyText EspyCount EspyRack EspyShelf EspyGallery EspyHistory Espy
// Support: Input
// Longest input: 1200

import Espy

/// Random text as a query: it is parsed, or refused with a position inside it, and a parsed query is written so that it
/// is
/// parsed the same. Half of the inputs consist of pieces of the grammar.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzQuery(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let isRaw = input.next() % 2 == 0
    let text = isRaw ? String(decoding: input.rest(), as: UTF8.self) : pieces(&input)
    let query: GalleryQuery
    do throws(GalleryQueryError) {
        query = try GalleryQuery(text)
    } catch {
        precondition(error.position >= 0 && error.position <= max(text.unicodeScalars.count, GalleryQuery.longest))
        precondition(!error.reason.isEmpty)
        return 0
    }
    let written = query.description
    // A default that is written out may make it too long.
    guard written.unicodeScalars.count <= GalleryQuery.longest else { return 0 }
    precondition((try? GalleryQuery(written)) == query, "\(written)")
    return 0
}

private func pieces(_ input: inout Input) -> String {
    let pieces = [
        "(", ")", "-", " ", "\"", "OR ", "NOT ", ":", "tag:", "color:", "blue ", "date:", "2024", "-05", "..", "may",
        "near:", "48.1", ",", "5km", "0.3m", "rating:", "4", "is:", "blurred ", "has:gps ", "similar:", "album:\"",
        "kind:photo ", "category:food ", "in:/a ", "name:", "a", "*", "é", "\u{301}", "\n", "1e-7", "31", "before:",
    ]
    var text = ""
    while !input.isEmpty { text += pieces[Int(input.next()) % pieces.count] }
    return text
}
