import CSQLite

/// What can still be read of a database that may be damaged. No statement changes it.
package final class DatabaseRemains {
    private let connection: Connection

    package init(path: String) throws(StoreError) {
        connection = try Connection(path)
        connection.harden()
        // Who closes it at this moment holds it a while longer: without waiting, nothing would seem to be left.
        connection.setPatience(30_000)
    }

    /// Rows in the order of the file, up to the first that cannot be read.
    package func rows<Value>(_ sql: String, row: (borrowing Row) throws(StoreError) -> Value) -> [Value] {
        var values: [Value] = []
        guard let statement = try? Statement(sql, on: connection) else { return [] }
        while (try? statement.step()) == true {
            // One that makes no sense says nothing of the next.
            if let value = try? row(statement.row) { values.append(value) }
        }
        return values
    }
}
