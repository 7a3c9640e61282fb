public import EspyBase
public import EspyPixels

/// Further examples, named regions and measuring are present only if they were set.
extension CountOptions: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "pipeline": pipeline.json, "confidence": confidence?.json, "similarity": similarity?.json,
            "filtersSize": filtersSize.json, "filtersAspect": filtersAspect.json, "border": border.json,
            "like": like?.json, "alsoLike": alsoLike.isEmpty ? nil : alsoLike.json,
            "unlike": unlike.isEmpty ? nil : unlike.json, "region": region?.json, "exclusions": exclusions.json,
            "regions": regions.isEmpty ? nil : regions.json, "measuring": measuring?.json,
            "constants": constants?.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            pipeline: try json.value("pipeline"), confidence: try json.optional("confidence"),
            similarity: try json.optional("similarity"), filtersSize: try json.value("filtersSize"),
            filtersAspect: try json.value("filtersAspect"), border: try json.value("border"),
            like: try json.optional("like"), alsoLike: try json.optional("alsoLike") ?? [],
            unlike: try json.optional("unlike") ?? [], region: try json.optional("region"),
            exclusions: try json.value("exclusions"), regions: try json.optional("regions") ?? [],
            measuring: try json.optional("measuring"), constants: try json.optional("constants"))
    }
}

extension CountOptions.Pipeline: JSONConvertible {}
extension CountOptions.BorderPolicy: JSONConvertible {}

extension CountOptions.Constants: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "size": size?.json, "aspect": aspect?.json, "area": area?.json, "smallestGroup": smallestGroup.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            size: try json.optional("size"), aspect: try json.optional("aspect"), area: try json.optional("area"),
            smallestGroup: try json.value("smallestGroup"))
    }
}

/// `{"name": "left", "corners": [{"x": 0, "y": 0}, …]}`; `[[0, 0], …]` and `"box": [0, 0, 400, 300]` are also read,
/// because they are easier to type.
extension CountOptions.Region: JSONConvertible {
    public var json: JSONValue { JSONValue(["name": name.json, "corners": corners.json]) }

    public init(json: JSONValue) throws(JSONError) {
        name = try json.value("name")
        if let box: [Double] = try json.optional("box") {
            guard box.count == 4 else { throw JSONError(.unusable("a box is [left, top, width, height]")) }
            corners = Quad(Rect(x: box[0], y: box[1], width: box[2], height: box[3])).corners
        } else {
            corners = try json.value("corners", as: [TypedPoint].self).map { $0.point }
        }
    }
}

/// `within` has the same form as corners of regions, and is omitted for the whole picture.
extension RegionLayout.Grid: JSONConvertible {
    public var json: JSONValue {
        JSONValue(["rows": rows.json, "columns": columns.json, "within": within?.corners.json])
    }

    public init(json: JSONValue) throws(JSONError) {
        let corners = try json.optional("within", as: [TypedPoint].self)?.map { $0.point }
        if let corners, corners.count != 4 { throw JSONError(.unusable("a grid lies within four corners")) }
        self.init(
            rows: try json.value("rows"), columns: try json.value("columns"),
            within: corners.map {
                Quad(topLeft: $0[0], topRight: $0[1], bottomRight: $0[2], bottomLeft: $0[3])
            })
    }
}

extension RegionLayout: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "width": size?.width.json, "height": size?.height.json, "regions": regions.isEmpty ? nil : regions.json,
            "grid": grid?.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        let (width, height): (Int?, Int?) = (try json.optional("width"), try json.optional("height"))
        size =
            width == nil && height == nil
            ? nil : PhotoSize(width: try json.value("width"), height: try json.value("height"))
        regions = try json.optional("regions") ?? []
        grid = try json.optional("grid")
    }
}

extension Measuring: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "scale": scale?.json, "reference": reference?.json, "smallest": smallest?.json, "largest": largest?.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            scale: try json.optional("scale"), reference: try json.optional("reference"),
            smallest: try json.optional("smallest"), largest: try json.optional("largest"))
    }
}

extension Measuring.Reference: JSONConvertible {
    public var json: JSONValue { JSONValue(["box": box.json, "length": length.json, "unit": unit.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(box: try json.value("box"), length: try json.value("length"), unit: try json.value("unit"))
    }
}

extension LengthScale: JSONConvertible {
    public var json: JSONValue { JSONValue(["pixelsPerUnit": pixelsPerUnit.json, "unit": unit.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(pixelsPerUnit: try json.value("pixelsPerUnit"), unit: try json.value("unit"))
    }
}

extension LengthScale.Unit: JSONConvertible {}

/// Missing keys are empty lists.
extension CountCorrections: JSONConvertible {
    public var json: JSONValue {
        JSONValue(["added": added.json, "removed": removed.json, "included": included.json])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            added: try json.optional("added") ?? [], removed: try json.optional("removed") ?? [],
            included: try json.optional("included") ?? [])
    }
}

extension Point: JSONConvertible {
    public var json: JSONValue { JSONValue(["x": x.json, "y": y.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(x: try json.value("x"), y: try json.value("y"))
    }
}

extension Rect: JSONConvertible {
    public var json: JSONValue {
        JSONValue(["x": x.json, "y": y.json, "width": width.json, "height": height.json])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            x: try json.value("x"), y: try json.value("y"), width: try json.value("width"),
            height: try json.value("height"))
    }
}

/// `[x, y]`, or the form that results use.
struct TypedPoint: JSONConvertible, Sendable, Equatable {
    let point: Point

    var json: JSONValue { point.json }

    init(json: JSONValue) throws(JSONError) {
        guard case .array = json else {
            point = try Point(json: json)
            return
        }
        let pair = try [Double](json: json)
        guard pair.count == 2 else { throw JSONError(.unusable("a point is [x, y]")) }
        point = Point(x: pair[0], y: pair[1])
    }
}
