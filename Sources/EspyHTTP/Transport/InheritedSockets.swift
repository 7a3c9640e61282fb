import Foundation

extension ListeningSockets {
    /// The first descriptor that a service manager hands over (sd_listen_fds).
    private static let firstInherited: Int32 = 3

    /// Sockets that a service manager opened for this process: it says so in `LISTEN_PID` and `LISTEN_FDS`.
    ///
    /// - Returns: nil when there are none.
    /// - Throws: when one of them is no TCP socket that listens, or they have different ports.
    static func inherited(_ variables: [String: String]) throws(ListenError) -> ListeningSockets? {
        guard variables["LISTEN_PID"] == String(getpid()), let count = variables["LISTEN_FDS"].flatMap({ Int32($0) }),
            (1...64).contains(count)
        else { return nil }
        return try ListeningSockets(adopting: (0..<count).map { firstInherited + $0 })
    }

    /// - Parameter descriptors: theirs from now on.
    convenience init(adopting descriptors: [Int32]) throws(ListenError) {
        var ports: Set<Int> = []
        for number in descriptors {
            guard Socket.isListening(number), let port = Socket.port(of: number) else {
                throw .inherited("descriptor \(number) is no TCP socket that listens")
            }
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
            ports.insert(port)
        }
        guard let port = ports.first, ports.count == 1 else { throw .inherited("they have different ports") }
        self.init(sockets: descriptors, port: port)
    }
}
