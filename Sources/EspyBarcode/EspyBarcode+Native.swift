// Not in the browser: it has no `Codable`.

import EspyPixels

extension Barcode.Symbology: Codable {}

extension Barcode: Codable {
    private enum Key: String, CodingKey { case value, symbology, addOn, quad }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        self.init(
            value: try box.decode(String.self, forKey: .value),
            symbology: try box.decode(Symbology.self, forKey: .symbology),
            addOn: try box.decodeIfPresent(String.self, forKey: .addOn),
            quad: try box.decode(Quad.self, forKey: .quad))
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(value, forKey: .value)
        try box.encode(symbology, forKey: .symbology)
        try box.encodeIfPresent(addOn, forKey: .addOn)
        try box.encode(quad, forKey: .quad)
    }
}

extension ISBN: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let isbn = ISBN(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not an ISBN")
        }
        self = isbn
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
