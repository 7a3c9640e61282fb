// Not in the browser: it has no `Codable`.

extension Orientation: Codable {}

extension Point: Codable {
    private enum Key: String, CodingKey { case x, y }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        self.init(x: try box.decode(Double.self, forKey: .x), y: try box.decode(Double.self, forKey: .y))
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(x, forKey: .x)
        try box.encode(y, forKey: .y)
    }
}

extension Rect: Codable {
    private enum Key: String, CodingKey { case x, y, width, height }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        self.init(
            x: try box.decode(Double.self, forKey: .x), y: try box.decode(Double.self, forKey: .y),
            width: try box.decode(Double.self, forKey: .width), height: try box.decode(Double.self, forKey: .height))
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(x, forKey: .x)
        try box.encode(y, forKey: .y)
        try box.encode(width, forKey: .width)
        try box.encode(height, forKey: .height)
    }
}

extension Quad: Codable {
    private enum Key: String, CodingKey { case topLeft, topRight, bottomRight, bottomLeft }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        self.init(
            topLeft: try box.decode(Point.self, forKey: .topLeft),
            topRight: try box.decode(Point.self, forKey: .topRight),
            bottomRight: try box.decode(Point.self, forKey: .bottomRight),
            bottomLeft: try box.decode(Point.self, forKey: .bottomLeft))
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(topLeft, forKey: .topLeft)
        try box.encode(topRight, forKey: .topRight)
        try box.encode(bottomRight, forKey: .bottomRight)
        try box.encode(bottomLeft, forKey: .bottomLeft)
    }
}
