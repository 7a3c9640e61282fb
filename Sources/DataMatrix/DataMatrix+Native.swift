// Not in the browser: it has neither tasks nor `Codable`.

extension SymbolReader {
    /// Reads every symbol in the view, on as many cores as the task's executor provides.
    ///
    /// First come the patches that solid finders form, in both polarities, at full and half size; then every place as
    /// dense as the symbols read so far, by its border alone. If the task is canceled, returns what was read so far.
    public func read(_ view: GrayView) async -> SymbolReadings {
        guard var rounds = SymbolRounds(view, sizes: options.sizes) else { return .none }
        while let parts = rounds.next() {
            rounds.take(
                await withTaskGroup(of: (Int, SymbolSearch).self) { group in
                    for (index, part) in parts.enumerated() { group.addTask { (index, part()) } }
                    var done: [Int: SymbolSearch] = [:]
                    for await (index, search) in group { done[index] = search }
                    return parts.indices.compactMap { done[$0] }
                })
        }
        return rounds.result
    }
}

extension SymbolSize: Codable {
    private enum CodingKeys: String, CodingKey { case rows, columns }

    /// Throws `DecodingError.dataCorrupted` for dimensions outside the standards.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let rows = try values.decode(Int.self, forKey: .rows)
        let columns = try values.decode(Int.self, forKey: .columns)
        guard let size = Self(rows: rows, columns: columns) else {
            throw DecodingError.dataCorruptedError(
                forKey: .rows, in: values, debugDescription: "no DataMatrix symbol has \(rows)x\(columns) modules")
        }
        self = size
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(rows, forKey: .rows)
        try values.encode(columns, forKey: .columns)
    }
}

extension Encodation: Codable {}
extension Message.Kind: Codable {}

extension Message: Codable {
    private enum CodingKeys: String, CodingKey { case bytes, kind, interpretations, structuredAppend }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            bytes: try values.decode([UInt8].self, forKey: .bytes), kind: try values.decode(Kind.self, forKey: .kind),
            interpretations: try values.decode([Interpretation].self, forKey: .interpretations),
            structuredAppend: try values.decodeIfPresent(StructuredAppend.self, forKey: .structuredAppend))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(bytes, forKey: .bytes)
        try values.encode(kind, forKey: .kind)
        try values.encode(interpretations, forKey: .interpretations)
        try values.encodeIfPresent(structuredAppend, forKey: .structuredAppend)
    }
}

extension Interpretation: Codable {
    private enum CodingKeys: String, CodingKey { case offset, eci }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            offset: try values.decode(Int.self, forKey: .offset), eci: try values.decode(Int.self, forKey: .eci))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(offset, forKey: .offset)
        try values.encode(eci, forKey: .eci)
    }
}

extension StructuredAppend: Codable {
    private enum CodingKeys: String, CodingKey { case position, count, fileIdentifier }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let read = Self(
            position: try values.decode(Int.self, forKey: .position),
            count: try values.decode(Int.self, forKey: .count),
            fileIdentifier: try values.decode([UInt8].self, forKey: .fileIdentifier))
        guard let read else {
            throw DecodingError.dataCorruptedError(
                forKey: .position, in: values, debugDescription: "not a valid symbol position")
        }
        self = read
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(position, forKey: .position)
        try values.encode(count, forKey: .count)
        try values.encode(fileIdentifier, forKey: .fileIdentifier)
    }
}
