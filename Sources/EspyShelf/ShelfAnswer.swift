import EspyBarcode
public import EspyBase
import EspyPixels

/// A shelf as Espy outputs it everywhere: `file`, and the keys of ``Shelf``, with quads as lists of four corners `[x,
/// y]`: top left, top right, bottom right, bottom left.
public struct ShelfAnswer: JSONWritable, Sendable, Equatable {
    /// The user's name for the photo.
    public var file: String?
    public var shelf: Shelf

    public init(_ shelf: Shelf, file: String? = nil) {
        self.shelf = shelf
        self.file = file
    }

    public var json: JSONValue {
        JSONValue([
            "file": file?.json, "schema": shelf.schema.json, "frame": shelf.frame.json, "time": shelf.time.json,
            "width": shelf.width.json, "height": shelf.height.json, "outcome": shelf.outcome.written,
            "spines": .array(shelf.spines.map { $0.written }), "barcodes": .array(shelf.barcodes.map { $0.written }),
            "text": .array(shelf.text.map { $0.written }), "guidance": shelf.guidance?.written,
            "warnings": .array(shelf.warnings.map { .string($0.rawValue) }), "timings": shelf.timings.written,
            "page": shelf.page?.json, "pages": shelf.pages?.json, "frames": shelf.frames?.json,
            "shown": shelf.shown?.json,
        ])
    }
}

// The parts are no `JSONWritable`, for the history keeps them in another form, by their `Codable`.

extension Quad {
    fileprivate var written: JSONValue { .array(corners.map { [$0.x, $0.y].json }) }
}

extension Shelf.Outcome {
    fileprivate var written: JSONValue {
        switch self {
        case .processed: "processed".json
        case .skipped: "skipped".json
        case .failed(.cancelled): JSONValue(["failed": JSONValue(["cancelled": JSONValue([:])])])
        case .failed(.emptyImage(let width, let height)):
            JSONValue([
                "failed": JSONValue(["emptyImage": JSONValue(["width": width.json, "height": height.json])])
            ])
        }
    }
}

extension Shelf.Spine {
    fileprivate var written: JSONValue {
        JSONValue([
            "id": id.json, "quad": quad.written, "row": row.json, "confidence": confidence.json,
            "text": reading?.text.json, "textConfidence": reading?.confidence.json,
            "state": reading.map { .string($0.state.rawValue) }, "unknownWords": reading?.unknownWords?.json,
            "readsUpward": reading?.readsUpward?.json,
            "callNumber": reading?.label?.text.json, "callNumberConfidence": reading?.label?.confidence.json,
            "book": reading?.book?.written, "isbn": (isbn ?? reading?.book?.isbn)?.value.json,
        ])
    }
}

extension Shelf.CatalogMatch {
    fileprivate var written: JSONValue {
        JSONValue([
            "index": index.json, "title": title.json, "author": author?.json, "isbn": isbn?.value.json,
            "confidence": confidence.json,
        ])
    }
}

extension Barcode {
    /// Without an `isbn`, it is not a book's.
    fileprivate var written: JSONValue {
        JSONValue([
            "value": value.json, "symbology": .string(symbology.rawValue), "addOn": addOn?.json,
            "isbn": isbn?.value.json, "quad": quad.written,
        ])
    }
}

extension Shelf.TextRegion {
    fileprivate var written: JSONValue { JSONValue(["quad": quad.written, "confidence": confidence.json]) }
}

extension Shelf.Guidance {
    fileprivate var written: JSONValue {
        JSONValue([
            "advice": .string(advice.rawValue), "cause": .string(cause.rawValue), "value": value.json,
            "limit": limit.json,
        ])
    }
}

extension Shelf.Timings {
    fileprivate var written: JSONValue {
        JSONValue([
            "spines": spines.json, "barcodes": barcodes.json, "text": text.json, "reading": reading.json,
            "total": total.json,
        ])
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
