import Espy
import EspyServer

/// Opens the history of the user for the server.
struct HistoryDoor: HistoryOpening {
    private let surroundings: Surroundings

    init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    func open(making: Bool) async throws(EspyServer.Problem) -> History? {
        let file = HistoryFile(surroundings)
        guard making || file.exists else { return nil }
        do throws(Problem) {
            let history = try file.open(making: making)
            try? await history.purge(at: surroundings.now())
            return history
        } catch {
            throw .historyUnusable(error.message)
        }
    }
}
