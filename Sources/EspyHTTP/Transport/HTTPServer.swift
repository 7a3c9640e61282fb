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
