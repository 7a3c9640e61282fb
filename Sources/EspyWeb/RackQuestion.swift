import EspyBase
import EspyRack

/// What a page asks of a rack that was read: `{"about": "table", "rack": …}`.
///
/// | about | besides `rack` | answer |
/// |---|---|---|
/// | correct | `corrections` | the rack with them |
/// | csv | `raw` | `text`: one line for each vial |
/// | table | `table`, `columns`, `words`, `order`, `separator`, `header`, as the server takes them; `date`, `raw` | `text` |
/// | compare | `list`: text with wells and codes | `comparison`, and `before`: what should be in the box |
enum RackQuestion {
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
