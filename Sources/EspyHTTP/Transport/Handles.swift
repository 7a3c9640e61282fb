import CMicroHTTPD
import Foundation
import Synchronization

/// A connection of libmicrohttpd.
///
/// Unchecked because the compiler cannot reason about pointers: libmicrohttpd lets any thread resume a suspended
/// connection. ``ConnectionSuspension`` suspends and resumes under a lock, and never after libmicrohttpd has reported the end of the
/// request; everything else is called on the thread that libmicrohttpd called us on. The pointer never changes.
struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    func suspend() { MHD_suspend_connection(pointer) }

    func resume() { MHD_resume_connection(pointer) }
}

/// A daemon of libmicrohttpd: its threads and what they serve.
///
/// Unchecked for the same reason: ``Acceptor`` hands it connections from one thread, and any thread may stop it, which
/// ``HTTPServer`` does once, after the last handover.
struct DaemonHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Hands over a connection. The daemon owns it from now on, even if it rejects it.
    func add(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) {
        _ = MHD_add_connection(pointer, socket, address, length)
    }

    /// Closes all connections and waits for the threads. No connection may be suspended.
    func stop() { MHD_stop_daemon(pointer) }
}

/// A response of libmicrohttpd.
///
/// Unchecked because the compiler cannot reason about pointers: libmicrohttpd counts references to a response under its
/// own lock, and any number of threads may send one at the same time. The pointer never changes.
final class ResponseHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// - Parameter pointer: owned by this from now on.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { MHD_destroy_response(pointer) }
}

/// Suspends a connection while there is nothing to do for it.
///
/// No event between checking and suspending is lost: a signal that finds the connection awake is kept, and cancels the
/// next suspension.
final class ConnectionSuspension: Sendable {
    private enum State {
        case awake
        case signaled
        case suspended
        case closed
    }

    private let handle: ConnectionHandle
    private let state = Mutex(State.awake)

    init(_ handle: ConnectionHandle) { self.handle = handle }

    /// Called only by the library's thread.
    /// - Returns: false when something happened meanwhile: check again.
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

    /// The request is over; the connection must not be touched any more.
    func close() { state.withLock { $0 = .closed } }
}
