import CMicroHTTPD
import Foundation

/// Socket calls of the server, apart from those of libmicrohttpd.
enum Socket {
    /// Whether the other side has closed its end, or both ends are closed.
    static func isLeft(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: espy_poll_left, revents: 0)
        guard poll(&request, 1, 0) > 0 else { return false }
        return request.revents & (espy_poll_left | Int16(POLLHUP) | Int16(POLLERR)) != 0
    }

    /// Opens a listening socket.
    /// - Parameters:
    ///   - address: numeric.
    ///   - port: 0 for any free port.
    static func listening(on address: String, port: Int) throws(ListenError) -> Int32 {
        guard let found = resolved(address, port: port) else { throw .address(address) }
        defer { freeaddrinfo(found) }
        let family = found.pointee.ai_family
        let number = espy_tcp_socket(family)
        guard number >= 0 else { throw .system(address, port: port, code: errno) }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // Allows reusing a port whose last connections still linger.
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if family == AF_INET6 { setsockopt(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        // A client may be gone between being announced and being accepted.
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        guard bind(number, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, listen(number, 512) == 0 else {
            let code = errno
            close(number)
            throw .system(address, port: port, code: code)
        }
        return number
    }

    private static func resolved(_ address: String, port: Int) -> UnsafeMutablePointer<addrinfo>? {
        var hints = addrinfo()
        hints.ai_flags = Int32(AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE)
        hints.ai_family = AF_UNSPEC
        var result: UnsafeMutablePointer<addrinfo>?
        return getaddrinfo(address, String(port), &hints, &result) == 0 ? result : nil
    }

    /// Whether it is a TCP socket that accepts clients.
    static func isListening(_ descriptor: Int32) -> Bool {
        var (listens, family): (Int32, Int32) = (0, 0)
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0,
            getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0
        else { return false }
        return family == AF_INET || family == AF_INET6
    }

    /// The port that a socket listens on.
    static func port(of descriptor: Int32) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &length) == 0 else { return nil }
                return names(of: address, length: length).flatMap { Int($0.port) }
            }
        }
    }

    /// The numeric address of the other side.
    static func peer(_ address: UnsafePointer<sockaddr>, isEncrypted: Bool) -> Request.Peer? {
        let isV6 = Int32(address.pointee.sa_family) == AF_INET6
        let size = isV6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        guard let name = names(of: address, length: socklen_t(size))?.host else { return nil }
        let isLoopback = name == "::1" || !isV6 && name.hasPrefix("127.")
        return Request.Peer(address: name, isLoopback: isLoopback, isEncrypted: isEncrypted)
    }

    private static func names(
        of address: UnsafePointer<sockaddr>, length: socklen_t
    ) -> (host: String, port: String)? {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let flags = Int32(NI_NUMERICHOST | NI_NUMERICSERV)
        guard
            getnameinfo(address, length, &host, socklen_t(host.count), &port, socklen_t(port.count), flags) == 0
        else { return nil }
        return (text(host), text(port))
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Why a server cannot listen.
package enum ListenError: Error, Equatable, Sendable {
    /// Not a numeric address.
    case address(String)
    case system(String, port: Int, code: Int32)
    /// The sockets from a service manager are unusable.
    case inherited(String)
    /// The library did not start; it gives no reason.
    case library
}

/// Finds the user at the other end of a connection within this machine.
///
/// A loopback address shows that the client runs on this machine, but not as which user. The system knows.
enum SocketOwner {
    /// Whether the client of a connection runs as the same user as this program.
    ///
    /// - Parameter descriptor: of our end of the connection.
    /// - Returns: false also when the system does not say, or the client is already gone.
    static func isThisUser(_ descriptor: Int32) -> Bool {
        var user: UInt32 = 0
        guard espy_peer_user(descriptor, &user) == 0 else { return false }
        // The id that stands for all users of other namespaces identifies none of them.
        return user == getuid() && user != overflowUser
    }

    private static let overflowUser =
        (try? String(contentsOfFile: "/proc/sys/kernel/overflowuid", encoding: .utf8))
        .flatMap { UInt32($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 65_534
}
