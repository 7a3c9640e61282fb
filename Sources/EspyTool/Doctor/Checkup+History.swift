import Espy
import EspyApp

extension Checkup {
    /// How much there is in the history, and how much room its photos take.
    func history() async -> Check {
        let file = HistoryFile(surroundings.environment)
        guard file.exists else { return Check("history", "nothing is kept yet") }
        do {
            let history = try file.open(making: false)
            let (count, room) = (try await history.count(), try await history.photoRoom())
            return Check("history", "\(HistoryCommand.entries(count)); photos of \(room.text)")
        } catch {
            return Check("history", Problem(any: error).message, remedy: "“espy restore” puts a backup back")
        }
    }
}
