/// A value for a `?` of a statement.
public enum Parameter: Sendable, Equatable {
    case null
    case integer(Int)
    case real(Double)
    case text(String)
    case bytes([UInt8])

    public init(_ value: Int?) { self = value.map(Parameter.integer) ?? .null }
    public init(_ value: String?) { self = value.map(Parameter.text) ?? .null }
    public init(_ value: Double?) { self = value.map(Parameter.real) ?? .null }
    public init(_ value: [UInt8]?) { self = value.map(Parameter.bytes) ?? .null }
    public init(_ value: Bool) { self = .integer(value ? 1 : 0) }
}
