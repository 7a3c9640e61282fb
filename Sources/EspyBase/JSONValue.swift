/// A JSON value (RFC 8259).
///
/// Results are converted to and from such values, because the browser's build of Espy has no `Codable`.
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// An object of the fields that are not nil.
    public init(_ fields: [String: JSONValue?]) { self = .object(fields.compactMapValues { $0 }) }
}

/// A type that can be written as JSON.
public protocol JSONWritable {
    var json: JSONValue { get }
}

/// A type that can be converted to JSON and back.
public protocol JSONConvertible: JSONWritable {
    init(json: JSONValue) throws(JSONError)
}

extension JSONValue: JSONConvertible {
    public var json: JSONValue { self }
    public init(json: JSONValue) throws(JSONError) { self = json }
}

/// A reason why a JSON value is not as expected.
public struct JSONError: Error, Equatable {
    public enum Reason: Sendable, Equatable {
        /// The text is not valid JSON from this byte on.
        case malformed(at: Int)
        case missing
        /// The value has another type than this expected one.
        case isNot(String)
        /// The value has the right type, but is not allowed.
        case unusable(String)
    }

    public let reason: Reason
    /// The keys and list indices that lead to the value.
    public internal(set) var path: [String] = []

    public init(_ reason: Reason) { self.reason = reason }

    func under(_ step: String) -> JSONError {
        var error = self
        error.path.insert(step, at: 0)
        return error
    }
}

extension JSONValue {
    /// Returns a field of an object.
    public func value<Value: JSONConvertible>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(JSONError) -> Value {
        guard let value: Value = try optional(key) else { throw JSONError(.missing).under(key) }
        return value
    }

    /// Returns a field of an object; nil if it is missing or null.
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

/// Enumerations are written as their raw values.
extension JSONConvertible where Self: RawRepresentable, RawValue == String {
    public var json: JSONValue { .string(rawValue) }

    public init(json: JSONValue) throws(JSONError) {
        let name = try String(json: json)
        guard let value = Self(rawValue: name) else { throw JSONError(.unusable("there is no “\(name)”")) }
        self = value
    }
}

extension JSONValue {
    /// The text on one line, with sorted keys. Numbers that are not finite, which JSON does not support, become null.
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
