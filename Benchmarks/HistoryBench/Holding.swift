import Espy
import EspyStore
import Foundation

/// Keeps others from the file.
struct Holding {
    let path: String
    /// From all of it, as a program does that has it for itself alone; otherwise from writing only.
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
