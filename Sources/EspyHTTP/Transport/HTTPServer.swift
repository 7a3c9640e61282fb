import CGnuTLS
import CMicroHTTPD
import Foundation
import Synchronization

/// Serves HTTP or HTTPS with the responses of a ``RequestHandler``.
///
/// libmicrohttpd reads and writes bytes on its own threads (``Daemon``). They ask an ``Exchange`` what to do with a
/// request; the response is made by tasks, which never wait on those threads.
package final class HTTPServer: Sendable {
    /// The same for all addresses.
    package let port: Int
    private let context: ServerContext
    private let daemon: DaemonHandle
    private let acceptor: Acceptor
    private let watch: Task<Void, Never>
    private let isStopped = Mutex(false)

    /// Starts accepting clients.
    ///
    /// - Parameters:
    ///   - addresses: numeric. The first has to work; others that the machine does not have are skipped.
    ///   - port: 0 for any free port.
    ///   - variables: of the environment. If they name sockets that a service manager opened for this process, the
    ///     server listens on those and ignores `addresses` and `port`.
    ///   - certificate: if given, the server speaks only HTTPS.
    ///   - name: the server's name, for users.
    ///   - handler: makes the handler for the port in use, which it may need to recognize the server's own names.
    package init(
        on addresses: [String] = ["127.0.0.1", "::1"], port: Int, variables: [String: String] = [:],
        certificate: ServerCertificate? = nil, limits: Limits = Limits(), name: String = "The server",
        handler: (_ port: Int) -> RequestHandler
    ) throws(ListenError) {
        let sockets =
            if let given = try ListeningSockets.inherited(variables) { given } else {
                try ListeningSockets(addresses, port: port)
            }
        let context = ServerContext(
            name: name, handler: handler(sockets.port), limits: limits, workers: WorkerThreads(count: 4),
            isEncrypted: certificate != nil, now: Self.now)
        do throws(ListenError) {
            (daemon, acceptor) = try Self.start(context, sockets, certificate)
        } catch {
            context.workers.stop()
            throw error
        }
        self.port = sockets.port
        self.context = context
        watch = Task(executorPreference: context.workers) { await context.connections.watch(now: context.now) }
    }

    private static func start(
        _ context: ServerContext, _ sockets: ListeningSockets, _ certificate: ServerCertificate?
    ) throws(ListenError) -> (DaemonHandle, Acceptor) {
        let daemon = try Daemon.start(context, certificate)
        do throws(ListenError) {
            return (daemon, try Acceptor(sockets, daemon: daemon))
        } catch {
            daemon.stop()
            throw error
        }
    }

    private static let now: @Sendable () -> Double = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Connections that are open now.
    package var connections: Int { context.connections.count }

    /// Accepts no new connections, lets running requests finish for a while, then cancels them. Returns when all have
    /// ended.
    package func stop() async {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        // In its own task: a caller that was canceled still has to wait.
        await Task { await end() }.value
    }

    private func end() async {
        await acceptor.stop()
        let connections = context.connections
        await wait(context.limits.farewell) {
            // A stream may never end; its client reconnects.
            for exchange in $0 { exchange.endEvents() }
        }
        connections.beginClosing()
        for exchange in connections.exchanges { exchange.leave() }
        await wait(1) { _ in }
        // Answer requests that still wait: libmicrohttpd must not be stopped while a connection is suspended.
        for exchange in connections.exchanges {
            exchange.finish(context.handler.refuse(.stopping(context.name), exchange.connection.peer))
        }
        await wait(0.2) { _ in }
        watch.cancel()
        let (daemon, context) = (daemon, context)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                daemon.stop()
                context.workers.stop()
                continuation.resume()
            }
        }
    }

    /// Waits until no request is running, at most `seconds`.
    private func wait(_ seconds: Double, each: ([Exchange]) -> Void) async {
        let end = context.now() + seconds
        while context.now() < end {
            let running = context.connections.exchanges
            if running.isEmpty { return }
            each(running)
            try? await Task.sleep(for: .milliseconds(10))
        }
    }
}

extension HTTPServer {
    /// The limits of a server. Times are in seconds.
    package struct Limits: Sendable {
        /// Connections at a time. When all are in use, the longest idle one is closed.
        package var connections = 2048
        /// Connections at a time from one address other than this machine's.
        package var connectionsPerAddress = 64
        /// For the first request header of a connection, including the TLS handshake.
        package var headerTime = 10.0
        /// Between the requests of a connection, including the next header.
        package var idleTime = 60.0
        /// Bytes per second below which a transfer, in either direction, is aborted.
        var slowestRate = 2048.0
        /// How far, in seconds, a client may fall behind that rate.
        package var patience = 10.0
        /// Bytes of a header, including its target.
        package var headerBytes = 16 << 10
        package var headerFields = 100
        var targetBytes = 8 << 10
        /// How long the rest of a body is read and dropped after its request was answered.
        package var drainTime = 30.0
        /// Between comments in a quiet event stream.
        package var heartbeat = 15.0
        /// How long running requests may continue after the server is asked to stop.
        package var farewell = 5.0
        /// Threads that move bytes.
        package var threads = 2

        package init() {}
    }
}

/// The libraries that this module uses.
package enum HTTPLibraries {
    /// Names and versions.
    package static var versions: [(name: String, version: String)] {
        [
            ("libmicrohttpd", String(cString: MHD_get_version())),
            ("GnuTLS", gnutls_check_version(nil).map { String(cString: $0) } ?? "?"),
        ]
    }
}

/// Accepts clients from the listening sockets, on its own thread, and hands them to the daemon.
///
/// libmicrohttpd could accept them itself, but cannot be stopped safely: `MHD_quiesce_daemon` (0.9.75) asks a pool
/// thread to release the socket, then removes the socket from that thread's epoll set. A thread that is awake also
/// removes it, and the second removal aborts the process. So the daemon never gets the sockets.
final class Acceptor: Sendable {
    private let sockets: [Int32]
    private let daemon: DaemonHandle
    /// Writing a byte to it wakes the thread and ends it.
    private let pipe: (read: Int32, write: Int32)
    private let state = Mutex(State())

    private struct State {
        var isFinished = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// - Parameters:
    ///   - sockets: owned by this, and closed when it stops.
    ///   - daemon: must outlive this.
    init(_ sockets: ListeningSockets, daemon: DaemonHandle) throws(ListenError) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw .library }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        pipe = (ends[0], ends[1])
        (self.sockets, self.daemon) = (sockets.take(), daemon)
        let thread = Thread { [self] in work() }
        thread.name = "accept"
        thread.start()
    }

    deinit {
        close(pipe.read)
        close(pipe.write)
    }

    /// When this returns, no more clients are accepted. Call it once.
    func stop() async {
        var byte: UInt8 = 0
        _ = write(pipe.write, &byte, 1)
        await withCheckedContinuation { continuation in
            let isFinished = state.withLock { state in
                if !state.isFinished { state.waiter = continuation }
                return state.isFinished
            }
            if isFinished { continuation.resume() }
        }
    }

    private func work() {
        let wake = pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)
        var polled = [wake] + sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var isShort = false
        while true {
            // Without room for another client, polling the sockets would return at once.
            let count = isShort ? 1 : polled.count
            isShort = false
            guard poll(&polled, nfds_t(count), count == 1 ? Self.pause : -1) > 0 else { continue }
            if polled[0].revents != 0 { break }
            for entry in polled[1...] where entry.revents != 0 { isShort = !takeAll(from: entry.fd) || isShort }
        }
        // From here on, clients are refused.
        for socket in sockets { close(socket) }
        let waiter = state.withLock { state in
            state.isFinished = true
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// In milliseconds.
    private static let pause: Int32 = 100
    /// The most clients to accept before the other sockets get a turn.
    private static let mostAtOnce = 64

    /// - Returns: false when the system has no room for more.
    private func takeAll(from socket: Int32) -> Bool {
        for _ in 0..<Self.mostAtOnce {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let isTaken = withUnsafeMutablePointer(to: &address) { storage in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    let client = espy_accept(socket, pointer, &length)
                    guard client >= 0 else { return false }
                    daemon.add(client, pointer, length)
                    return true
                }
            }
            if isTaken || errno == EINTR || errno == ECONNABORTED { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK
        }
        return true
    }
}

/// Sockets that listen on one port. Clients that connect before an ``Acceptor`` starts have to wait.
final class ListeningSockets: Sendable {
    /// The same for all addresses.
    let port: Int
    private let sockets: Mutex<[Int32]>

    /// - Parameters:
    ///   - addresses: numeric. The first has to work; others that the machine does not have are skipped.
    ///   - port: 0 for any free port.
    init(_ addresses: [String] = ["127.0.0.1", "::1"], port: Int) throws(ListenError) {
        let (sockets, chosen) = try Self.open(addresses, port: port)
        self.sockets = Mutex(sockets)
        self.port = chosen
    }

    /// - Parameter sockets: already listening, all on `port`; closed with this.
    init(sockets: [Int32], port: Int) {
        self.sockets = Mutex(sockets)
        self.port = port
    }

    /// Passes ownership of the sockets to the caller.
    func take() -> [Int32] {
        sockets.withLock { sockets in
            defer { sockets = [] }
            return sockets
        }
    }

    deinit { sockets.withLock { for socket in $0 { close(socket) } } }

    /// A port that is free on the first address may be in use on the second: then another one is tried.
    private static func open(_ addresses: [String], port: Int) throws(ListenError) -> ([Int32], port: Int) {
        var attempts = port == 0 ? 16 : 1
        while true {
            attempts -= 1
            guard let address = addresses.first else { throw .address("") }
            let first = try Socket.listening(on: address, port: port)
            let chosen = Socket.port(of: first) ?? port
            var sockets = [first]
            do throws(ListenError) {
                for address in addresses.dropFirst() {
                    if let socket = try optional(address, port: chosen) { sockets.append(socket) }
                }
                return (sockets, chosen)
            } catch {
                for socket in sockets { close(socket) }
                if attempts == 0 { throw error }
            }
        }
    }

    /// - Returns: nil when the machine lacks the address or its family.
    private static func optional(_ address: String, port: Int) throws(ListenError) -> Int32? {
        do throws(ListenError) {
            return try Socket.listening(on: address, port: port)
        } catch .system(_, _, let code) where [EADDRNOTAVAIL, EAFNOSUPPORT].contains(code) {
            return nil
        }
    }
}

extension ListeningSockets {
    /// The first descriptor that a service manager hands over (sd_listen_fds).
    private static let firstInherited: Int32 = 3

    /// Sockets that a service manager opened for this process, as announced in `LISTEN_PID` and `LISTEN_FDS`.
    ///
    /// - Returns: nil when there are none.
    /// - Throws: when one of them is not a listening TCP socket, or they have different ports.
    static func inherited(_ variables: [String: String]) throws(ListenError) -> ListeningSockets? {
        guard variables["LISTEN_PID"] == String(getpid()), let count = variables["LISTEN_FDS"].flatMap({ Int32($0) }),
            (1...64).contains(count)
        else { return nil }
        return try ListeningSockets(adopting: (0..<count).map { firstInherited + $0 })
    }

    /// - Parameter descriptors: owned by this from now on.
    convenience init(adopting descriptors: [Int32]) throws(ListenError) {
        var ports: Set<Int> = []
        for number in descriptors {
            guard Socket.isListening(number), let port = Socket.port(of: number) else {
                throw .inherited("descriptor \(number) is not a listening TCP socket")
            }
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
            ports.insert(port)
        }
        guard let port = ports.first, ports.count == 1 else { throw .inherited("they have different ports") }
        self.init(sockets: descriptors, port: port)
    }
}
