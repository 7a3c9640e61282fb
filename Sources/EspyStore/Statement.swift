import CSQLite

/// A compiled statement. It belongs to the connection that made it.
final class Statement {
    private let pointer: OpaquePointer
    private let connection: Connection

    init(_ sql: String, on connection: Connection) throws(StoreError) {
        var made: OpaquePointer?
        var hasRest = false
        let code = sql.withCString { text in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(connection.pointer, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, &rest)
            hasRest = rest.map { $0.pointee != 0 } ?? false
            return code
        }
        guard code == SQLITE_OK else { throw connection.error(code) }
        guard let made else { throw .statement("nothing to run in \(sql)") }
        pointer = made
        self.connection = connection
        // A second statement after the first would silently be ignored.
        if hasRest { throw .statement("more than one statement in \(sql)") }
    }

    deinit { sqlite3_finalize(pointer) }

    func bind(_ parameters: [Parameter]) throws(StoreError) {
        let expected = Int(sqlite3_bind_parameter_count(pointer))
        guard expected == parameters.count else {
            throw .statement("\(expected) parameters wanted, \(parameters.count) given")
        }
        for (index, parameter) in parameters.enumerated() {
            let code = bind(parameter, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw connection.error(code) }
        }
    }

    private func bind(_ parameter: Parameter, at index: Int32) -> Int32 {
        switch parameter {
        case .null: return sqlite3_bind_null(pointer, index)
        case .integer(let value): return sqlite3_bind_int64(pointer, index, Int64(value))
        case .real(let value): return sqlite3_bind_double(pointer, index, value)
        case .text(let text):
            // With a terminating zero, which is not counted, so that an empty text has an address, too.
            return text.utf8CString.withUnsafeBufferPointer { characters in
                sqlite3_bind_text64(
                    pointer, index, characters.baseAddress, UInt64(characters.count - 1), Self.copy,
                    UInt8(SQLITE_UTF8))
            }
        case .bytes(let bytes):
            // A null pointer would mean NULL, and an empty array may have one.
            if bytes.isEmpty { return sqlite3_bind_zeroblob(pointer, index, 0) }
            return sqlite3_bind_blob64(pointer, index, bytes, UInt64(bytes.count), Self.copy)
        }
    }

    /// - Returns: whether there is a row.
    func step() throws(StoreError) -> Bool {
        let code = sqlite3_step(pointer)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw connection.error(code)
        }
    }

    /// Appends all columns of the current row. SQLite converts non-numbers to 0.
    func appendIntegers(to values: inout [Int]) {
        for column in 0..<sqlite3_column_count(pointer) { values.append(Int(sqlite3_column_int64(pointer, column))) }
    }

    /// Ends the run, which releases locks, and clears the parameters.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    var row: Row { Row(pointer, path: connection.path) }

    /// SQLITE_TRANSIENT, which makes SQLite copy bound values; a macro with a cast that Swift does not import.
    private static var copy: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

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
