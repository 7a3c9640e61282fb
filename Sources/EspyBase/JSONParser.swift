extension JSONValue {
    /// Parses the text of one value, as in RFC 8259. If a field occurs twice, the last one counts.
    ///
    /// - Parameter bytes: UTF-8.
    /// - Throws: ``JSONError/Reason/malformed(at:)``.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(bytes: bytes)
        self = try parser.document()
    }
}

/// Parses JSON byte by byte.
private struct JSONParser {
    let bytes: [UInt8]
    var place = 0

    /// The deepest nesting of lists and objects: far more than anything that Espy reads.
    private static let deepest = 100

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        skipBlanks()
        guard place == bytes.count else { throw malformed }
        return value
    }

    private var malformed: JSONError { JSONError(.malformed(at: place)) }
    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    /// Skips a byte if it is the next one.
    private mutating func pass(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ text: StaticString) throws(JSONError) {
        for index in 0..<text.utf8CodeUnitCount where !pass(text.utf8Start[index]) { throw malformed }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipBlanks()
        guard depth <= Self.deepest else { throw malformed }
        switch next {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try expect("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try expect("null")
            return .null
        default: return .number(try number())
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> [String: JSONValue] {
        place += 1
        var fields: [String: JSONValue] = [:]
        skipBlanks()
        if pass(UInt8(ascii: "}")) { return fields }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw malformed }
            let key = try string()
            skipBlanks()
            try expect(":")
            fields[key] = try value(depth: depth + 1)
            skipBlanks()
        } while pass(UInt8(ascii: ","))
        try expect("}")
        return fields
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
        place += 1
        var values: [JSONValue] = []
        skipBlanks()
        if pass(UInt8(ascii: "]")) { return values }
        repeat {
            values.append(try value(depth: depth + 1))
            skipBlanks()
        } while pass(UInt8(ascii: ","))
        try expect("]")
        return values
    }

    private mutating func digits() throws(JSONError) {
        let start = place
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { place += 1 }
        if place == start { throw malformed }
    }

    private mutating func number() throws(JSONError) -> Double {
        let start = place
        _ = pass(UInt8(ascii: "-"))
        if !pass(UInt8(ascii: "0")) { try digits() }
        if pass(UInt8(ascii: ".")) { try digits() }
        if pass(UInt8(ascii: "e")) || pass(UInt8(ascii: "E")) {
            if !pass(UInt8(ascii: "+")) { _ = pass(UInt8(ascii: "-")) }
            try digits()
        }
        guard let value = Double(String(decoding: bytes[start..<place], as: UTF8.self)), value.isFinite else {
            throw malformed
        }
        return value
    }

    private mutating func string() throws(JSONError) -> String {
        place += 1
        var text: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: text, as: UTF8.self) else { throw malformed }
                return text
            case UInt8(ascii: "\\"): text += Array(String(try escaped()).utf8)
            case 0..<0x20: throw malformed
            default: text.append(byte)
            }
        }
        throw malformed
    }

    private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
        guard let byte = next else { throw malformed }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try scalar()
        default: throw malformed
        }
    }

    /// A scalar from its UTF-16 code, or from a surrogate pair.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard 0xD800..<0xDC00 ~= first else { throw malformed }
        try expect("\\u")
        let second = try unit()
        guard 0xDC00..<0xE000 ~= second,
            let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw malformed }
        return scalar
    }

    private mutating func unit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw malformed }
            unit = unit << 4 | UInt32(digit)
            place += 1
        }
        return unit
    }
}
