import CMicroHTTPD
import Synchronization

/// A response that is the same each time: libmicrohttpd's form of it is made once, when it first goes out.
final class KeptResponse: Sendable {
    let response: Response
    private let reply = Mutex<ReplyHandle?>(nil)

    /// - Parameter response: whose body is bytes or nothing.
    init(_ response: Response) { self.response = response }

    /// Queues it on a connection.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        let handle = reply.withLock { reply in
            if reply == nil { reply = Reply.make(response, feed: nil).map(ReplyHandle.init) }
            return reply
        }
        guard let handle else { return .NO }
        return MHD_queue_response(connection, UInt32(response.status), handle.pointer)
    }
}

/// What goes out.
enum Answer: Sendable {
    case made(Response)
    case kept(KeptResponse)

    var response: Response {
        switch self {
        case .made(let response): response
        case .kept(let kept): kept.response
        }
    }
}
