import Foundation
import Synchronization

/// Serves a ``ServerCore`` over HTTP.
package final class Listener: Sendable {
    /// The same for all addresses.
    package let port: Int
    private let service: Service
    private let daemons: [DaemonHandle]
    private let watch: Task<Void, Never>
    private let isStopped = Mutex(false)

    /// Takes clients from now on.
    ///
    /// - Parameters:
    ///   - addresses: numeric ones. The first has to work; another that the machine does not have is left out.
    ///   - port: 0 for any that is free.
    ///   - certificate: to speak HTTPS, and nothing else.
    ///   - core: answers what comes to the port that is listened on, which it has to know to tell its own name from
    ///     others.
    package init(
        on addresses: [String] = ["127.0.0.1", "::1"], port: Int, certificate: ServerCertificate? = nil,
        limits: Limits = Limits(), core: (_ port: Int) -> ServerCore
    ) throws(ListenerError) {
        let sockets = try ListeningSockets(addresses, port: port)
        let service = Service(
            core: core(sockets.port), limits: limits, workers: WorkerThreads(count: 4),
            isEncrypted: certificate != nil, now: Self.now)
        do throws(ListenerError) {
            daemons = try Self.start(service, sockets.take(), certificate)
        } catch {
            service.workers.stop()
            throw error
        }
        self.port = sockets.port
        self.service = service
        watch = Task(executorPreference: service.workers) { await Watch.run(service) }
    }

    /// For a core that does not care for the port.
    package convenience init(
        _ core: ServerCore, on addresses: [String] = ["127.0.0.1", "::1"], port: Int,
        certificate: ServerCertificate? = nil, limits: Limits = Limits()
    ) throws(ListenerError) {
        try self.init(on: addresses, port: port, certificate: certificate, limits: limits) { _ in core }
    }

    private static func start(
        _ service: Service, _ sockets: [Int32], _ certificate: ServerCertificate?
    ) throws(ListenerError) -> [DaemonHandle] {
        var daemons: [DaemonHandle] = []
        for (index, socket) in sockets.enumerated() {
            do throws(ListenerError) {
                daemons.append(try Daemon.start(service, socket: socket, certificate))
            } catch {
                for daemon in daemons { daemon.stop() }
                for rest in sockets[(index + 1)...] { close(rest) }
                throw error
            }
        }
        return daemons
    }

    private static let now: @Sendable () -> Double = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

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
        // Its threads may still look at the socket: it is closed when they have ended, and refuses clients until then.
        let sockets = daemons.map { $0.quiesce() }
        for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        await wait(service.limits.farewell) {
            // A stream may go on for ever; its client asks again.
            for exchange in $0 { exchange.endEvents() }
        }
        service.connections.beginClosing()
        for exchange in service.connections.exchanges { exchange.leave() }
        await wait(1) { _ in }
        for exchange in service.connections.exchanges {
            exchange.finish(service.core.refusal(.stopping, to: exchange.connection.peer))
        }
        await wait(0.2) { _ in }
        watch.cancel()
        let (daemons, service) = (daemons, service)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                for daemon in daemons { daemon.stop() }
                for socket in sockets { close(socket) }
                service.workers.stop()
                continuation.resume()
            }
        }
    }

    /// Waits until no request is being worked on, at most so many seconds.
    private func wait(_ seconds: Double, each: ([Exchange]) -> Void) async {
        let end = service.now() + seconds
        while service.now() < end {
            let running = service.connections.exchanges
            if running.isEmpty { return }
            each(running)
            try? await Task.sleep(for: .milliseconds(10))
        }
    }
}
