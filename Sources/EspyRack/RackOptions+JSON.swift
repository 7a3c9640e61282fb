public import EspyBase
import EspyPixels

/// A view from above with A1 at the top left is omitted: older options had no view.
extension RackOptions: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "grid": grid.json, "looksTwice": looksTwice.json, "maxDimension": maxDimension?.json,
            "view": view == RackView() ? nil : view.json, "corners": corners?.json, "container": container?.json,
            "positions": positions.isEmpty ? nil : positions.json, "turn": turn?.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            grid: try json.value("grid"), looksTwice: try json.value("looksTwice"),
            maxDimension: try json.optional("maxDimension"), view: try json.optional("view") ?? RackView())
        corners = try json.optional("corners")
        container = try json.optional("container")
        positions = try json.optional("positions") ?? []
        turn = try json.optional("turn")
    }
}

extension RackGrid: JSONConvertible {
    public var json: JSONValue { .string(description) }

    public init(json: JSONValue) throws(JSONError) {
        guard let grid = Self(parsing: try String(json: json)) else { throw JSONError(.unusable("not a grid")) }
        self = grid
    }
}

extension RackView.Corner: JSONConvertible {}

extension RackView: JSONConvertible {
    public var json: JSONValue { JSONValue(["a1": a1.json, "isFromBelow": isFromBelow.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(a1: try json.value("a1"), isFromBelow: try json.value("isFromBelow"))
    }
}

extension RackCorners: JSONConvertible {
    public var json: JSONValue { .array(points.map { $0.json }) }

    /// The text that ``init(_:)`` reads.
    public init(json: JSONValue) throws(JSONError) {
        var points: [Point] = []
        for point in try [JSONValue](json: json) { points.append(try Point(point)) }
        guard let corners = Self(points) else { throw JSONError(.unusable("not the corners of a box")) }
        self = corners
    }
}

extension RackPosition: JSONConvertible {
    public var json: JSONValue { JSONValue(["name": name.json, "x": x.json, "y": y.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(try json.value("name"), x: try json.value("x"), y: try json.value("y"))
    }
}

extension RackContainer: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "name": name.json, "rows": rows.json, "cols": cols.json, "a1": view.a1.json,
            "fromBelow": view.isFromBelow.json, "positions": positions.isEmpty ? nil : positions.json,
        ])
    }

    /// `a1` and `fromBelow` are optional, and with `positions` so are the rows and columns.
    public init(json: JSONValue) throws(JSONError) {
        let positions: [RackPosition] = try json.optional("positions") ?? []
        let view = RackView(
            a1: try json.optional("a1") ?? .topLeft, isFromBelow: try json.optional("fromBelow") ?? false)
        self.init(
            try json.value("name"), rows: positions.isEmpty ? try json.value("rows") : 1,
            cols: positions.isEmpty ? try json.value("cols") : positions.count, view: view)
        self.positions = positions
        guard isUsable else {
            throw JSONError(.unusable("a name, and rows and columns from 1 to 64, or positions"))
        }
    }
}

extension RackCorrections: JSONConvertible {
    public var json: JSONValue { JSONValue(["values": values.json, "rack": rack?.json]) }

    /// Missing keys are empty lists.
    public init(json: JSONValue) throws(JSONError) {
        self.init(values: try json.optional("values") ?? [], rack: try json.optional("rack"))
    }
}

extension RackCorrections.Value: JSONConvertible {
    public var json: JSONValue { JSONValue(["row": row.json, "col": col.json, "value": value.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(row: try json.value("row"), col: try json.value("col"), value: try json.value("value"))
    }
}
