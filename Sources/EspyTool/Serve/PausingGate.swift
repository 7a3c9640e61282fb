import Espy
import Synchronization

/// Lets a person halt the indexer, beside the reasons that the machine has.
final class PausingGate: Pacing {
    private let base: (any Pacing)?
    private let paused = Mutex(false)

    init(base: (any Pacing)?) { self.base = base }

    var isPaused: Bool {
        get { paused.withLock { $0 } }
        set { paused.withLock { $0 = newValue } }
    }

    func reasonToWait() async -> PauseReason? {
        if isPaused { return .asked }
        return await base?.reasonToWait()
    }

    func rest() async {
        // Short, so that going on is felt at once.
        guard !isPaused, let base else {
            try? await Task.sleep(for: .milliseconds(300))
            return
        }
        await base.rest()
    }
}
