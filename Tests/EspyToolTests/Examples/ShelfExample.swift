import Espy
import Foundation

/// Lists the books of one photo, row by row.
///
/// - Parameter text: reads the print on the spines. If nil, spines are only outlined.
func listShelf(at path: String, text: (any SpineReader)? = nil) async throws -> Shelf {
    let photo = try ImageDecoder().decode([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    let shelf = try await ShelfReader(barcodes: BarcodeReader(), text: text).read(photo)
    for spine in shelf.spines {
        let title = spine.reading?.book?.title ?? spine.reading?.text ?? ""
        print("shelf \(spine.row): \(title)", spine.isbn?.value ?? "")
        if spine.reading?.isSure == false { print("look at \(spine.quad.center.x), \(spine.quad.center.y)") }
    }
    return shelf
}

/// Reads English spines with Tesseract, and matches them with a CSV file with the columns title, author and isbn.
func spineReader(books: [UInt8]) throws -> any SpineReader {
    let recognizer = try TextRecognizer(TextLanguages("eng"))
    return SpineTextReader(recognizer, catalog: try Catalog(csv: books))
}

/// Returns a corrected shelf: the last spine was wrong, and the first has this title.
func corrected(_ shelf: Shelf, title: String) -> Shelf? {
    guard let first = shelf.spines.first, let last = shelf.spines.last else { return shelf }
    return shelf.corrected(by: ShelfCorrections(removed: [last.id], texts: [first.id: title]))
}

/// Returns the message for a photo or a list of books that could not be processed.
func advice(onShelf error: any Error) -> String {
    switch error {
    case ImageError.notAnImage: "not a supported image format"
    case TextError.missingLanguage(let name, _): "install tesseract-ocr-\(name)"
    case CatalogError.noTitleColumn(let columns): "none of \(columns) is called title"
    default: "\(error)"
    }
}
