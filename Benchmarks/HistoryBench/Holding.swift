import Espy
import EspyStore
import Foundation

/// Keeps the file locked against everybody else.
struct Holding {
    let path: String

    func run(seconds: Int) throws(StoreError) {
        let database = try Database(
            path: path, identity: HistorySchema.identity, migrations: HistorySchema.migrations)
        try database.execute("PRAGMA locking_mode = EXCLUSIVE")
        _ = try database.transaction { () throws(StoreError) in try database.execute("UPDATE entry SET note = note") }
        say("held")
        sleep(UInt32(seconds))
    }
}
