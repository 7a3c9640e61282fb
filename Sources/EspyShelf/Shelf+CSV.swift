import EspyBarcode
public import EspyBase
import EspyPixels

extension Shelf {
    /// One line for each spine, row by row from the left: its number, its row, its place in that row (both from 0), its
    /// center, its corners as `"x y, x y, x y, x y"`, its confidence, what was read on it and how likely that is right,
    /// and the number of the book, of its bar code or of the user's list. What is not known is empty.
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
            ]
        }
        return CSVTable(
            columns: ["id", "row", "position", "x", "y", "quad", "confidence", "text", "textConfidence", "isbn"],
            rows: rows)
    }

    /// The text of ``table()``.
    public func csv() -> String { table().text() }
}
