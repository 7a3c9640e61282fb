import CMicroHTTPD
import Foundation
import Synchronization

/// The functions that answer a server's requests.
package struct RequestHandler: Sendable {
    /// Answers errors that occur before a request is complete, or while the server stops.
    package typealias Refusal = @Sendable (HTTPProblem, Request.Peer) -> Response

    package let respond: @Sendable (Request) async -> Response
    let immediate: @Sendable (Request) -> Answer?
    let refuse: Refusal
    let home: String

    /// - Parameters:
    ///   - home: the path below which everything lies, with or without a slash at its end; empty for the root.
    ///   - immediate: returns a response that is ready for a request without a body, which is then sent without a task;
    ///     nil for all others.
    ///   - refuse: answers invalid requests.
    ///   - respond: answers everything else; runs on the server's threads, and its task is canceled when the client
    ///     disconnects.
    package init(
        home: String = "", immediate: @escaping @Sendable (Request) -> Answer? = { _ in nil },
        refuse: @escaping Refusal = { problem, _ in problem.response },
        respond: @escaping @Sendable (Request) async -> Response
    ) {
        (self.home, self.immediate, self.refuse, self.respond) = (home, immediate, refuse, respond)
    }

    /// Answers with routes only; errors become responses, too.
    package init(_ router: Router) {
        self.init { request in
            do throws(HTTPProblem) { return try await router.respond(to: request) } catch { return error.response }
        }
    }
}

/// The state that all connections of a server share.
final class ServerContext: Sendable {
    let name: String
    let handler: RequestHandler
    let limits: HTTPServer.Limits
    let workers: WorkerThreads
    let connections: ConnectionTable
    let isEncrypted: Bool
    /// Seconds on a monotonic clock.
    let now: @Sendable () -> Double

    init(
        name: String, handler: RequestHandler, limits: HTTPServer.Limits, workers: WorkerThreads, isEncrypted: Bool,
        now: @escaping @Sendable () -> Double
    ) {
        self.name = name
        self.handler = handler
        self.limits = limits
        self.workers = workers
        self.isEncrypted = isEncrypted
        self.now = now
        connections = ConnectionTable(limits: limits)
    }

    /// The deadline for sending a response of `length` bytes.
    func deadline(of length: Int) -> Double { now() + limits.idleTime + Double(length) / limits.slowestRate }
}

/// Converts a response to libmicrohttpd's form.
enum ResponseWriter {
    /// - Returns: nil when a header field cannot be sent as it is, or memory runs out.
    static func make(_ response: Response, feed: EventStream?) -> OpaquePointer? {
        guard let reply = body(response.body, feed: feed) else { return nil }
        for field in response.headers.fields
        where MHD_add_response_header(reply, field.name, field.value) != .YES {
            MHD_destroy_response(reply)
            return nil
        }
        return reply
    }

    private static func body(_ body: Response.Body, feed: EventStream?) -> OpaquePointer? {
        switch body {
        case .none: return bytes([])
        case .bytes(let bytes): return self.bytes(bytes)
        case .file(let file, let offset, let length):
            // The library closes the descriptor that it gets.
            let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { return nil }
            let reply = MHD_create_response_from_fd_at_offset64(UInt64(length), descriptor, UInt64(offset))
            if reply == nil { close(descriptor) }
            return reply
        case .events: return feed.flatMap(events)
        }
    }

    private static func bytes(_ bytes: [UInt8]) -> OpaquePointer? {
        var bytes = bytes
        return bytes.withUnsafeMutableBytes {
            MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
        }
    }

    private static func events(_ feed: EventStream) -> OpaquePointer? {
        let kept = Unmanaged.passRetained(feed)
        let reply = MHD_create_response_from_callback(
            UInt64.max, 4096,
            { kept, _, buffer, count in
                guard let kept, let buffer else { return espy_mhd_broken }
                return Unmanaged<EventStream>.fromOpaque(kept).takeUnretainedValue()
                    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
            },
            kept.toOpaque(),
            { kept in kept.map { Unmanaged<EventStream>.fromOpaque($0).release() } })
        if reply == nil { kept.release() }
        return reply
    }
}

/// A response that is the same each time: its libmicrohttpd form is made once, when it is first sent.
package final class KeptResponse: Sendable {
    package let response: Response
    private let reply = Mutex<ResponseHandle?>(nil)

    /// - Parameter response: its body must be bytes or empty.
    package init(_ response: Response) { self.response = response }

    /// Queues it on a connection.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        let handle = reply.withLock { reply in
            if reply == nil { reply = ResponseWriter.make(response, feed: nil).map(ResponseHandle.init) }
            return reply
        }
        guard let handle else { return .NO }
        return MHD_queue_response(connection, UInt32(response.status), handle.pointer)
    }
}

/// A response to send.
package enum Answer: Sendable {
    case made(Response)
    case kept(KeptResponse)

    package var response: Response {
        switch self {
        case .made(let response): response
        case .kept(let kept): kept.response
        }
    }
}
