import Foundation

extension SampleTruth {
    /// JSON with one cell row or one vial per line, so that people can read it and compare versions.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        var fields = [
            "\"seed\": \(seed)", "\"width\": \(width)", "\"height\": \(height)", "\"rows\": \(rows)",
            "\"columns\": \(columns)", "\"outline\": \(try text(outline))",
        ]
        if let rackCode { fields.append("\"rackCode\": \(try text(rackCode))") }
        fields.append("\"cells\": [\n\(try cells.map(text).joined(separator: ",\n"))\n]")
        fields.append("\"vials\": [\n\(try vials.map(text).joined(separator: ",\n"))\n]")
        return "{\n\(fields.joined(separator: ",\n"))\n}\n"
    }

    /// - Throws: `DecodingError` if the text is not the truth of a sample.
    public init(json: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    }
}
