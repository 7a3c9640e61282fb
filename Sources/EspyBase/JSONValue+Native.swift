// Not in the browser: it has no `Codable`. Here JSON values can be part of what Swift's own coders read and write.

extension JSONValue: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public init(from decoder: any Decoder) throws {
        // A failed attempt costs an error, so the most frequent types come first.
        let single = try? decoder.singleValueContainer()
        if let value = try? single?.decode(Double.self) {
            self = .number(value)
        } else if let value = try? single?.decode(String.self) {
            self = .string(value)
        } else if let value = try? single?.decode(Bool.self) {
            self = .bool(value)
        } else if single?.decodeNil() == true {
            self = .null
        } else if let box = try? decoder.container(keyedBy: Key.self) {
            var fields: [String: JSONValue] = [:]
            for key in box.allKeys { fields[key.stringValue] = try box.decode(JSONValue.self, forKey: key) }
            self = .object(fields)
        } else {
            var box = try decoder.unkeyedContainer()
            var values: [JSONValue] = []
            while !box.isAtEnd { values.append(try box.decode(JSONValue.self)) }
            self = .array(values)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let fields):
            var box = encoder.container(keyedBy: Key.self)
            for (key, value) in fields { try box.encode(value, forKey: Key(stringValue: key)) }
        case .array(let values):
            var box = encoder.unkeyedContainer()
            for value in values { try box.encode(value) }
        default:
            var box = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try box.encode(value)
            case .number(let value): try box.encode(value)
            case .string(let value): try box.encode(value)
            default: try box.encodeNil()
            }
        }
    }
}

extension JSONConvertible {
    /// For `Codable`.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        do throws(JSONError) { try self.init(json: value) } catch { throw error.decodingError(at: decoder.codingPath) }
    }
}

extension JSONWritable {
    /// For `Codable`.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

// Enumerations with raw values would find two implementations: this one, and that of Swift's own library.

extension JSONConvertible where Self: RawRepresentable & Decodable, RawValue == String {
    /// For `Codable`.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        do throws(JSONError) { try self.init(json: value) } catch { throw error.decodingError(at: decoder.codingPath) }
    }
}

extension JSONWritable where Self: RawRepresentable & Encodable, RawValue == String {
    /// For `Codable`.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension JSONError {
    private struct Step: CodingKey {
        let stringValue: String
        let intValue: Int?
        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, Int(stringValue)) }
        init?(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
    }

    /// The error that Swift's coders would throw.
    fileprivate func decodingError(at place: [any CodingKey]) -> DecodingError {
        let steps = path.map { Step(stringValue: $0) }
        switch reason {
        case .missing:
            let context = DecodingError.Context(
                codingPath: place + steps.dropLast(), debugDescription: "there is no such key")
            return .keyNotFound(steps.last ?? Step(stringValue: ""), context)
        case .isNot(let kind):
            let type: any Any.Type =
                switch kind {
                case "boolean": Bool.self
                case "number": Double.self
                case "whole number": Int.self
                case "string": String.self
                case "list": [JSONValue].self
                default: [String: JSONValue].self
                }
            return .typeMismatch(type, DecodingError.Context(codingPath: place + steps, debugDescription: "no \(kind)"))
        case .unusable(let what):
            return .dataCorrupted(DecodingError.Context(codingPath: place + steps, debugDescription: what))
        case .malformed(let index):
            return .dataCorrupted(
                DecodingError.Context(codingPath: place + steps, debugDescription: "no JSON from byte \(index) on"))
        }
    }
}
