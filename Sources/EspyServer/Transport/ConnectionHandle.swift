import CMicroHTTPD

/// A connection of libmicrohttpd.
///
/// Unchecked, for the compiler knows nothing of pointers: libmicrohttpd lets any thread resume a suspended connection.
/// ``Gate`` suspends and resumes, under a lock, and never after libmicrohttpd has said that the request is over; all
/// else is called by the thread on which libmicrohttpd called us. The pointer never changes.
struct ConnectionHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    func suspend() { MHD_suspend_connection(pointer) }

    func resume() { MHD_resume_connection(pointer) }
}

/// A daemon of libmicrohttpd: its threads and what they serve.
///
/// Unchecked for the same reason: any thread may stop a daemon, and ``Listener`` does so once.
struct DaemonHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes no new connections any more.
    /// - Returns: the socket on which it listened, to be closed by the caller.
    func quiesce() -> Int32 { MHD_quiesce_daemon(pointer) }

    /// Closes all connections and waits for the threads. No connection may be suspended.
    func stop() { MHD_stop_daemon(pointer) }
}
