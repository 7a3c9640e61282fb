/// A value as JSON has them (RFC 8259).
///
/// Results write and read themselves as such values, for the browser's build of Espy has no `Codable`.
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// An object of the fields that have a value.
    public init(_ fields: [String: JSONValue?]) { self = .object(fields.compactMapValues { $0 }) }
}

/// What writes itself as JSON.
public protocol JSONWritable {
    var json: JSONValue { get }
}

/// What writes itself as JSON, and is made of it again.
public protocol JSONConvertible: JSONWritable {
    init(json: JSONValue) throws(JSONError)
}

extension JSONValue: JSONConvertible {
    public var json: JSONValue { self }
    public init(json: JSONValue) throws(JSONError) { self = json }
}

/// Why a value of JSON is not what was expected.
public struct JSONError: Error, Equatable {
    public enum Reason: Sendable, Equatable {
        /// The text is no JSON from this byte on.
        case malformed(at: Int)
        case missing
        /// The value is of another kind; here is the one that was expected.
        case isNot(String)
        /// The value is of the right kind, and one that cannot be.
        case unusable(String)
    }

    public let reason: Reason
    /// The keys and the places in lists that lead to the value.
    public internal(set) var path: [String] = []

    public init(_ reason: Reason) { self.reason = reason }

    func under(_ step: String) -> JSONError {
        var error = self
        error.path.insert(step, at: 0)
        return error
    }
}

extension JSONValue {
    /// The field of an object.
    public func value<Value: JSONConvertible>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(JSONError) -> Value {
        guard let value: Value = try optional(key) else { throw JSONError(.missing).under(key) }
        return value
    }

    /// The field of an object; nil where it is not there, or null.
    public func optional<Value: JSONConvertible>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(JSONError) -> Value? {
        guard case .object(let fields) = self else { throw JSONError(.isNot("object")) }
        guard let field = fields[key], field != .null else { return nil }
        do { return try Value(json: field) } catch { throw error.under(key) }
    }
}

extension Bool: JSONConvertible {
    public var json: JSONValue { .bool(self) }

    public init(json: JSONValue) throws(JSONError) {
        guard case .bool(let value) = json else { throw JSONError(.isNot("boolean")) }
        self = value
    }
}

extension Double: JSONConvertible {
    public var json: JSONValue { .number(self) }

    public init(json: JSONValue) throws(JSONError) {
        guard case .number(let value) = json else { throw JSONError(.isNot("number")) }
        self = value
    }
}

extension Int: JSONConvertible {
    public var json: JSONValue { .number(Double(self)) }

    public init(json: JSONValue) throws(JSONError) {
        guard case .number(let number) = json, let value = Int(exactly: number) else {
            throw JSONError(.isNot("whole number"))
        }
        self = value
    }
}

extension String: JSONConvertible {
    public var json: JSONValue { .string(self) }

    public init(json: JSONValue) throws(JSONError) {
        guard case .string(let value) = json else { throw JSONError(.isNot("string")) }
        self = value
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    public var json: JSONValue { .array(map { $0.json }) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    public init(json: JSONValue) throws(JSONError) {
        guard case .array(let values) = json else { throw JSONError(.isNot("list")) }
        self = []
        for (index, value) in values.enumerated() {
            do { append(try Element(json: value)) } catch { throw error.under(String(index)) }
        }
    }
}

/// Cases by their names.
extension JSONConvertible where Self: RawRepresentable, RawValue == String {
    public var json: JSONValue { .string(rawValue) }

    public init(json: JSONValue) throws(JSONError) {
        let name = try String(json: json)
        guard let value = Self(rawValue: name) else { throw JSONError(.unusable("there is no “\(name)”")) }
        self = value
    }
}

extension JSONValue {
    /// On one line, with the keys of objects in order. A number that is not finite, which JSON cannot say, is null.
    public var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += Self.text(value)
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let fields):
            text += "{"
            for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text += "," }
                Self.write(field.key, to: &text)
                text += ":"
                field.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func text(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\0"..<" ": text += "\\u00" + Hexadecimal.text([UInt8(scalar.value)])
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
