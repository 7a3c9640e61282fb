public import EspyBase
import EspyPixels

extension Count: JSONConvertible {
    public var json: JSONValue { JSONValue(fields) }

    var fields: [String: JSONValue?] {
        [
            "schema": schema.json, "width": width.json, "height": height.json, "count": count.json,
            "range": range.json, "clusters": clusters.json, "detections": detections.json, "stages": stages.json,
            "model": model.json, "parameters": parameters.json, "warnings": warnings.json,
            "alternatives": alternatives?.json, "candidates": candidates?.json, "recipe": recipe?.json,
            "recipes": recipes?.json, "scale": scale?.json, "page": page?.json, "pages": pages?.json,
            "frames": frames?.json, "shown": shown?.json,
        ]
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            width: try json.value("width"), height: try json.value("height"), count: try json.value("count"),
            range: try json.value("range"), clusters: try json.value("clusters"),
            detections: try json.value("detections"), stages: try json.value("stages"),
            model: try json.value("model"), parameters: try json.value("parameters"),
            warnings: try json.value("warnings"))
        schema = try json.value("schema")
        alternatives = try json.optional("alternatives")
        candidates = try json.optional("candidates")
        recipe = try json.optional("recipe")
        recipes = try json.optional("recipes")
        scale = try json.optional("scale")
        page = try json.optional("page")
        pages = try json.optional("pages")
        frames = try json.optional("frames")
        shown = try json.optional("shown")
    }
}

extension Count.Warning: JSONConvertible {}
extension Count.Reason: JSONConvertible {}
extension CountProgress.Stage: JSONConvertible {}

extension Count.Range: JSONConvertible {
    public var json: JSONValue { JSONValue(["low": low.json, "high": high.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(low: try json.value("low"), high: try json.value("high"))
    }
}

extension Count.Cluster: JSONConvertible {
    public var json: JSONValue { JSONValue(["id": id.json, "count": count.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(id: try json.value("id"), count: try json.value("count"))
    }
}

extension Count.Stage: JSONConvertible {
    public var json: JSONValue { JSONValue(["name": name.json, "ms": ms.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(name: try json.value("name"), ms: try json.value("ms"))
    }
}

extension Count.Models: JSONConvertible {
    public var json: JSONValue { JSONValue(["detector": detector.json, "embedder": embedder?.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(detector: try json.value("detector"), embedder: try json.optional("embedder"))
    }
}

extension Count.Used: JSONConvertible {
    public var json: JSONValue { JSONValue(["name": name.json, "things": things.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(name: try json.value("name"), things: try json.value("things"))
    }
}

extension Recipe.Words: JSONConvertible {
    public var json: JSONValue { JSONValue(["one": one.json, "several": several.json]) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(try json.value("several"), one: try json.value("one"))
    }
}

/// Flat keys; `added` is present only if true, `size` only if known.
extension Count.Detection: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "x": x.json, "y": y.json, "width": width.json, "height": height.json, "confidence": confidence.json,
            "cluster": cluster.json, "main": main.json, "doubt": doubt.json, "added": isAdded ? true.json : nil,
            "size": size?.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            x: try json.value("x"), y: try json.value("y"), width: try json.value("width"),
            height: try json.value("height"), confidence: try json.value("confidence"),
            cluster: try json.value("cluster"), main: try json.value("main"), doubt: try json.value("doubt"))
        isAdded = try json.optional("added") ?? false
        size = try json.optional("size")
    }
}

extension Count.PossibleThing: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "x": x.json, "y": y.json, "width": width.json, "height": height.json, "confidence": confidence.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(try Rect(json: json), confidence: try json.value("confidence"))
    }
}

extension Count.Size: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "length": length.json, "width": width.json, "area": area.json, "diameter": diameter.json,
            "color": color.json, "outline": outline.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        length = try json.value("length")
        width = try json.value("width")
        area = try json.value("area")
        diameter = try json.value("diameter")
        color = try json.value("color")
        outline = try json.value("outline")
    }
}

extension Count.Alternative: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "count": count.json, "range": range.json, "example": example.json, "confidence": confidence.json,
            "cluster": cluster?.json, "similarity": similarity?.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            count: try json.value("count"), range: try json.value("range"), example: try json.value("example"),
            confidence: try json.value("confidence"), cluster: try json.optional("cluster"),
            similarity: try json.optional("similarity"))
    }
}

extension Count.Part: JSONConvertible {
    public var json: JSONValue {
        JSONValue(["name": name.json, "count": count.json, "range": range.json, "numbers": numbers.json])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            name: try json.value("name"), count: try json.value("count"), range: try json.value("range"),
            numbers: try json.value("numbers"))
    }
}

extension CountTotal: JSONConvertible {
    public var json: JSONValue { JSONValue(["photos": photos.json, "count": count.json, "range": range.json]) }

    public init(json: JSONValue) throws(JSONError) {
        photos = try json.value("photos")
        count = try json.value("count")
        range = try json.value("range")
    }
}

extension Count.Review: JSONConvertible {
    public var json: JSONValue {
        JSONValue(["number": number.json, "detection": detection.json, "reasons": reasons.json])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            number: try json.value("number"), detection: try json.value("detection"),
            reasons: try json.value("reasons"))
    }
}

extension Count.SizeSummary: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "unit": unit.json, "measured": measured.json, "length": length.json, "width": width.json,
            "diameter": diameter.json, "area": area.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            unit: try json.value("unit"), measured: try json.value("measured"), length: try json.value("length"),
            width: try json.value("width"), diameter: try json.value("diameter"), area: try json.value("area"))
    }
}

extension Count.Spread: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "mean": mean.json, "median": median.json, "deviation": deviation.json, "least": least.json,
            "most": most.json, "histogram": histogram.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        mean = try json.value("mean")
        median = try json.value("median")
        deviation = try json.value("deviation")
        least = try json.value("least")
        most = try json.value("most")
        histogram = try json.value("histogram")
    }
}

extension Count.Histogram: JSONConvertible {
    public var json: JSONValue { JSONValue(["from": from.json, "step": step.json, "counts": counts.json]) }

    public init(json: JSONValue) throws(JSONError) {
        from = try json.value("from")
        step = try json.value("step")
        counts = try json.value("counts")
    }
}
