import Synchronization

/// Holds a connection back while there is nothing to do for it.
///
/// Something can come up between looking and suspending; it is not missed, for a signal that finds the connection awake
/// is kept, and takes the place of the next suspension.
final class Gate: Sendable {
    private enum State {
        case awake
        case signaled
        case suspended
        case closed
    }

    private let handle: ConnectionHandle
    private let state = Mutex(State.awake)

    init(_ handle: ConnectionHandle) { self.handle = handle }

    /// Called by the thread of the library alone.
    /// - Returns: false when something came up meanwhile: look again.
    func suspend() -> Bool {
        state.withLock { state in
            switch state {
            case .signaled:
                state = .awake
                return false
            case .awake:
                handle.suspend()
                state = .suspended
            case .suspended, .closed: break
            }
            return true
        }
    }

    /// There is something to do.
    func signal() {
        state.withLock { state in
            switch state {
            case .awake: state = .signaled
            case .suspended:
                state = .awake
                handle.resume()
            case .signaled, .closed: break
            }
        }
    }

    /// The request is over, and the connection may not be touched any more.
    func close() { state.withLock { $0 = .closed } }
}
