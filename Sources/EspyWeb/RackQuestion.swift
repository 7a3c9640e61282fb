import EspyBase
import EspyRack

/// A question that needs no photo: `{"about": "table", "rack": …}`.
///
/// | about | besides `rack` | answer |
/// |---|---|---|
/// | options | `options`, and no rack | the options as used for reading |
/// | containers | nothing, and no rack | `containers`: the known containers by name |
/// | correct | `corrections`, `file` | the corrected rack |
/// | turn | the `options` used for reading, `corrections`, `view` | `rack`, `options` and `corrections`, turned |
/// | csv | `raw` | `text`: one line per vial |
/// | table | `table`, `columns`, `words`, `order`, `separator`, `header`, as on the server; `date`, `raw` | `text` |
/// | compare | `list`: text with wells and codes; or `with`: another rack; `format`: json or csv | `comparison`, `rack`: its own code, and `before`: the expected contents; or `text` |
enum RackQuestion {
    static func answer(parsing bytes: [UInt8]) throws(WebError) -> JSONValue {
        do throws(JSONError) {
            let question = try JSONValue(parsing: bytes)
            let about: String = try question.value("about")
            switch about {
            case "options": return try question.value("options", as: RackOptionOverrides.self).usable().json
            case "containers": return JSONValue(["containers": RackContainer.known.json])
            default: return try answer(about, of: try question.value("rack"), question)
            }
        } catch {
            throw WebError(error)
        }
    }

    private static func answer(
        _ about: String, of rack: Rack, _ question: JSONValue
    ) throws(JSONError) -> JSONValue {
        switch about {
        case "correct":
            guard let corrected = rack.corrected(by: try question.value("corrections")) else {
                throw JSONError(.unusable("a correction refers to a missing cell, or its value is invalid"))
            }
            return RackAnswer(corrected, file: try question.optional("file") ?? "-").json
        case "turn": return try turned(rack, question)
        case "csv": return text(rack.table(raw: try question.optional("raw") ?? false))
        case "table": return text(try table(of: rack, question))
        case "compare": return try comparison(of: rack, question)
        default: throw JSONError(.unusable("nothing is called “\(about)”"))
        }
    }

    private static func text(_ table: CSVTable) -> JSONValue { JSONValue(["text": table.text().json]) }

    private static func turned(_ rack: Rack, _ question: JSONValue) throws(JSONError) -> JSONValue {
        let options: RackOptions = try question.value("options")
        let turn = RackTurn(from: options.view, to: try question.value("view"))
        guard rack.isGrid else { throw JSONError(.unusable("a box without rows and columns has no corner A1")) }
        let (turned, corrections) = rack.turned(turn, try question.value("corrections"))
        return JSONValue([
            "rack": turned.json, "options": options.turned(turn).json, "corrections": corrections.json,
        ])
    }

    private static func table(of rack: Rack, _ question: JSONValue) throws(JSONError) -> CSVTable {
        var overrides = RackTableForm.OptionOverrides(
            form: try question.optional("table"), columns: try question.optional("columns"),
            words: try question.optional("words"), order: try question.optional("order"),
            separator: try question.optional("separator"), header: try question.optional("header"))
        if overrides.isWithoutForm { overrides.form = RackTableForm.Name.lims.rawValue }
        let date: String = try question.optional("date") ?? ""
        let raw: Bool = try question.optional("raw") ?? false
        do throws(RackTableForm.Refusal) {
            return rack.table(try RackTableForm(overrides) ?? RackTableForm(.lims), date: date, raw: raw)
        } catch {
            throw JSONError(.unusable("\(error.wish) is \(error.expected)"))
        }
    }

    private static func comparison(of rack: Rack, _ question: JSONValue) throws(JSONError) -> JSONValue {
        let contents: RackContents
        if let other: Rack = try question.optional("with") {
            contents = RackContents(other)
        } else {
            contents = try Self.contents(of: rack, listed: try question.value("list"))
        }
        let comparison = RackComparison(rack, with: contents)
        if try question.optional("format", as: String.self) == "csv" { return text(comparison.table(of: rack)) }
        let before = contents.items.sorted { $0.place < $1.place }.map { item in
            JSONValue([
                "row": item.place.row.json, "col": item.place.col.json, "name": rack.name(of: item.place).json,
                "value": item.value.json,
            ])
        }
        return JSONValue(["comparison": comparison.json, "before": before.json, "rack": contents.id?.json])
    }

    private static func contents(of rack: Rack, listed list: String) throws(JSONError) -> RackContents {
        let records: [[String]]
        do throws(CSVRecords.Failure) {
            records = try CSVRecords(parsing: list, limit: RackManifest.mostLines).records
        } catch {
            switch error {
            case .openQuote(let line): throw JSONError(.unusable("the quotation mark in line \(line) is never closed"))
            case .tooMany(let limit): throw JSONError(.unusable("the list has more than \(limit) lines"))
            }
        }
        let manifest: RackManifest
        do throws(RackManifest.Failure) {
            manifest = try RackManifest(records: records, wells: rack.namedPlaces)
        } catch {
            throw JSONError(.unusable("the list has no usable wells and codes"))
        }
        guard let contents = manifest.contents(of: rack) else {
            throw JSONError(.unusable("the list does not name this box"))
        }
        return contents
    }
}
