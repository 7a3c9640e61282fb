import CGnuTLS
import CMicroHTTPD
import Foundation
import Synchronization

/// Serves HTTP, or HTTPS, with what a ``RequestHandler`` answers.
///
/// libmicrohttpd reads and writes bytes on threads of its own (``Daemon``). They ask what to do with a request
/// (``Exchange``), and tasks answer, which never wait on those threads.
package final class HTTPServer: Sendable {
    /// The same for all addresses.
    package let port: Int
    private let context: ServerContext
    private let daemon: DaemonHandle
    private let acceptor: Acceptor
    private let watch: Task<Void, Never>
    private let isStopped = Mutex(false)

    /// Takes clients from now on.
    ///
    /// - Parameters:
    ///   - addresses: numeric ones. The first has to work; another that the machine does not have is left out.
    ///   - port: 0 for any that is free.
    ///   - variables: of the environment. Where they tell of sockets that a service manager opened for this process,
    ///     those are listened on, whatever addresses and port say.
    ///   - certificate: to speak HTTPS, and nothing else.
    ///   - name: of the server, as its users know it.
    ///   - handler: of what comes to the port that is listened on, which it may have to know to tell its own name from
    ///     others.
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

    /// Takes no new connections, lets running requests end for a while, then cancels them. Returns when all is over.
    package func stop() async {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        // A task of its own: whoever stops because it was cancelled still has to wait.
        await Task { await end() }.value
    }

    private func end() async {
        await acceptor.stop()
        let connections = context.connections
        await wait(context.limits.farewell) {
            // A stream may go on for ever; its client asks again.
            for exchange in $0 { exchange.endEvents() }
        }
        connections.beginClosing()
        for exchange in connections.exchanges { exchange.leave() }
        await wait(1) { _ in }
        // Whoever still waits is answered: libmicrohttpd may not be stopped while it holds a connection back for us.
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

    /// Waits until no request is being worked on, at most so many seconds.
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
    /// How much a server takes on, and how long it waits. Times are in seconds.
    package struct Limits: Sendable {
        /// Connections at a time. When all are taken, the one that has been idle longest makes way.
        package var connections = 2048
        /// Connections at a time from one address that is not this machine's.
        package var connectionsPerAddress = 64
        /// For the header of the first request of a connection, the handshake of TLS included.
        package var headerTime = 10.0
        /// Between the requests of a connection, the header of the next one included.
        package var idleTime = 60.0
        /// Bytes a second below which a body that comes, or an answer that goes, is given up.
        var slowestRate = 2048.0
        /// How far a client may fall behind that rate.
        package var patience = 10.0
        /// Bytes of a header with its target.
        package var headerBytes = 16 << 10
        package var headerFields = 100
        var targetBytes = 8 << 10
        /// How long the rest of a body is read and dropped after its request was answered.
        package var drainTime = 30.0
        /// Between signs of life in a quiet stream of events.
        package var heartbeat = 15.0
        /// How long running requests may go on after the server was told to stop.
        package var farewell = 5.0
        /// Threads that move bytes.
        package var threads = 2

        package init() {}
    }
}

/// The libraries under this module.
package enum HTTPLibraries {
    /// Names and versions.
    package static var versions: [(name: String, version: String)] {
        [
            ("libmicrohttpd", String(cString: MHD_get_version())),
            ("GnuTLS", gnutls_check_version(nil).map { String(cString: $0) } ?? "?"),
        ]
    }
}
