import DataMatrix
public import EspyBase
import EspyPixels

extension Rack: JSONConvertible {
    public var json: JSONValue { JSONValue(fields) }

    /// The fields of a result; the box's own code, if known, is `rack`.
    var fields: [String: JSONValue?] {
        [
            "schema": schema.json, "rack": id?.json, "width": width.json, "height": height.json, "rows": rows.json,
            "cols": cols.json, "origin": origin.json, "layout": layout.json, "outline": outline?.json,
            "cells": cells.json, "vials": vials.json, "outside": outside.json, "duplicates": duplicates.json,
            "warnings": warnings.json, "page": page?.json, "pages": pages?.json, "frames": frames?.json,
            "shown": shown?.json,
        ]
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            width: try json.value("width"), height: try json.value("height"), rows: try json.value("rows"),
            cols: try json.value("cols"), origin: try json.value("origin"), layout: try json.value("layout"),
            outline: try Quad(json.optional("outline")), cells: try json.value("cells"),
            vials: try json.value("vials"), outside: try json.value("outside"),
            duplicates: try json.value("duplicates"), warnings: try json.value("warnings"))
        schema = try json.value("schema")
        id = try json.optional("rack")
        page = try json.optional("page")
        pages = try json.optional("pages")
        frames = try json.optional("frames")
        shown = try json.optional("shown")
    }
}

extension Rack.Origin: JSONConvertible {}
extension Rack.Layout: JSONConvertible {}
extension Rack.Cell.Status: JSONConvertible {}
extension Rack.Warning.Kind: JSONConvertible {}

extension Rack.Place: JSONConvertible {
    public var json: JSONValue { JSONValue(["row": row.json, "col": col.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(row: try json.value("row"), col: try json.value("col"))
    }
}

extension Rack.Cell: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "row": row.json, "col": col.json, "name": name.json, "status": status.json, "x": x.json, "y": y.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        let center = Point(x: try json.value("x"), y: try json.value("y"))
        self.init(place: try Rack.Place(json: json), status: try json.value("status"), center: center)
        name = try json.value("name")
    }
}

extension Rack.Duplicate: JSONConvertible {
    public var json: JSONValue { JSONValue(["value": value.json, "places": places.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(value: try json.value("value"), places: try json.value("places"))
    }
}

extension Rack.Warning: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "kind": kind.json, "value": value?.json, "places": places.json, "part": part?.json, "parts": parts?.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(try json.value("kind"), value: try json.optional("value"), places: try json.value("places"))
        part = try json.optional("part")
        parts = try json.optional("parts")
    }
}

/// Flat keys; the payload as hexadecimal digits. Rare fields are present only if the code has them: `eci`, the first
/// character set that the code names, and `interpretations`, all of them, if there are several or the first does not
/// apply from the first byte on; `structuredAppend`; `readerProgramming`, which is true.
extension Rack.Code: JSONConvertible {
    public var json: JSONValue { JSONValue(fields) }

    fileprivate var fields: [String: JSONValue?] {
        let hasMore = interpretations.count > 1 || (interpretations.first?.offset ?? 0) > 0
        return [
            "value": value.json, "isHex": isHex.json, "x": x.json, "y": y.json, "corners": corners.json,
            "symbol": symbol.json, "errorsCorrected": errorsCorrected.json, "bytes": Hexadecimal.text(bytes).json,
            "eci": interpretations.first?.eci.json,
            "interpretations": hasMore ? .array(interpretations.map { $0.json }) : nil,
            "structuredAppend": part?.json, "readerProgramming": isReaderProgramming ? true.json : nil,
        ]
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let corners = try Quad(json.value("corners")) else { throw JSONError(.missing) }
        guard let bytes = Hexadecimal.bytes(try json.value("bytes")) else {
            throw JSONError(.unusable("not hexadecimal"))
        }
        self.init(
            value: try json.value("value"), isHex: try json.value("isHex"), corners: corners,
            symbol: try json.value("symbol"), errorsCorrected: try json.value("errorsCorrected"), bytes: bytes)
        x = try json.value("x")
        y = try json.value("y")
        if let all: [JSONValue] = try json.optional("interpretations") {
            for one in all { interpretations.append(try Interpretation(one)) }
        } else if let first: Int = try json.optional("eci") {
            interpretations = [Interpretation(offset: 0, eci: first)]
        }
        if let part: JSONValue = try json.optional("structuredAppend") { self.part = try StructuredAppend(read: part) }
        isReaderProgramming = try json.optional("readerProgramming") ?? false
    }
}

/// The keys of the code and of its place in one object; `typed` is present only if true.
extension Rack.Vial: JSONConvertible {
    public var json: JSONValue {
        let own: [String: JSONValue?] = [
            "row": row.json, "col": col.json, "name": name.json, "isDuplicate": isDuplicate.json,
            "typed": isTyped ? true.json : nil,
        ]
        return JSONValue(code.fields.updated(by: own))
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            code: try Rack.Code(json: json), place: try Rack.Place(json: json),
            isDuplicate: try json.value("isDuplicate"), isTyped: try json.optional("typed") ?? false)
        name = try json.value("name")
    }
}

/// A rack as the command line, the server and the web app return it: the keys of ``Rack`` with `file` and `complete`,
/// and `comparison` if the box was compared.
public struct RackAnswer: JSONWritable, Sendable, Equatable {
    /// The user's name for the photo.
    public var file: String
    public var rack: Rack
    public var comparison: RackComparison?

    public init(_ rack: Rack, file: String, comparison: RackComparison? = nil) {
        self.rack = rack
        self.file = file
        self.comparison = comparison
    }

    public var json: JSONValue {
        let own: [String: JSONValue?] = [
            "file": file.json, "complete": rack.isComplete.json, "comparison": comparison?.json,
        ]
        return JSONValue(rack.fields.updated(by: own))
    }
}

// JSON for types of the inner modules, which know nothing about it.

extension Point {
    var json: JSONValue { JSONValue(["x": x.json, "y": y.json]) }

    init(_ json: JSONValue) throws(JSONError) { self.init(x: try json.value("x"), y: try json.value("y")) }
}

extension Quad {
    fileprivate var json: JSONValue {
        JSONValue([
            "topLeft": topLeft.json, "topRight": topRight.json, "bottomRight": bottomRight.json,
            "bottomLeft": bottomLeft.json,
        ])
    }

    /// Nil for nil.
    fileprivate init?(_ json: JSONValue?) throws(JSONError) {
        guard let json else { return nil }
        self.init(
            topLeft: try Point(json.value("topLeft")), topRight: try Point(json.value("topRight")),
            bottomRight: try Point(json.value("bottomRight")), bottomLeft: try Point(json.value("bottomLeft")))
    }
}

extension Interpretation {
    fileprivate var json: JSONValue { JSONValue(["offset": offset.json, "eci": eci.json]) }

    fileprivate init(_ json: JSONValue) throws(JSONError) {
        self.init(offset: try json.value("offset"), eci: try json.value("eci"))
    }
}

extension StructuredAppend {
    fileprivate var json: JSONValue {
        let identifier = JSONValue.array(fileIdentifier.map { Int($0).json })
        return JSONValue(["position": position.json, "count": count.json, "fileIdentifier": identifier])
    }

    fileprivate init(read json: JSONValue) throws(JSONError) {
        let identifier: [Int] = try json.value("fileIdentifier")
        let read = StructuredAppend(
            position: try json.value("position"), count: try json.value("count"),
            fileIdentifier: identifier.compactMap { UInt8(exactly: $0) })
        guard let read else { throw JSONError(.unusable("not a valid symbol position")) }
        self = read
    }
}

extension RackComparison: JSONWritable {
    public var json: JSONValue {
        JSONValue([
            "agreeing": agreeing.json, "differences": .array(differences.map { $0.json }), "notes": notes.json,
        ])
    }
}

extension RackComparison.Kind: JSONConvertible {}

extension RackComparison.Difference: JSONWritable {
    public var json: JSONValue {
        JSONValue([
            "kind": kind.json, "value": value?.json, "expected": expected.json, "found": found.json,
            "elsewhere": elsewhere?.json,
        ])
    }
}

extension RackComparison.Elsewhere: JSONWritable {
    public var json: JSONValue {
        JSONValue(["rack": rack?.json, "entry": entry.json, "place": place.json, "well": well.json])
    }
}
