import EspyBarcode
import EspyBase
import EspyPixels
import EspyRack

// What a page calls. A string goes in and out as UTF-8 in memory that the page sees; nothing of it outlives the next call.

/// The answer to the last call.
nonisolated(unsafe) private var answer: [UInt8] = []

/// Room for what the page hands over, until ``releaseMemory(_:)``.
@_cdecl("espy_take")
public func takeMemory(_ size: Int32) -> UnsafeMutablePointer<UInt8>? {
    guard size >= 0 else { return nil }
    return UnsafeMutablePointer<UInt8>.allocate(capacity: max(Int(size), 1))
}

@_cdecl("espy_release")
public func releaseMemory(_ memory: UnsafeMutablePointer<UInt8>?) { memory?.deallocate() }

/// Reads a photo of a box.
///
/// - Parameters:
///   - pixels: red, green, blue and opacity of each pixel of the upright photo, row by row; taken over, and released.
///   - request: JSON, as ``RackRequest`` reads it.
/// - Returns: 1 where the answer is a rack, as `espy rack --json` writes it; 0 where it is an error.
@_cdecl("espy_rack")
public func readRack(
    _ pixels: UnsafeMutablePointer<UInt8>, _ width: Int32, _ height: Int32, _ request: UnsafePointer<UInt8>,
    _ size: Int32
) -> Int32 {
    let photo = Photo(taking: pixels, width: width, height: height)
    return reply { () throws(WebError) in
        try RackRequest(parsing: bytes(request, size)).answer(of: try photo.image())
    }
}

/// Reads the bar codes of books and goods in a photo.
///
/// - Parameter pixels: as for ``readRack(_:_:_:_:_:)``.
/// - Returns: 1 where the answer is the list of them.
@_cdecl("espy_barcodes")
public func readBarcodes(_ pixels: UnsafeMutablePointer<UInt8>, _ width: Int32, _ height: Int32) -> Int32 {
    let photo = Photo(taking: pixels, width: width, height: height)
    return reply { () throws(WebError) in try BarcodeAnswer.json(of: try photo.image()) }
}

/// Answers what needs no photo: a rack corrected, turned or compared, and its tables.
///
/// - Parameter request: JSON, as ``RackQuestion`` reads it.
@_cdecl("espy_ask")
public func ask(_ request: UnsafePointer<UInt8>, _ size: Int32) -> Int32 {
    reply { () throws(WebError) in try RackQuestion.answer(parsing: bytes(request, size)) }
}

@_cdecl("espy_answer")
public func answerStart() -> UnsafePointer<UInt8>? {
    // It stays where it is until the next call: nothing changes the array in between.
    answer.withUnsafeBufferPointer { $0.baseAddress }
}

@_cdecl("espy_answer_size")
public func answerSize() -> Int32 { Int32(answer.count) }

private func bytes(_ start: UnsafePointer<UInt8>, _ size: Int32) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: Int(max(size, 0))))
}

private func reply(_ work: () throws(WebError) -> JSONValue) -> Int32 {
    answer = []
    do {
        answer = Array(try work().text.utf8)
        return 1
    } catch {
        answer = Array(JSONValue(["code": error.code.json, "detail": error.detail.json]).text.utf8)
        return 0
    }
}

/// Bar codes as a page gets them: the keys of `barcodes` in what `espy shelf --json` writes.
private enum BarcodeAnswer {
    static func json(of image: RGBImage) throws(WebError) -> JSONValue {
        do throws(CancellationError) {
            return .array(try BarcodeReader().read(image.gray).map(json))
        } catch {
            throw WebError(code: "cancelled", detail: "it was stopped")
        }
    }

    private static func json(_ code: Barcode) -> JSONValue {
        JSONValue([
            "value": code.value.json, "symbology": .string(code.symbology.rawValue), "addOn": code.addOn?.json,
            "isbn": code.isbn?.value.json,
            "corners": .array(code.quad.corners.map { JSONValue(["x": $0.x.json, "y": $0.y.json]) }),
        ])
    }
}

/// What a page asks of a rack that was read: `{"about": "table", "rack": …}`.
///
/// | about | besides `rack` | answer |
/// |---|---|---|
/// | correct | `corrections` | the rack with them |
/// | csv | `raw` | `text`: one line for each vial |
/// | table | `table`, `columns`, `words`, `order`, `separator`, `header`, as the server takes them; `date`, `raw` | `text` |
/// | compare | `list`: text with wells and codes | `comparison`, and `before`: what should be in the box |
private enum RackQuestion {
    static func answer(parsing bytes: [UInt8]) throws(WebError) -> JSONValue {
        do throws(JSONError) {
            let question = try JSONValue(parsing: bytes)
            let about: String = try question.value("about")
            let rack: Rack = try question.value("rack")
            switch about {
            case "correct":
                guard let corrected = rack.corrected(by: try question.value("corrections")) else {
                    throw JSONError(.unusable("a correction names no cell, or has no usable value"))
                }
                return corrected.json
            case "csv": return text(rack.table(raw: try question.optional("raw") ?? false))
            case "table": return text(try table(of: rack, question))
            case "compare": return try comparison(of: rack, try question.value("list"))
            default: throw JSONError(.unusable("nothing is called “\(about)”"))
            }
        } catch {
            throw WebError(error)
        }
    }

    private static func text(_ table: CSVTable) -> JSONValue { JSONValue(["text": table.text().json]) }

    private static func table(of rack: Rack, _ question: JSONValue) throws(JSONError) -> CSVTable {
        var wishes = RackTableForm.Wishes(
            form: try question.optional("table"), columns: try question.optional("columns"),
            words: try question.optional("words"), order: try question.optional("order"),
            separator: try question.optional("separator"), header: try question.optional("header"))
        if wishes.isWithoutForm { wishes.form = RackTableForm.Name.lims.rawValue }
        let date: String = try question.optional("date") ?? ""
        let raw: Bool = try question.optional("raw") ?? false
        do throws(RackTableForm.Refusal) {
            return rack.table(try RackTableForm(wishes) ?? RackTableForm(.lims), date: date, raw: raw)
        } catch {
            throw JSONError(.unusable("\(error.wish) is \(error.expected)"))
        }
    }

    private static func comparison(of rack: Rack, _ list: String) throws(JSONError) -> JSONValue {
        let records: [[String]]
        do throws(CSVRecords.Failure) {
            records = try CSVRecords(parsing: list, limit: RackManifest.mostLines).records
        } catch {
            switch error {
            case .openQuote(let line): throw JSONError(.unusable("a quotation mark in line \(line) does not end"))
            case .tooMany(let limit): throw JSONError(.unusable("the list has more than \(limit) lines"))
            }
        }
        let manifest: RackManifest
        do throws(RackManifest.Failure) {
            manifest = try RackManifest(records: records, wells: rack.namedPlaces)
        } catch {
            throw JSONError(.unusable("the list names no wells and codes that can be used"))
        }
        guard let contents = manifest.contents(of: rack) else {
            throw JSONError(.unusable("the list does not name this box"))
        }
        let before = contents.items.sorted { $0.place < $1.place }.map { item in
            JSONValue([
                "row": item.place.row.json, "col": item.place.col.json, "name": rack.name(of: item.place).json,
                "value": item.value.json,
            ])
        }
        let comparison = RackComparison(rack, with: contents)
        return JSONValue(["comparison": comparison.json, "before": before.json])
    }
}
