import Espy
import EspyStore
import Foundation

/// Locks the file against other processes.
struct Holding {
    let path: String
    /// Whether the lock is exclusive, as if the program had the file to itself; otherwise it only blocks writing.
    let isAlone: Bool

    func run(seconds: Int) throws(StoreError) {
        let database = try Database(
            path: path, identity: HistorySchema.identity, migrations: HistorySchema.migrations)
        if isAlone { try database.execute("PRAGMA locking_mode = EXCLUSIVE") }
        _ = try database.transaction { () throws(StoreError) in
            try database.execute("UPDATE entry SET note = note")
            say("held")
            sleep(UInt32(seconds))
        }
    }
}
