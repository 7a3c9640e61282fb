import EspyPixels

/// `{"name": "left", "corners": [{"x": 0, "y": 0}, …]}`; read as `[[0, 0], …]` and as `"box": [0, 0, 400, 300]`, too,
/// which is easier to type.
extension CountOptions.Region: Codable {
    private enum Key: String, CodingKey { case name, corners, box }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        name = try values.decode(String.self, forKey: .name)
        if values.contains(.box) {
            let box = try values.decode([Double].self, forKey: .box)
            guard box.count == 4 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .box, in: values, debugDescription: "a box is [left, top, width, height]")
            }
            corners = Quad(Rect(x: box[0], y: box[1], width: box[2], height: box[3])).corners
        } else {
            corners = try values.decode([TypedPoint].self, forKey: .corners).map(\.point)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(name, forKey: .name)
        try values.encode(corners, forKey: .corners)
    }
}

/// `within` is written and read as corners of regions are, and left out for the whole picture.
extension RegionLayout.Grid: Codable {
    private enum Key: String, CodingKey { case rows, columns, within }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let corners = try values.decodeIfPresent([TypedPoint].self, forKey: .within)?.map(\.point)
        if let corners, corners.count != 4 {
            throw DecodingError.dataCorruptedError(
                forKey: .within, in: values, debugDescription: "a grid lies within four corners")
        }
        self.init(
            rows: try values.decode(Int.self, forKey: .rows), columns: try values.decode(Int.self, forKey: .columns),
            within: corners.map {
                Quad(topLeft: $0[0], topRight: $0[1], bottomRight: $0[2], bottomLeft: $0[3])
            })
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(rows, forKey: .rows)
        try values.encode(columns, forKey: .columns)
        try values.encodeIfPresent(within?.corners, forKey: .within)
    }
}

extension RegionLayout {
    private enum Key: String, CodingKey { case width, height, regions, grid }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        regions = try values.decodeIfPresent([CountOptions.Region].self, forKey: .regions) ?? []
        grid = try values.decodeIfPresent(Grid.self, forKey: .grid)
        guard values.contains(.width) || values.contains(.height) else {
            size = nil
            return
        }
        size = PhotoSize(
            width: try values.decode(Int.self, forKey: .width), height: try values.decode(Int.self, forKey: .height))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(size?.width, forKey: .width)
        try values.encodeIfPresent(size?.height, forKey: .height)
        if !regions.isEmpty { try values.encode(regions, forKey: .regions) }
        try values.encodeIfPresent(grid, forKey: .grid)
    }
}

/// `[x, y]`, or as results write it.
private struct TypedPoint: Decodable {
    let point: Point

    init(from decoder: any Decoder) throws {
        guard var pair = try? decoder.unkeyedContainer() else {
            point = try Point(from: decoder)
            return
        }
        point = Point(x: try pair.decode(Double.self), y: try pair.decode(Double.self))
        guard pair.isAtEnd else {
            throw DecodingError.dataCorruptedError(in: pair, debugDescription: "a point is [x, y]")
        }
    }
}
