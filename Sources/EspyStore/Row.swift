import CSQLite

/// The current row of a query. It cannot be stored: copy what you need.
///
/// A value of an unexpected type means that the file was damaged or written by another program, which is reported as
/// ``StoreError/corrupt(path:reason:)``.
public struct Row: ~Copyable {
    private let pointer: OpaquePointer
    private let path: String

    init(_ pointer: OpaquePointer, path: String) {
        self.pointer = pointer
        self.path = path
    }

    public func integer(_ column: Int) throws(StoreError) -> Int {
        try expect(SQLITE_INTEGER, "an integer", column)
        return Int(sqlite3_column_int64(pointer, Int32(column)))
    }

    public func real(_ column: Int) throws(StoreError) -> Double {
        try expect(SQLITE_FLOAT, "a number", column)
        return sqlite3_column_double(pointer, Int32(column))
    }

    /// Invalid UTF-8 is replaced by U+FFFD.
    public func text(_ column: Int) throws(StoreError) -> String {
        try expect(SQLITE_TEXT, "text", column)
        guard let start = sqlite3_column_text(pointer, Int32(column)) else { throw outOfMemory }
        let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    public func bytes(_ column: Int) throws(StoreError) -> [UInt8] {
        try expect(SQLITE_BLOB, "bytes", column)
        let start = sqlite3_column_blob(pointer, Int32(column))
        let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
        guard count > 0 else { return [] }
        guard let start else { throw outOfMemory }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    public func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

    public func optionalInteger(_ column: Int) throws(StoreError) -> Int? {
        isNull(column) ? nil : try integer(column)
    }

    public func optionalText(_ column: Int) throws(StoreError) -> String? {
        isNull(column) ? nil : try text(column)
    }

    public func optionalReal(_ column: Int) throws(StoreError) -> Double? {
        isNull(column) ? nil : try real(column)
    }

    public func optionalBytes(_ column: Int) throws(StoreError) -> [UInt8]? {
        isNull(column) ? nil : try bytes(column)
    }

    private func type(_ column: Int) -> Int32 { sqlite3_column_type(pointer, Int32(column)) }

    private func expect(_ type: Int32, _ name: String, _ column: Int) throws(StoreError) {
        guard self.type(column) == type else {
            throw .corrupt(path: path, reason: "column \(column) of a row is not \(name)")
        }
    }

    private var outOfMemory: StoreError { .inaccessible(path: path, reason: "out of memory") }
}
