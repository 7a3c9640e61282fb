// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference CZXing EspyCodes EspyBarcode EspySheets CTesseract EspyText EspyCount EspyRack EspyShelf EspyGallery EspyHistory Espy
// Support: Input
// Longest input: 2048

import Espy

/// A random vocabulary of word pieces, half of them in the syntax of such files, and a text composed from it: it is
/// refused,
/// or all token numbers are valid.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVocabulary(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let isRaw = input.next() % 2 == 0
    let length = input.below(90)
    let text = String(decoding: (0..<input.below(64)).map { _ in input.next() }, as: UTF8.self)
    let file = isRaw ? input.rest() : lines(&input)
    guard let pieces = try? WordPieces(file, count: nil, path: "fuzz") else { return 0 }
    let tokens = TextTokenizer(pieces).tokens(of: text, length: length)
    precondition(tokens.count <= max(length, 2) && tokens.count >= 2)
    precondition(tokens.first == pieces.beginning && tokens.last == pieces.end)
    precondition(tokens.allSatisfy { (0..<pieces.count).contains($0) })
    return 0
}

private func lines(_ input: inout Input) -> [UInt8] {
    let parts = ["a", "b", "e", "ab", "aba", "é", "Ġ", "#version", "</w>", "a</w>", "b</w>", "ab</w>", " ", "\n", "\n"]
    var text = ""
    while !input.isEmpty { text += parts[Int(input.next()) % parts.count] + (input.next() % 3 == 0 ? "\n" : " ") }
    return Array(text.utf8)
}
