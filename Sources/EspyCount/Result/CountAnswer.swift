public import EspyBase

/// A count as the command line, the server and the web app return it: the keys of ``Count`` with `file`, `complete`,
/// `review` and, if there are named regions, several recipes or measured things, `regions`, `kinds` and `sizes`.
public struct CountAnswer: JSONWritable, Sendable, Equatable {
    /// The user's name for the photo.
    public var file: String
    public var count: Count

    public init(_ count: Count, file: String) {
        self.count = count
        self.file = file
    }

    public var json: JSONValue {
        let numbers = count.numbers
        let review = count.review.map { thing in
            JSONValue([
                "number": thing.number.json, "index": numbers.firstIndex(of: thing.number)?.json,
                "reasons": thing.reasons.json,
            ])
        }
        var fields = count.fields
        fields["file"] = file.json
        fields["complete"] = count.isComplete.json
        fields["review"] = review.json
        if !count.parameters.regions.isEmpty { fields["regions"] = count.regions.json }
        fields["sizes"] = count.sizes?.json
        if count.recipes != nil { fields["kinds"] = count.kinds.json }
        return JSONValue(fields)
    }
}

extension Count {
    /// Whether something was found, and nothing was skipped.
    public var isComplete: Bool { count > 0 && !warnings.contains(.tooMany) && !warnings.contains(.damagedPhoto) }
}

extension Count {
    /// One line for each detection by its number (``numbers``): first those that are counted, row by row.
    ///
    /// `number,x,y,width,height,confidence,cluster,main,doubt`. Positions are pixels with one decimal place, `x` and
    /// `y` of the top left corner; `main` says whether it is counted. If recipes were used, the name of the recipe
    /// follows: `recipe`. If there are named regions, the name of the region follows, or nothing outside: `region`. If
    /// things were measured, `length_mm,width_mm,diameter_mm,area_mm2,color` follow, in the unit of the scale or `px`,
    /// empty if not measured.
    public func table() -> CSVTable {
        let names = regionNames
        let isMeasured = parameters.measuring != nil
        let rows = zip(numbers, detections.indices).sorted { $0.0 < $1.0 }.map { number, index in
            let detection = detections[index]
            return
                [
                    String(number), CSV.number(detection.x), CSV.number(detection.y), CSV.number(detection.width),
                    CSV.number(detection.height), CSV.fraction(detection.confidence), String(detection.cluster),
                    String(detection.main), CSV.fraction(detection.doubt),
                ] + (recipeName(of: detection).map { [CSV.defused($0)] } ?? [])
                + (names.map { [CSV.defused($0[index] ?? "")] } ?? []) + (isMeasured ? sizeFields(detection.size) : [])
        }
        let columns =
            ["number", "x", "y", "width", "height", "confidence", "cluster", "main", "doubt"]
            + (recipe == nil && recipes == nil ? [] : ["recipe"]) + (names == nil ? [] : ["region"])
            + (isMeasured ? sizeColumns : [])
        return CSVTable(columns: columns, rows: rows)
    }

    /// The text of ``table()``.
    public func csv() -> String { table().text() }

    private var sizeColumns: [String] {
        ["length_\(sizeUnit)", "width_\(sizeUnit)", "diameter_\(sizeUnit)", "area_\(sizeUnit)2", "color"]
    }

    private func sizeFields(_ size: Size?) -> [String] {
        guard let size else { return sizeColumns.map { _ in "" } }
        let factor = 1 / (scale?.pixelsPerUnit ?? 1)
        let lengths = [size.length, size.width, size.diameter].map { CSV.measure($0 * factor) }
        return lengths + [CSV.measure(size.area * factor * factor), size.color]
    }

    /// Nil if no recipe was used.
    private func recipeName(of detection: Detection) -> String? {
        guard let recipes else { return recipe?.name }
        return recipes.indices.contains(detection.cluster) ? recipes[detection.cluster].name : ""
    }

    /// The region of each detection; nil if the photo has no regions.
    private var regionNames: [String?]? {
        guard !parameters.regions.isEmpty else { return nil }
        return regionPlaces.map { place in place.map { parameters.regions[$0].name } }
    }
}
