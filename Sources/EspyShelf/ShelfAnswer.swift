import EspyBarcode
public import EspyBase
import EspyPixels

/// A shelf as Espy outputs it everywhere: `file`, and the keys of ``Shelf``, with quads as lists of four corners `[x,
/// y]`: top left, top right, bottom right, bottom left.
public struct ShelfAnswer: Encodable, Sendable, Equatable {
    /// The user's name for the photo.
    public var file: String?
    public var shelf: Shelf

    public init(_ shelf: Shelf, file: String? = nil) {
        self.shelf = shelf
        self.file = file
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encodeIfPresent(file, forKey: .file)
        try box.encode(shelf.schema, forKey: .schema)
        try box.encode(shelf.frame, forKey: .frame)
        try box.encode(shelf.time, forKey: .time)
        try box.encode(shelf.width, forKey: .width)
        try box.encode(shelf.height, forKey: .height)
        try box.encode(shelf.outcome, forKey: .outcome)
        try box.encode(shelf.spines.map(Spine.init), forKey: .spines)
        try box.encode(shelf.barcodes.map(Code.init), forKey: .barcodes)
        try box.encode(shelf.text.map(Region.init), forKey: .text)
        try box.encodeIfPresent(shelf.guidance, forKey: .guidance)
        try box.encode(shelf.warnings, forKey: .warnings)
        try box.encode(shelf.timings, forKey: .timings)
        try box.encodeIfPresent(shelf.page, forKey: .page)
        try box.encodeIfPresent(shelf.pages, forKey: .pages)
        try box.encodeIfPresent(shelf.frames, forKey: .frames)
        try box.encodeIfPresent(shelf.shown, forKey: .shown)
    }

    private enum Key: String, CodingKey {
        case file, schema, frame, time, width, height, outcome, spines, barcodes, text, guidance, warnings, timings
        case page, pages, frames, shown
    }

    private struct Spine: Encodable {
        var id: Int
        var quad: CornerList
        var row: Int
        var confidence: Double
        var text: String?
        var textConfidence: Double?
        var state: Shelf.Reading.State?
        var unknownWords: [String]?
        var callNumber: String?
        var callNumberConfidence: Double?
        var book: Shelf.CatalogMatch?
        var isbn: ISBN?

        init(_ spine: Shelf.Spine) {
            id = spine.id
            quad = CornerList(spine.quad)
            row = spine.row
            confidence = spine.confidence
            text = spine.reading?.text
            textConfidence = spine.reading?.confidence
            state = spine.reading?.state
            unknownWords = spine.reading?.unknownWords
            callNumber = spine.reading?.label?.text
            callNumberConfidence = spine.reading?.label?.confidence
            book = spine.reading?.book
            isbn = spine.isbn ?? book?.isbn
        }
    }

    private struct Code: Encodable {
        var value: String
        var symbology: Barcode.Symbology
        var addOn: String?
        /// The ISBN; without one, the barcode is not a book's.
        var isbn: ISBN?
        var quad: CornerList

        init(_ code: Barcode) {
            value = code.value
            symbology = code.symbology
            addOn = code.addOn
            isbn = code.isbn
            quad = CornerList(code.quad)
        }
    }

    private struct Region: Encodable {
        var quad: CornerList
        var confidence: Double

        init(_ region: Shelf.TextRegion) {
            quad = CornerList(region.quad)
            confidence = region.confidence
        }
    }
}

extension Shelf {
    /// One line for each spine, row by row from the left: its number, its row, its place in that row (both from 0), its
    /// center, its corners as `"x y, x y, x y, x y"`, its confidence, what was read on it and how likely that is right,
    /// the number of the book, of its barcode or of the user's list, whether the reading is read, doubtful or illegible, and
    /// the call number on its label.
    /// Unknown fields are empty.
    public func table() -> CSVTable {
        var row = -1
        var position = 0
        let rows = spines.map { spine in
            position = spine.row == row ? position + 1 : 0
            row = spine.row
            let center = spine.quad.center
            let corners = spine.quad.corners.map { "\(CSV.number($0.x)) \(CSV.number($0.y))" }
            return [
                String(spine.id), String(spine.row), String(position), CSV.number(center.x), CSV.number(center.y),
                corners.joined(separator: ", "), "\(spine.confidence)", CSV.defused(spine.reading?.text ?? ""),
                spine.reading.map { "\($0.confidence)" } ?? "", (spine.isbn ?? spine.reading?.book?.isbn)?.value ?? "",
                spine.reading?.state.rawValue ?? "", CSV.defused(spine.reading?.label?.text ?? ""),
            ]
        }
        return CSVTable(
            columns: [
                "id", "row", "position", "x", "y", "quad", "confidence", "text", "textConfidence", "isbn", "state",
                "callNumber",
            ],
            rows: rows)
    }

    /// The text of ``table()``.
    public func csv() -> String { table().text() }
}
