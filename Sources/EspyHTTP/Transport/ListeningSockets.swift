import Foundation
import Synchronization

/// Sockets that listen on one port. Clients that come before an ``Acceptor`` takes them have to wait.
final class ListeningSockets: Sendable {
    /// The same for all addresses.
    let port: Int
    private let sockets: Mutex<[Int32]>

    /// - Parameters:
    ///   - addresses: numeric ones. The first has to work; another that the machine does not have is left out.
    ///   - port: 0 for any that is free.
    init(_ addresses: [String] = ["127.0.0.1", "::1"], port: Int) throws(ListenError) {
        let (sockets, chosen) = try Self.open(addresses, port: port)
        self.sockets = Mutex(sockets)
        self.port = chosen
    }

    /// - Parameter sockets: that listen already, all on `port`; closed with this.
    init(sockets: [Int32], port: Int) {
        self.sockets = Mutex(sockets)
        self.port = port
    }

    /// They belong to the caller from now on.
    func take() -> [Int32] {
        sockets.withLock { sockets in
            defer { sockets = [] }
            return sockets
        }
    }

    deinit { sockets.withLock { for socket in $0 { close(socket) } } }

    /// A port that is free on the first address may be taken on the second: then another one is tried.
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

    /// - Returns: nil when the machine does not have the address, or not its family.
    private static func optional(_ address: String, port: Int) throws(ListenError) -> Int32? {
        do throws(ListenError) {
            return try Socket.listening(on: address, port: port)
        } catch .system(_, _, let code) where [EADDRNOTAVAIL, EAFNOSUPPORT].contains(code) {
            return nil
        }
    }
}
