import CMicroHTTPD

/// A response of libmicrohttpd.
///
/// Unchecked, for the compiler knows nothing of pointers: libmicrohttpd counts who holds a response under a lock of its
/// own, and any number of threads may send one at the same time. The pointer never changes.
final class ReplyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// - Parameter pointer: belongs to this from now on.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { MHD_destroy_response(pointer) }
}
